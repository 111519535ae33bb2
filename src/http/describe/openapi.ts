import { toOpenAPISchema } from "@elysiajs/openapi/openapi";
import { OptionalKind } from "@sinclair/typebox";
import { type AnyElysia, Elysia } from "elysia";
import type { OpenAPIV3_1 } from "openapi-types";
import packageJson from "../../../package.json" with { type: "json" };
import { openAccess } from "../gate/access.ts";
import type { GateFacts, GateServices } from "../gate/gate.ts";
import { isLocal, isSameSecret } from "../gate/local.ts";
import { answerPrepared, preparedOnce } from "../output/prepared-body.ts";
import { API_DESCRIPTION } from "./api-description.ts";
import { describedErrors, ERROR_SCHEMAS, errorAnswersOf, takesIdempotencyKey } from "./described-errors.ts";

type Route = AnyElysia["routes"][number];
type Operation = OpenAPIV3_1.OperationObject;
export type Description = OpenAPIV3_1.Document;

/** The families of the public document. */
export const PUBLIC_TAGS: ReadonlySet<string> = new Set([
  "Authentication",
  "Products",
  "Brands",
  "Categories",
  "Suppliers",
  "Product Tags",
  "Search",
  "Product Search",
  "Imports",
  "Exports",
  "AI Enrichment",
  "Connectors",
  "Pricing",
  "Compliance",
  "EAN Lookup",
  "EAN-ASIN Mapping",
  "External API",
  "Webhooks",
]);

/** What the gate has left among a route's hooks; `undefined` on a route without a policy. */
export const gateFactsOf = ({ hooks }: Route): GateFacts | undefined => (hooks as { gate?: GateFacts }).gate;

const BODY_TYPES = { json: ["application/json"], upload: ["multipart/form-data"], raw: ["application/json"] };
const FORM_TYPES = ["application/x-www-form-urlencoded", "application/json"];

/** The route as it was declared: the gate takes its schemas away from Elysia. */
function declared(route: Route): Route {
  const facts = gateFactsOf(route);
  if (!facts) return route;
  const type = facts.policy.body?.type ?? "json";
  const parse = (type === "form" ? FORM_TYPES : BODY_TYPES[type]).map((fn) => ({ fn }));
  const form = facts.policy.body?.form;
  return { ...route, hooks: { ...route.hooks, ...facts.schemas, ...(form && { body: form }), parse } };
}

const IDEMPOTENCY_KEY = { $ref: "#/components/parameters/IdempotencyKey" };

/** Adds what the conventions do to an operation. */
function complete(operation: Operation, { method, path }: Route, facts: GateFacts): void {
  operation.responses = { ...operation.responses, ...errorAnswersOf(method, path, facts) };
  const { body } = facts.schemas;
  if (operation.requestBody && "content" in operation.requestBody) {
    operation.requestBody.required = !(body && OptionalKind in body);
  }
  if (takesIdempotencyKey(method, facts)) {
    operation.parameters = [...(operation.parameters ?? []), IDEMPOTENCY_KEY];
  }
}

/** A file of JSON can hold anything; any other is bytes. */
const fileSchema = (type: string) =>
  type === "application/json" ? {} : { type: "string" as const, contentMediaType: type };

/** Gives answers that are files their real type. */
function nameFiles(operation: Operation, { schemas }: GateFacts): void {
  for (const [status, schema] of Object.entries(schemas.response ?? {})) {
    const { contentMediaType, description } = Object(schema) as {
      contentMediaType?: string | readonly string[];
      description?: string;
    };
    if (contentMediaType === undefined || !operation.responses) continue;
    const types = [contentMediaType].flat();
    const content = Object.fromEntries(types.map((type) => [type, { schema: fileSchema(type) }]));
    operation.responses[status] = { description: description ?? "A file.", content };
  }
}

/** Drops the content of answers that have none. */
function dropEmptyContent(operation: Operation): void {
  const empty = operation.responses?.["204"];
  if (empty && "content" in empty) delete empty.content;
}

const operationOf = (paths: OpenAPIV3_1.PathsObject, { method, path }: Route): Operation | undefined => {
  const item = paths[path.replaceAll(/:([^/]+)/g, "{$1}")];
  // Methods of routes are those of OpenAPI, in upper case.
  return item?.[method.toLowerCase() as "get"];
};

/** Null is a value of an enumeration like the others, which the generator of schemas forgets. */
function withNull(_: string, schema: unknown): unknown {
  const { type, enum: values }: { type?: unknown; enum?: unknown } = Object(schema);
  const isIncomplete = Array.isArray(type) && type.includes("null") && Array.isArray(values) && !values.includes(null);
  return isIncomplete ? { ...Object(schema), enum: [...values, null] } : schema;
}

/** Describes every route under /api/v1. */
export function describe(app: AnyElysia): Description {
  const routes = app.routes.filter(({ path }) => path.startsWith("/api/v1/")).map(declared);
  // Only these two methods are asked for; the app itself holds routes without their schemas.
  const source = { getGlobalRoutes: () => routes, getGlobalDefinitions: () => ({ type: {} }) } as unknown as AnyElysia;
  // It makes 3.1 documents; its types name the version before.
  const paths = toOpenAPISchema(source).paths as unknown as OpenAPIV3_1.PathsObject;
  for (const route of routes) {
    const operation = operationOf(paths, route);
    const facts = gateFactsOf(route);
    if (operation && facts) {
      complete(operation, route, facts);
      nameFiles(operation, facts);
    }
    if (operation) dropEmptyContent(operation);
  }
  const description = {
    openapi: "3.1.1",
    info: { title: "catalogd", version: packageJson.version, description: API_DESCRIPTION },
    servers: [{ url: "/" }],
    paths,
    components: {
      schemas: ERROR_SCHEMAS,
      responses: describedErrors(),
      parameters: {
        IdempotencyKey: {
          name: "Idempotency-Key",
          in: "header",
          schema: { type: "string", maxLength: 255 },
          description: "Makes retries safe: for 24 hours a repeated request gets the first response.",
        },
      },
      securitySchemes: {
        bearerAuth: { type: "http", scheme: "bearer", bearerFormat: "JWT", description: "A session's access token" },
        apiKeyAuth: { type: "apiKey", in: "header", name: "X-API-Key" },
        syncKeyAuth: { type: "apiKey", in: "header", name: "X-Sync-Key" },
        operatorKey: { type: "apiKey", in: "header", name: "X-Operator-Key" },
        cookieAuth: {
          type: "apiKey",
          in: "cookie",
          name: "access_token",
          description: "Set by login. Writes also need the header X-CSRF-Token: see /auth/csrf-token.",
        },
      },
    },
  };
  // Plain JSON: schemas carry TypeBox's symbols and are shared between operations.
  return JSON.parse(JSON.stringify(description), withNull) as Description;
}

const METHODS = ["get", "put", "post", "delete", "patch"] as const;
const isPublic = ({ tags = [] }: Operation) => tags.some((tag) => PUBLIC_TAGS.has(tag));

/** The part of a description that the public reference shows. */
export function publicPart(description: Description): Description {
  const paths: OpenAPIV3_1.PathsObject = {};
  for (const [path, item] of Object.entries(description.paths ?? {})) {
    const shown = METHODS.flatMap((method) => {
      const operation = item?.[method];
      return operation && isPublic(operation) ? [[method, operation] as const] : [];
    });
    if (shown.length > 0) paths[path] = Object.fromEntries(shown);
  }
  return { ...description, paths };
}

/** The description without what only the operator of the instance can call. */
function withoutOperator(description: Description): Description {
  const paths = Object.entries(description.paths ?? {}).filter(([path]) => !path.startsWith("/api/v1/operator/"));
  const { operatorKey: _, ...securitySchemes } = description.components?.securitySchemes ?? {};
  return {
    ...description,
    paths: Object.fromEntries(paths),
    components: { ...description.components, securitySchemes },
  };
}

const policy = { credential: "none", tier: "READ_PUBLIC" } as const;

/** What the description needs of the services. */
export interface DescriptionServices extends GateServices {
  config: GateServices["config"] & { operatorKey: string | undefined };
}

/** Whether a request may see the operator's routes: with their key, or on this machine. */
export function isOperator(request: Request, services: DescriptionServices): boolean {
  const { operatorKey } = services.config;
  const given = request.headers.get("x-operator-key");
  if (given !== null && operatorKey !== undefined) return isSameSecret(given, operatorKey);
  return isLocal(request, services);
}

/** The description for the operator, and what others may know of it. */
export interface Descriptions {
  full: Description;
  ofStrangers: Description;
}

/** Describes the `whole` app at the first call. */
export function readDescriptions(whole: () => AnyElysia | undefined): () => Descriptions {
  let made: Descriptions | undefined;
  return () => {
    if (made) return made;
    const app = whole();
    if (!app) throw new TypeError("The description was asked for before the app was whole");
    const full = describe(app);
    made = { full, ofStrangers: withoutOperator(full) };
    return made;
  };
}

const JSON_HEADERS = { "content-type": "application/json", "cache-control": "no-cache" };
// The operator on this machine is shown more.
const FULL_HEADERS = { ...JSON_HEADERS, "cache-control": "private, no-cache", vary: "X-Operator-Key" };

/** The OpenAPI documents, made at the first call. */
export const openapiRoutes = (services: DescriptionServices, read: () => Descriptions) => {
  const full = preparedOnce(() => JSON.stringify(read().full));
  const ofStrangers = preparedOnce(() => JSON.stringify(read().ofStrangers));
  const publicOne = preparedOnce(() => JSON.stringify(publicPart(read().ofStrangers)));
  return new Elysia({ tags: ["Description"] })
    .use(openAccess(services))
    .get(
      "/openapi.json",
      async ({ request }) =>
        answerPrepared(request, await (isOperator(request, services) ? full() : ofStrangers()), FULL_HEADERS),
      { policy, detail: { operationId: "getDescription", summary: "The description of the whole API", hide: true } },
    )
    .get("/openapi-public.json", async ({ request }) => answerPrepared(request, await publicOne(), JSON_HEADERS), {
      policy,
      detail: { operationId: "getPublicDescription", summary: "The public description of the API", hide: true },
    });
};
