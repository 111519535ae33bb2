import { Elysia } from "elysia";
import packageJson from "../../../package.json" with { type: "json" };
import { isLocal } from "../gate/caller/local-caller.ts";
import { ApiError } from "../output/errors.ts";
import { answerPrepared, preparedOnce } from "../output/prepared-body.ts";
import { clientRoutes } from "./client-routes.ts";
import { documentRoutes } from "./document-routes.ts";
import { AUDIENCES, forPage, partFor } from "./documents/audiences.ts";
import { olderDescription } from "./documents/older-description.ts";
import {
  type DescriptionServices,
  type Descriptions,
  type ReadDescriptions,
  showsOperatorRoutes,
} from "./documents/openapi.ts";
import type { Description } from "./documents/schemas.ts";
import { plansOf } from "./example-plans.ts";
import { API_CSS, apiPage } from "./pages/api-page.ts";
import { FAVICON, PAGE_CSS } from "./pages/frame.ts";

const SWAGGER_VERSION = packageJson.dependencies["swagger-ui-dist"];
/** Requested again each time, and answered 304. */
const FRESH = "no-cache";
/** Its address names its version. */
const FOR_GOOD = "public, max-age=31536000, immutable";

type Handler = (context: { request: Request }) => Promise<Response>;

/** A text of the documentation, made and compressed once. */
function served(make: () => string | Promise<string>, type: string, headers: Record<string, string> = {}): Handler {
  const body = preparedOnce(make);
  const all = { "content-type": `${type}; charset=utf-8`, "cache-control": FRESH, ...headers };
  return async ({ request }) => answerPrepared(request, await body(), all);
}

/** A file that was imported as a text; the compiler sees a module. */
const textOf = (file: object): string => (file as { default: string }).default;

// Two megabytes, which are read when somebody looks at the page.
const styles = async () => (await import("swagger-ui-dist/swagger-ui.css", { with: { type: "text" } })).default;
// Our own scripts, which browsers read as they stand.
const tryOut = async () => textOf(await import("./pages/try-out.js", { with: { type: "text" } }));
const shorter = async () => textOf(await import("./pages/shorter.js", { with: { type: "text" } }));
const start = async () => textOf(await import("./pages/start.js", { with: { type: "text" } }));
const script = async () => (await import("swagger-ui-dist/swagger-ui-bundle.js", { with: { type: "text" } })).default;

/** `/docs/api`, with the policy that is made of its text. */
function apiPageHandler(): Handler {
  let made: Promise<{ html: string; policy: string }> | undefined;
  const page = () => {
    made ??= apiPage(SWAGGER_VERSION);
    return made;
  };
  const serve = served(async () => (await page()).html, "text/html");
  return async (context) => {
    const answer = await serve(context);
    answer.headers.set("content-security-policy", (await page()).policy);
    return answer;
  };
}

/**
 * What Swagger UI reads: the parts of the description, in the older words that it reads fast, and how their examples are
 * filled in.
 */
function partRoutes(services: DescriptionServices, read: ReadDescriptions) {
  const routes = new Elysia({ detail: { hide: true } });
  const serve = (path: string, make: (description: Description, all: Descriptions) => object) => {
    const kind = (name: "full" | "ofStrangers") =>
      served(
        async () => {
          const all = await read();
          return JSON.stringify(make(forPage(all[name]), all));
        },
        "application/json",
        { "cache-control": `private, ${FRESH}` },
      );
    const [full, ofStrangers] = [kind("full"), kind("ofStrangers")];
    routes.get(path, ({ request }) => (showsOperatorRoutes(request, services) ? full : ofStrangers)({ request }));
  };
  for (const audience of AUDIENCES) {
    serve(`/docs/api/${audience.id}.json`, (description) => olderDescription(partFor(audience, description)));
  }
  serve("/docs/api/plans.json", (description, { examples }) => plansOf(description, examples));
  return routes;
}

/** `/docs`: our own pages and Swagger UI. */
export const docsRoutes = (services: DescriptionServices, read: ReadDescriptions) =>
  new Elysia({ detail: { hide: true } })
    .use(documentRoutes(services, read))
    .get("/docs/api", apiPageHandler())
    .get("/internal/swagger", ({ request }) => {
      if (!isLocal(request, services)) throw new ApiError("NOT_FOUND");
      return new Response(null, { status: 302, headers: { location: "/docs/api" } });
    })
    .use(partRoutes(services, read))
    .use(clientRoutes(read))
    .get("/docs/start.js", served(start, "text/javascript"))
    .get("/docs/shorter.js", served(shorter, "text/javascript"))
    .get("/docs/try-out.js", served(tryOut, "text/javascript"))
    .get(
      "/docs/page.css",
      served(() => PAGE_CSS, "text/css"),
    )
    .get(
      "/docs/api.css",
      served(() => API_CSS, "text/css"),
    )
    .get(
      "/favicon.svg",
      served(() => FAVICON, "image/svg+xml"),
    )
    .get(
      "/favicon.ico",
      served(() => FAVICON, "image/svg+xml"),
    )
    .get("/docs/swagger-ui.css", served(styles, "text/css", { "cache-control": FOR_GOOD }))
    .get("/docs/swagger-ui-bundle.js", served(script, "text/javascript", { "cache-control": FOR_GOOD }));
