import { type AnyElysia, Elysia } from "elysia";
import { apiKeyRoutes } from "./api-keys/routes.ts";
import { appsyncRoutes } from "./appsync/routes.ts";
import { auditRoutes } from "./audit/routes.ts";
import { accountRoutes } from "./auth/account-routes.ts";
import { lockoutRoutes } from "./auth/lockout-routes.ts";
import { loginRoutes } from "./auth/login-routes.ts";
import { refreshRoutes } from "./auth/refresh-routes.ts";
import { authRoutes } from "./auth/routes.ts";
import { brandRoutes } from "./brands/routes.ts";
import { categoryRoutes } from "./categories/routes.ts";
import { productCompetitorRoutes } from "./competitors/routes.ts";
import { complianceRoutes } from "./compliance/routes.ts";
import { contentVariantRoutes } from "./content-variants/routes.ts";
import { eanAsinRoutes } from "./ean-asin/routes.ts";
import { eanLookupRoutes } from "./ean-lookup/routes.ts";
import { entityRoutes } from "./entities/routes.ts";
import { catalogExportRoutes } from "./exports/catalog-export-routes.ts";
import { exportRoutes } from "./exports/routes.ts";
import { extRoutes } from "./ext/routes.ts";
import { historyRoutes } from "./history/routes.ts";
import { conventions } from "./http/conventions.ts";
import { docsRoutes, frameworkDocs } from "./http/docs-page.ts";
import { errorDocsRoutes } from "./http/error-docs.ts";
import { routeFinder } from "./http/find-route.ts";
import { healthRoutes } from "./http/health.ts";
import { metricsRoute, openMetrics } from "./http/metrics.ts";
import { openapiRoutes } from "./http/openapi.ts";
import { RateLimiter } from "./http/rate-limit.ts";
import { importRoutes } from "./imports/routes.ts";
import { mediaRoutes, publicMediaRoutes } from "./media/routes.ts";
import { operatorRoutes } from "./operator/routes.ts";
import { overlayRoutes } from "./overlays/routes.ts";
import { productSearchRoutes } from "./product-search/routes.ts";
import { productStatsRoutes } from "./product-stats/routes.ts";
import { productRoutes } from "./products/routes.ts";
import { bulkRoutes } from "./products-bulk/routes.ts";
import { relationRoutes } from "./relations/routes.ts";
import { repricingRoutes } from "./repricing/routes.ts";
import { searchRoutes } from "./search/routes.ts";
import type { Services } from "./services.ts";
import { dependencyRoutes } from "./settings/dependency-routes.ts";
import { settingRoutes } from "./settings/routes.ts";
import { searchSynonymRoutes } from "./settings/search-synonym-routes.ts";
import { sourcingRoutes } from "./sourcing/routes.ts";
import { stockRoutes } from "./stock/routes.ts";
import { supplierRoutes } from "./suppliers/routes.ts";
import { tagRoutes } from "./tags/routes.ts";
import { userRoutes } from "./users/routes.ts";
import { variantRoutes } from "./variants/routes.ts";
import { webhookRoutes } from "./webhooks/routes.ts";
import { workflowRoutes } from "./workflow/routes.ts";

interface AppOptions {
  /** Refuse answers that a route does not declare: for tests. */
  checkAnswers?: boolean;
  limiter?: RateLimiter;
}

/** Every family of the API, one line each. */
const FAMILIES = [
  complianceRoutes,
  eanAsinRoutes,
  eanLookupRoutes,
  brandRoutes,
  categoryRoutes,
  supplierRoutes,
  historyRoutes,
  bulkRoutes,
  productStatsRoutes,
  productSearchRoutes,
  workflowRoutes,
  catalogExportRoutes,
  mediaRoutes,
  publicMediaRoutes,
  productRoutes,
  relationRoutes,
  entityRoutes,
  searchRoutes,
  variantRoutes,
  healthRoutes,
  loginRoutes,
  accountRoutes,
  authRoutes,
  lockoutRoutes,
  refreshRoutes,
  apiKeyRoutes,
  productCompetitorRoutes,
  repricingRoutes,
  sourcingRoutes,
  stockRoutes,
  tagRoutes,
  exportRoutes,
  importRoutes,
  overlayRoutes,
  contentVariantRoutes,
  auditRoutes,
  extRoutes,
  appsyncRoutes,
  dependencyRoutes,
  operatorRoutes,
  userRoutes,
  settingRoutes,
  searchSynonymRoutes,
  webhookRoutes,
] as const;

/** The whole HTTP surface, one line per family. */
export function createApp(services: Services, { checkAnswers = false, limiter }: AppOptions = {}) {
  const { config, now } = services;
  const state = {
    limiter: limiter ?? new RateLimiter(config, now),
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
    .use(frameworkDocs(() => whole))
    .use(errorDocsRoutes(services))
    .use(healthRoutes(services));
  // Not one in another: each `use` makes all the routes of what it is given anew.
  const api: AnyElysia = new Elysia({ prefix: "/api/v1" });
  for (const routes of FAMILIES) api.use(routes(services));
  app.use(api.use(openapiRoutes(services, () => whole)));
  whole = app;
  return app;
}
