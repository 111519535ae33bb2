import { enrichmentBatches } from "./ai/batches/family.ts";
import { documents } from "./ai/documents/family.ts";
import { enrichment } from "./ai/enrichment/family.ts";
import { prompts } from "./ai/prompts/family.ts";
import { ai } from "./ai/provider/family.ts";
import { aiStats } from "./ai/stats/family.ts";
import { translation } from "./ai/translation/family.ts";
import { web } from "./ai/web/family.ts";
import { audit } from "./audit/family.ts";
import { backups } from "./backup/family.ts";
import { eanAsin } from "./codes/ean-asin/family.ts";
import { eanLookup } from "./codes/ean-lookup/family.ts";
import { connectors } from "./connectors/family.ts";
import { overlays } from "./content/overlays/family.ts";
import { contentVariants } from "./content/variants/family.ts";
import { decisions } from "./decisions/family.ts";
import { exports } from "./exports/family.ts";
import { exportPlatforms } from "./exports/platforms/family.ts";
import { exportSchedules } from "./exports/schedules/family.ts";
import { http } from "./http/family.ts";
import { apiKeys } from "./identity/api-keys/family.ts";
import { auth } from "./identity/auth/family.ts";
import { operator } from "./identity/operator/family.ts";
import { tenants } from "./identity/tenants/family.ts";
import { users } from "./identity/users/family.ts";
import { views } from "./identity/views/family.ts";
import { importConfigs } from "./imports/configs/family.ts";
import { imports } from "./imports/family.ts";
import { mappingTemplates } from "./imports/templates/family.ts";
import { jobs } from "./jobs/family.ts";
import { appsync } from "./machine-apis/appsync/family.ts";
import { ext } from "./machine-apis/ext/family.ts";
import { mail } from "./mail/family.ts";
import { maintenance } from "./maintenance/family.ts";
import { competitors } from "./prices/competitors/family.ts";
import { exchangeRates } from "./prices/exchange-rates/family.ts";
import { mapPrices } from "./prices/map-prices/family.ts";
import { priceAlerts } from "./prices/price-alerts/family.ts";
import { priceMonitor } from "./prices/price-monitor/family.ts";
import { pricing } from "./prices/pricing/family.ts";
import { repricing } from "./prices/repricing/family.ts";
import { sourcing } from "./prices/sourcing/family.ts";
import { tax } from "./prices/tax/family.ts";
import { productsBulk } from "./products/bulk/family.ts";
import { compliance } from "./products/compliance/family.ts";
import { bulkEdits } from "./products/edits/family.ts";
import { products } from "./products/family.ts";
import { history } from "./products/history/family.ts";
import { media } from "./products/media/family.ts";
import { productSearch } from "./products/query/family.ts";
import { relations } from "./products/relations/family.ts";
import { productStats } from "./products/stats/family.ts";
import { stock } from "./products/stock/family.ts";
import { variants } from "./products/variants/family.ts";
import { workflow } from "./products/workflow/family.ts";
import { brands } from "./reference/brands/family.ts";
import { categories } from "./reference/categories/family.ts";
import { entities } from "./reference/entities/family.ts";
import { suppliers } from "./reference/suppliers/family.ts";
import { tags } from "./reference/tags/family.ts";
import { schedules } from "./schedules/family.ts";
import { search } from "./search/family.ts";
import { secrets } from "./secrets/family.ts";
import { settings } from "./settings/family.ts";
import { webhooks } from "./webhooks/family.ts";

/** Every family of the service, one line each. */
export const FAMILIES = [
  ai,
  aiStats,
  apiKeys,
  appsync,
  audit,
  auth,
  backups,
  brands,
  bulkEdits,
  categories,
  competitors,
  compliance,
  connectors,
  contentVariants,
  decisions,
  documents,
  eanAsin,
  eanLookup,
  enrichment,
  enrichmentBatches,
  entities,
  exchangeRates,
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
  tax,
  tenants,
  translation,
  users,
  variants,
  views,
  web,
  webhooks,
  workflow,
];
