import { type AnyElysia, Elysia } from "elysia";
import type { AdmissionServices } from "../gate/admission.ts";
import { isLocal } from "../gate/local.ts";
import { ApiError } from "../output/errors.ts";

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>catalogd API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="ui"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const START = `SwaggerUIBundle({
  url: "/api/v1/openapi.json",
  dom_id: "#ui",
  deepLinking: true,
  docExpansion: "none",
  filter: true,
  displayRequestDuration: true,
  validatorUrl: null,
});
`;

/** The page loads nothing from elsewhere. Swagger UI sets styles on elements and draws its icons as data URLs. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "connect-src 'self'; font-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const DAY_SECONDS = 86_400;

const asset = (read: () => string | Promise<string>, type: string, maxAgeSeconds: number) => async () =>
  new Response(await read(), {
    headers: {
      "content-type": `${type}; charset=utf-8`,
      "content-security-policy": PAGE_POLICY,
      "cache-control": maxAgeSeconds === 0 ? "no-cache" : `public, max-age=${maxAgeSeconds}`,
    },
  });

// Two megabytes, which are read when somebody looks at the page.
const styles = async () => (await import("swagger-ui-dist/swagger-ui.css", { with: { type: "text" } })).default;
const script = async () => (await import("swagger-ui-dist/swagger-ui-bundle.js", { with: { type: "text" } })).default;

/**
 * The framework's own description. It is not what we publish: its document does not validate, and its page would load
 * scripts from elsewhere, which the policy of every answer forbids. Made of the `whole` app at the first call, for callers
 * on this machine only: it names the operator's routes too.
 */
export function frameworkDocs(services: Pick<AdmissionServices, "addressOf">, whole: () => AnyElysia | undefined) {
  const open = async (): Promise<AnyElysia> => {
    const { swagger } = await import("@elysiajs/swagger");
    const made = new Elysia({ handler: { standardHostname: false } }).use(
      swagger({ path: "/internal/swagger", specPath: "/internal/swagger/json" }),
    );
    return Object.assign(made, { getGlobalRoutes: () => whole()?.routes ?? [] });
  };
  let opening: Promise<AnyElysia> | undefined;
  const answer = async ({ request }: { request: Request }) => {
    if (!isLocal(request, services)) throw new ApiError("NOT_FOUND");
    opening ??= open();
    return (await opening).handle(request);
  };
  return new Elysia({ detail: { hide: true } }).get("/internal/swagger", answer).get("/internal/swagger/json", answer);
}

/** `/docs`: Swagger UI over the whole description. Who opens the bare address in a browser is led there. */
export const docsRoutes = () =>
  new Elysia({ detail: { hide: true } })
    .get("/", () => new Response(null, { status: 302, headers: { location: "/docs" } }))
    .get(
      "/docs",
      asset(() => PAGE, "text/html", 0),
    )
    .get(
      "/docs/start.js",
      asset(() => START, "text/javascript", DAY_SECONDS),
    )
    .get("/docs/swagger-ui.css", asset(styles, "text/css", DAY_SECONDS))
    .get("/docs/swagger-ui-bundle.js", asset(script, "text/javascript", DAY_SECONDS));
