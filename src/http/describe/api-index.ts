import { Type } from "@sinclair/typebox";
import type { AnyElysia } from "elysia";
import packageJson from "../../../package.json" with { type: "json" };
import { openRoutes } from "../gate/access.ts";
import type { GateServices } from "../gate/gate.ts";

const Index = Type.Object({
  name: Type.String(),
  version: Type.String({ description: "Version of the service." }),
  documentation: Type.String({ description: "Documentation for people." }),
  openapi: Type.String({ description: "OpenAPI description of every operation." }),
  errors: Type.String({ description: "What each error code means and what to do about it." }),
  health: Type.String(),
  authentication: Type.Object({
    api_key: Type.String({ description: "Header of an API key." }),
    session: Type.String({ description: "Header of a session's access token." }),
    login: Type.String({ description: "POST email and password here to open a session." }),
  }),
  resources: Type.Record(Type.String(), Type.String(), { description: "The first path of each part of the API." }),
});

const PREFIX = "/api/v1/";
// The description itself, and what one logs in with.
const NOT_LISTED: ReadonlySet<string> = new Set(["auth", "operator", "openapi.json", "openapi-public.json"]);

/** The first word of each path, and its path. */
function resourcesOf(app: AnyElysia): Record<string, string> {
  const words = app.routes
    .filter(({ path }) => path.startsWith(PREFIX))
    .map(({ path }) => path.slice(PREFIX.length).split("/")[0] ?? "")
    .filter((word) => word !== "" && !word.startsWith(":") && !NOT_LISTED.has(word));
  return Object.fromEntries(
    [...new Set(words)].toSorted().map((word) => [word.replaceAll("-", "_"), `${PREFIX}${word}`]),
  );
}

/** `GET /api/v1`: where everything is. */
export function indexRoute(services: GateServices, whole: () => AnyElysia | undefined) {
  let resources: Record<string, string> | undefined;
  return openRoutes(services, "Description").get(
    "/",
    () => {
      const app = whole();
      resources ??= app && resourcesOf(app);
      return {
        name: packageJson.name,
        version: packageJson.version,
        documentation: "/docs",
        openapi: `${PREFIX}openapi.json`,
        errors: "/docs/errors",
        health: "/health",
        authentication: {
          api_key: "X-API-Key: pm_live_…",
          session: "Authorization: Bearer …",
          login: `POST ${PREFIX}auth/login`,
        },
        resources: resources ?? {},
      };
    },
    {
      policy: { credential: "none", tier: "READ_PUBLIC" },
      response: { 200: Index },
      detail: {
        operationId: "getApiIndex",
        summary: "Get an overview of the API",
        description: "Lists the documentation, the ways to sign in, and the first path of each part of the API.",
      },
    },
  );
}
