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

/** The catalog's families, one line each. */
const catalogRoutes = (services: Services) =>
  new Elysia()
    .use(complianceRoutes(services))
    .use(eanAsinRoutes(services))
    .use(eanLookupRoutes(services))
    .use(brandRoutes(services))
    .use(categoryRoutes(services))
    .use(supplierRoutes(services))
    .use(historyRoutes(services))
    .use(bulkRoutes(services))
    .use(productStatsRoutes(services))
    .use(productSearchRoutes(services))
    .use(workflowRoutes(services))
    .use(catalogExportRoutes(services))
    .use(mediaRoutes(services))
    .use(publicMediaRoutes(services))
    .use(productRoutes(services))
    .use(relationRoutes(services))
    .use(entityRoutes(services))
    .use(searchRoutes(services))
    .use(variantRoutes(services));

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
    .use(frameworkDocs())
    .use(errorDocsRoutes(services))
    .use(healthRoutes(services))
    .use(
      new Elysia({ prefix: "/api/v1" })
        .use(catalogRoutes(services))
        .use(healthRoutes(services))
        .use(loginRoutes(services))
        .use(accountRoutes(services))
        .use(authRoutes(services))
        .use(lockoutRoutes(services))
        .use(refreshRoutes(services))
        .use(apiKeyRoutes(services))
        .use(productCompetitorRoutes(services))
        .use(repricingRoutes(services))
        .use(sourcingRoutes(services))
        .use(stockRoutes(services))
        .use(tagRoutes(services))
        .use(exportRoutes(services))
        .use(importRoutes(services))
        .use(overlayRoutes(services))
        .use(contentVariantRoutes(services))
        .use(auditRoutes(services))
        .use(extRoutes(services))
        .use(appsyncRoutes(services))
        .use(dependencyRoutes(services))
        .use(operatorRoutes(services))
        .use(userRoutes(services))
        .use(settingRoutes(services))
        .use(searchSynonymRoutes(services))
        .use(webhookRoutes(services))
        .use(openapiRoutes(services, () => whole)),
    );
  whole = app;
  return app;
}
