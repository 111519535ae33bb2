import { type AnyElysia, Elysia } from "elysia";
import { FAMILIES } from "./families.ts";
import { loadRoutes } from "./family.ts";
import { conventions } from "./http/conventions.ts";
import { docsRoutes, frameworkDocs } from "./http/docs-page.ts";
import { errorDocsRoutes } from "./http/error-docs.ts";
import { routeFinder } from "./http/find-route.ts";
import { healthRoutes } from "./http/health.ts";
import { metricsRoute, openMetrics } from "./http/metrics.ts";
import { openapiRoutes } from "./http/openapi.ts";
import { RateLimiter } from "./http/rate-limit.ts";
import type { Services } from "./services.ts";

interface AppOptions {
  /** Refuse answers that a route does not declare: for tests. */
  checkAnswers?: boolean;
  limiter?: RateLimiter;
}

const ROUTES = await loadRoutes(FAMILIES);

/** The whole HTTP surface, one line per family. */
export function createApp(services: Services, { checkAnswers = false, limiter }: AppOptions = {}) {
  const { config, now, steadyNow } = services;
  const state = {
    limiter: limiter ?? new RateLimiter(config, now, [], steadyNow),
    defaultLocale: config.defaultLocale,
    checkAnswers,
  };
  const metrics = openMetrics();
  // The routes that answer about routes are asked when all of them are there.
  let whole: AnyElysia | undefined;
  const find = routeFinder(() => whole);
  const app = new Elysia({ handler: { standardHostname: false } })
    .use(conventions(services, state, metrics, find))
    .use(metricsRoute(services, metrics))
    .use(docsRoutes())
    .use(frameworkDocs(services, () => whole))
    .use(errorDocsRoutes(services))
    .use(healthRoutes(services));
  // Not one in another: each `use` makes all the routes of what it is given anew.
  const api: AnyElysia = new Elysia({ prefix: "/api/v1" });
  for (const routes of ROUTES) api.use(routes(services));
  app.use(api.use(openapiRoutes(services, () => whole)));
  whole = app;
  return app;
}
