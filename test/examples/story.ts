import { TEST_FAMILIES } from "../sweeps/test-families.ts";
import { CATALOG } from "./catalog.ts";
import { PRICES_AND_FILES } from "./prices-and-files.ts";
import { SERVICES } from "./services.ts";
import { body, IMPORT, OTHER, of, type Step } from "./step.ts";

const OF_FAMILIES = TEST_FAMILIES.flatMap(({ examples = [] }) => examples);

/**
 * Every operation's example, in an order in which all of them work on an empty service. `npm run examples` asks them of one,
 * and keeps the answers for the description.
 */
export const STORY: readonly Step[] = [...CATALOG, ...PRICES_AND_FILES, ...SERVICES, ...OF_FAMILIES];

/** Examples that a new service refuses, as a rule or always, each with what they need. */
export const REFUSED: Record<string, string> = {
  enrichProduct: "an AI provider",
  enrichProductFromDocuments: "an AI provider",
  applyEnrichment: "the result of an enrichment",
  getProposal: "a value that a model has proposed",
  acceptProposal: "a value that a model has proposed",
  rejectProposal: "a value that a model has proposed",
  rewriteForEntities: "an AI provider",
  rewriteForEntity: "an AI provider",
  executePrompt: "an AI provider",
  runWebEnrichment: "an AI provider",
  runPriceBot: "an AI provider and a search engine for the web",
  listSimilarProducts: "a service that makes vectors",
  resetPassword: "the token of a mail",
  askConnectorConsent: "a connector of Shopify, eBay or Amazon",
  cancelBulkEdit: "an edit that still runs",
  cancelRepricingReplay: "a replay that still runs",
  cancelPriceSourceAnalysis: "an analysis that still runs",
  retryPriceSourceAnalysis: "an analysis that was cancelled",
  cancelRepricingRevert: "a revert that still runs",
  retryRepricingRevert: "a revert that was cancelled",
  approveRepricingRun: "a run that waits for a second person",
  rejectRepricingRun: "a run that waits for a second person",
  retryFailedProducts: "a push of which a product failed",
  signInFirst: "the token of the link that a first start prints",
  receiveShopifyWebhook: "a signature of the shop",
  receiveWoocommerceWebhook: "a signature of the shop",
  receiveWizishopWebhook: "a signature of the shop",
  receivePrestashopWebhook: "a signature of the shop",
  receiveBigcommerceWebhook: "a signature of the shop",
  receiveShopwareWebhook: "a signature of the shop",
  receiveEbayWebhook: "a signature of eBay",
  answerEbayChallenge: "a connector of eBay with a webhook_secret",
};

/** What a reader sets before what needs it: no example changes settings for another. */
export const SETTINGS = ["putLanguages", "putErp", "putAiProvider", "putTranslator", "putScraperSyncKey"];

/** Examples of what only a call of others leaves behind: a price that set an alert off. */
export const AFTER_OTHERS = ["acknowledgeTriggeredAlert", "assignTriggeredAlert"];

/** Examples that need the cookies of a browser's session: the page with Swagger UI keeps none, and is refused. */
export const BY_COOKIE = ["refresh"];

/**
 * Examples that no order of single calls makes work, as each needs something of its own that it uses up: it is made as the
 * page with Swagger UI makes it, see NEEDS and AGAIN of tried-again.ts.
 */
export const SEPARATE: readonly Step[] = [
  ...TEST_FAMILIES.flatMap(({ apart = [] }) => apart),
  ["resolvePendingEan", of({ resolution_id: "{listPendingEans.items.0.id}" }, { ean: "5901234123464" })],
  ["resolvePendingEans", body({ items: [{ id: "{listPendingEans.items.0.id}", ean: "5901234123471" }] })],
  ["ignorePendingEan", of({ resolution_id: "{listPendingEans.items.0.id}" })],
  ["ignorePendingEans", body(["{listPendingEans.items.0.id}"])],
  ["pauseImport", of(IMPORT)],
  ["resumeImport", of(IMPORT)],
  ["cancelImport", of(IMPORT)],
  ["retryImport", of(IMPORT)],
  ["revertImport", of(IMPORT)],
  ["decideValidation", of({ item_id: "{listValidations.items.0.id}" }, { action: "confirm" })],
  ["retryExportJob", of({ job_id: "{exportProductsToPlatform.id}" })],
  ["withdrawInvitation", of({ invitation_id: "{inviteUser.id}" })],
];

/** Where reads find what their paths name. */
export const SOURCES: Record<string, string | number> = {
  ...Object.assign({}, ...TEST_FAMILIES.map(({ sources }) => sources)),
  product_id: "{createProduct.id}",
  brand_id: "{createBrand.id}",
  category_id: "{createCategory.id}",
  supplier_id: "{createSupplier.id}",
  tag_id: "{createTag.id}",
  media_id: "{uploadMedia.id}",
  variant_id: "{createVariant.id}",
  option_id: "{putOption.id}",
  relation_id: "{createRelation.id}",
  language: "fr",
  entity_id: "{createEntity.id}",
  configuration_id: "{createConfiguration.id}",
  "compliance/document_id": "{addComplianceDocument.id}",
  mapping_id: "{createEanAsinMapping.id}",
  "ean-asin/template_id": "{createEanAsinTemplate.id}",
  "mapping-templates/template_id": "{createMappingTemplate.id}",
  price_id: "{createProductPrice.id}",
  price_list_id: "{createPriceList.id}",
  entry_id: "{createPriceListEntry.id}",
  competitor_id: "{createCompetitor.id}",
  alert_id: "{createPriceAlert.id}",
  "repricing/rule_id": "{createRepricingRule.id}",
  run_id: "{runRepricing.id}",
  import_id: "{uploadImport.id}",
  config_id: "{createImportConfig.id}",
  task_id: "{exportProductsAsCsv.task_id}",
  export_id: "{createExport.id}",
  "exports/platform_id": "{createExportPlatform.id}",
  "connectors/platform_id": "woocommerce",
  schedule_id: "{createExportSchedule.id}",
  connector_id: "{createConnector.id}",
  webhook_id: "{createWebhook.id}",
  ean: "4006381333931",
  ref: "ERP-1",
  timestamp: 1767225600,
  slug: "{createPrompt.slug}",
  purpose: "descriptions",
  key_id: "{createApiKey.id}",
  user_id: "{register.user.id}",
  email: "admin@example.com",
  tenant_id: "{getMe.tenant.id}",
  "reindex/job_id": "{startSearchReindex.id}",
  "batch/job_id": "{createEnrichmentBatch.id}",
};

/** Queries of reads that ask for one. */
export const QUERIES: Record<string, Record<string, string | number | boolean>> = {
  searchProducts: { q: "knife" },
  suggestSearches: { q: "kni" },
  getSearchFacets: { q: "knife" },
  listExtChanges: { since: "2026-01-01T00:00:00Z" },
};

/** What goes, after everything has been read. */
export const DELETIONS: readonly Step[] = [
  ["deleteExportJob", of({ job_id: "{exportProductsToPlatform.id}" })],
  ["deleteExportSchedule"],
  ["deleteBrand", { query: { force: true } }],
  ["deleteCategory", { query: { force: true } }],
  ["deleteSupplier", { query: { force: true } }],
  ["deleteAiDocument", of({ document_id: "{addAiDocument.id}" })],
  ["deleteProduct"],
  ["restoreProduct"],
  ["postProductDeletion", body({ product_ids: [OTHER] })],
  ["deleteProductsInBulk", body({ product_ids: ["{createProduct.id}"] })],
  ["deleteAllProducts", body({ confirmation_phrase: "DELETE ALL PRODUCTS" })],
  ["logout"],
];
