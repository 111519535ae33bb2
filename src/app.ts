import type { AnyElysia } from "elysia";
import { logoRoutes } from "./connectors/logo.ts";
import * as FAMILIES from "./families.ts";
import { consoleRoutes } from "./http/console/console-routes.ts";
import { indexRoute } from "./http/describe/api-index.ts";
import { docsRoutes } from "./http/describe/docs-page.ts";
import { openapiRoutes, readDescriptions } from "./http/describe/documents/openapi.ts";
import { errorDocsRoutes } from "./http/describe/error-docs.ts";
import { routeFinder } from "./http/gate/find-route.ts";
import { RateLimiter } from "./http/gate/limits/rate-limit.ts";
import { newApp } from "./http/input/conventions.ts";
import { healthRoutes } from "./http/observe/health.ts";
import { metricsRoute } from "./http/observe/metrics.ts";
import type { Traces } from "./http/observe/traces.ts";
import { FIELD_LABELS } from "./products/fields/catalogue.ts";
import { API, loadExpansions, loadRoutes } from "./runtime/family.ts";
import type { Services } from "./runtime/services.ts";

interface AppOptions {
  /** Refuse answers that a route does not declare: for tests. */
  checkAnswers?: boolean;
  limiter?: RateLimiter;
  traces?: Traces | undefined;
}

const [ROUTES, EXPANSIONS] = await Promise.all([loadRoutes(FAMILIES), loadExpansions(FAMILIES)]);

/** The whole HTTP surface, one line per family. */
export function createApp(services: Services, { checkAnswers = false, limiter, traces }: AppOptions = {}) {
  const { config, now, steadyNow, metrics } = services;
  const state = {
    limiter: limiter ?? new RateLimiter(config, now, [], steadyNow),
    defaultLocale: config.defaultLocale,
    checkAnswers,
    expansions: EXPANSIONS,
  };
  // The routes that answer about routes run when all of them are there.
  let whole: AnyElysia | undefined;
  const find = routeFinder(() => whole);
  const read = readDescriptions(() => whole, config.apiUrl);
  const app: AnyElysia = newApp(services, state, { metrics, find, traces })
    .use(metricsRoute(services, metrics))
    .use(docsRoutes(services, read))
    .use(consoleRoutes(services))
    .use(logoRoutes())
    .use(errorDocsRoutes(services))
    .use(healthRoutes(services));
  // Not in an application of their own: each `use` makes all the routes of its argument again.
  app.config.prefix = API;
  for (const routes of ROUTES) app.use(routes(services));
  app.use(indexRoute(services, () => whole)).use(openapiRoutes(services, read, FIELD_LABELS));
  whole = app;
  return app;
}
