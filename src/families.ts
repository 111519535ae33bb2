import { ai } from "./ai/family.ts";
import { aiStats } from "./ai-stats/family.ts";
import { apiKeys } from "./api-keys/family.ts";
import { appsync } from "./appsync/family.ts";
import { audit } from "./audit/family.ts";
import { auth } from "./auth/family.ts";
import { brands } from "./brands/family.ts";
import { productsBulk } from "./catalog/bulk/family.ts";
import { categories } from "./categories/family.ts";
import { competitors } from "./competitors/family.ts";
import { compliance } from "./compliance/family.ts";
import { connectors } from "./connectors/family.ts";
import { overlays } from "./content/overlays/family.ts";
import { contentVariants } from "./content/variants/family.ts";
import { documents } from "./documents/family.ts";
import { eanAsin } from "./ean-asin/family.ts";
import { eanLookup } from "./ean-lookup/family.ts";
import { enrichment } from "./enrichment/family.ts";
import { enrichmentBatches } from "./enrichment-batches/family.ts";
import { entities } from "./entities/family.ts";
import { exportPlatforms } from "./export-platforms/family.ts";
import { exportSchedules } from "./export-schedules/family.ts";
import { exports } from "./exports/family.ts";
import { ext } from "./ext/family.ts";
import { http } from "./http/family.ts";
import { importConfigs } from "./import-configs/family.ts";
import { imports } from "./imports/family.ts";
import { jobs } from "./jobs/family.ts";
import { mail } from "./mail/family.ts";
import { maintenance } from "./maintenance/family.ts";
import { mapPrices } from "./map-prices/family.ts";
import { mappingTemplates } from "./mapping-templates/family.ts";
import { media } from "./media/family.ts";
import { operator } from "./operator/family.ts";
import { priceAlerts } from "./price-alerts/family.ts";
import { priceMonitor } from "./price-monitor/family.ts";
import { pricing } from "./pricing/family.ts";
import { products } from "./products/family.ts";
import { history } from "./products/history/family.ts";
import { productSearch } from "./products/query/family.ts";
import { productStats } from "./products/stats/family.ts";
import { workflow } from "./products/workflow/family.ts";
import { prompts } from "./prompts/family.ts";
import { relations } from "./relations/family.ts";
import { repricing } from "./repricing/family.ts";
import { schedules } from "./schedules/family.ts";
import { search } from "./search/family.ts";
import { secrets } from "./secrets/family.ts";
import { settings } from "./settings/family.ts";
import { sourcing } from "./sourcing/family.ts";
import { stock } from "./stock/family.ts";
import { suppliers } from "./suppliers/family.ts";
import { tags } from "./tags/family.ts";
import { tenants } from "./tenants/family.ts";
import { translation } from "./translation/family.ts";
import { users } from "./users/family.ts";
import { variants } from "./variants/family.ts";
import { web } from "./web/family.ts";
import { webhooks } from "./webhooks/family.ts";

/** Every family of the service, one line each. */
export const FAMILIES = [
  ai,
  aiStats,
  apiKeys,
  appsync,
  audit,
  auth,
  brands,
  categories,
  competitors,
  compliance,
  connectors,
  contentVariants,
  documents,
  eanAsin,
  eanLookup,
  enrichment,
  enrichmentBatches,
  entities,
  exportPlatforms,
  exportSchedules,
  exports,
  ext,
  history,
  http,
  importConfigs,
  imports,
  jobs,
  mail,
  maintenance,
  mapPrices,
  mappingTemplates,
  media,
  operator,
  overlays,
  priceAlerts,
  priceMonitor,
  pricing,
  productSearch,
  productStats,
  products,
  productsBulk,
  prompts,
  relations,
  repricing,
  schedules,
  search,
  secrets,
  settings,
  sourcing,
  stock,
  suppliers,
  tags,
  tenants,
  translation,
  users,
  variants,
  web,
  webhooks,
  workflow,
];
