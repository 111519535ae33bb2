import { toOpenAPISchema } from "@elysiajs/openapi/openapi";
import type { AnyElysia } from "elysia";
import type { OpenAPIV3_1 } from "openapi-types";
import packageJson from "../../../../package.json" with { type: "json" };
import { openPauses } from "../../../runtime/pauses.ts";
import { describedWebhooks } from "../../../webhooks/described-webhooks.ts";
import { API_DESCRIPTION } from "../api-description.ts";
import { describedErrors, ERROR_SCHEMAS } from "../described-errors.ts";
import { type Example, showExamples } from "../examples.ts";
import { HEADERS, PARAMETERS, SECURITY_SCHEMES } from "./components.ts";
import { addHeaders } from "./headers.ts";
import { nameModels, type Place } from "./named-models.ts";
import {
  complete,
  declared,
  dropEmptyContent,
  gateFactsOf,
  type Operation,
  operationOf,
  withNull,
} from "./operations.ts";
import { addWords } from "./response-words.ts";
import type { Description } from "./schemas.ts";
import { METHODS, partOf } from "./shared-parts.ts";
import { PUBLIC_TAGS, tagsOf } from "./tags.ts";

/** The number of operations described in one go: some ten milliseconds of work. */
const ROUTES_A_TURN = 20;

/** Where an operation's success answers and its body have their schemas. */
function placesOf(operation: Operation): Place[] {
  // Plain JSON from here on: no references but those that are put in.
  const {
    operationId = "",
    requestBody,
    responses = {},
  } = operation as {
    operationId?: string;
    requestBody?: { content?: Record<string, Place["holder"]> };
    responses?: Record<string, { content?: Record<string, Place["holder"]> }>;
  };
  const answers = Object.entries(responses).flatMap(([status, { content = {} }]) =>
    status.startsWith("2") ? Object.values(content) : [],
  );
  return [
    ...answers.map((holder): Place => ({ operationId, role: "answer", holder })),
    ...Object.values(requestBody?.content ?? {}).map((holder): Place => ({ operationId, role: "body", holder })),
  ];
}

const operationsOf = (paths: OpenAPIV3_1.PathsObject): Operation[] =>
  Object.values(paths).flatMap((item) => METHODS.flatMap((method) => item?.[method] ?? []));

/** The licence as package.json names it. */
const LICENCE =
  packageJson.license === "UNLICENSED"
    ? { name: "All rights reserved", identifier: "LicenseRef-Proprietary" }
    : { name: packageJson.license, identifier: packageJson.license };

/** What a description says besides the routes. */
interface DescriptionOptions {
  /** Where the service is reached from outside; without it, where the document is. */
  apiUrl?: string | undefined;
  examples?: readonly Example[];
}

type Route = ReturnType<typeof declared>;

/** The paths of some routes, each operation complete but for its headers and words. */
function pathsOf(routes: Route[]): OpenAPIV3_1.PathsObject {
  // Only these two methods are requested; the app itself holds routes without their schemas.
  const source = { getGlobalRoutes: () => routes, getGlobalDefinitions: () => ({ type: {} }) } as unknown as AnyElysia;
  // Plain JSON: schemas carry TypeBox's symbols and are shared between operations.
  const paths = JSON.parse(
    JSON.stringify(toOpenAPISchema(source, { staticFile: false }).paths),
    withNull,
  ) as OpenAPIV3_1.PathsObject;
  for (const route of routes) {
    const operation = operationOf(paths, route);
    const facts = gateFactsOf(route);
    if (operation && facts) complete(operation, route, facts);
    if (operation) dropEmptyContent(operation);
  }
  return paths;
}

/**
 * Describes every route under /api/v1. It takes a third of a second of work, and the thread's other callers have their turn
 * in between.
 */
export async function describe(
  app: AnyElysia,
  { apiUrl, examples = [] }: DescriptionOptions = {},
): Promise<Description> {
  const routes = app.routes.filter(({ path }) => path.startsWith("/api/v1/")).map(declared);
  const paths: OpenAPIV3_1.PathsObject = {};
  const { take: pause } = openPauses();
  for (let at = 0; at < routes.length; at += ROUTES_A_TURN) {
    for (const [path, item] of Object.entries(pathsOf(routes.slice(at, at + ROUTES_A_TURN)))) {
      paths[path] = { ...paths[path], ...item };
    }
    await pause();
  }
  const operations = operationsOf(paths);
  const models = nameModels(operations.flatMap(placesOf));
  await pause();
  addHeaders(paths, models);
  for (const operation of operations) addWords(operation, models);
  await pause();
  showExamples(operations, examples);
  // Plain JSON without the symbols of TypeBox.
  const { webhooks, schemas } = JSON.parse(JSON.stringify(describedWebhooks()), withNull);
  return {
    openapi: "3.1.1",
    info: { title: "catalogd", version: packageJson.version, description: API_DESCRIPTION, license: LICENCE },
    servers: [{ url: apiUrl ?? "/", description: apiUrl === undefined ? "Where this document is" : "This service" }],
    ...tagsOf(paths),
    paths,
    webhooks,
    components: {
      schemas: { ...models, ...schemas, ...ERROR_SCHEMAS },
      responses: describedErrors(),
      parameters: PARAMETERS,
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    } as unknown as OpenAPIV3_1.ComponentsObject, // valid by the test that validates the document
  };
}

/** The part of a description that the public reference shows. */
export const publicPart = (description: Description): Description =>
  partOf(description, ({ tags = [] }) => tags.some((tag) => PUBLIC_TAGS.has(tag)));

/** The description without what only the operator of the instance can call. */
export const withoutOperator = (description: Description): Description =>
  partOf(description, (_, path) => !path.startsWith("/api/v1/operator/"));
