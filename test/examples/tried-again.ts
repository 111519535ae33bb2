import { TEST_FAMILIES } from "../sweeps/test-families.ts";

/**
 * What the page with Swagger UI needs to know besides the story, so that an example works whenever somebody tries it out: see
 * `Plan` of src/http/describe/pages/try-out.js.
 */

/** Texts that must be unique. */
export const FRESH: Record<string, string[]> = {
  ...Object.assign({}, ...TEST_FAMILIES.map(({ unique }) => unique)),
  inviteUser: ["body/email"],
  createSubscription: ["body/email"],
  createBrand: ["body/name"],
  createCategory: ["body/name"],
  createSupplier: ["body/name", "body/code"],
  createTag: ["body/name"],
  updateTag: ["body/name"],
  createProduct: ["body/ean", "body/reference"],
  createVariant: ["body/sku"],
  createVariants: ["body/variants/0/sku"],
  createEntity: ["body/code"],
  createConfiguration: ["body/code"],
  createEanAsinTemplate: ["body/name"],
  createEanAsinMapping: ["body/ean", "body/asin"],
  createPriceList: ["body/name"],
  createCompetitor: ["body/code"],
  createRepricingRule: ["body/name"],
  createMappingTemplate: ["body/name"],
  createSupplierTemplate: ["body/name"],
  createTemplateFromImport: ["body/name"],
  createImportConfig: ["body/name"],
  createExportPlatform: ["body/name"],
  createExportSchedule: ["body/schedule_name"],
  createConnector: ["body/name"],
  createPrompt: ["body/slug"],
  uploadImport: ["body/file"],
  resolvePendingEan: ["body/ean"],
  resolvePendingEans: ["body/items/0/ean"],
};

const SYNCED = ["syncProducts"];
const EXT = ["upsertExtProduct"];
const MAPPED = ["saveImportMapping"];
const IMPORTED = ["startImport", "getImport#/status=completed|completed_with_errors"];
const TEXT = ["putContentVariant"];
const SHOWN = ["addToEntity"];
const ACTIVE = ["toggleExportPlatform"];

/** What is called before. */
export const NEEDS: Record<string, string[]> = {
  ...Object.assign({}, ...TEST_FAMILIES.map(({ needs }) => needs)),
  getSyncProduct: SYNCED,
  updateSyncProduct: SYNCED,
  updateSyncStock: SYNCED,
  updateSyncPrices: SYNCED,
  activateSyncProduct: SYNCED,
  deactivateSyncProduct: SYNCED,
  deleteSyncProduct: SYNCED,
  getExtProduct: EXT,
  putExtProduct: EXT,
  updateExtProduct: EXT,
  deleteExtProduct: EXT,
  dryRunImport: MAPPED,
  startImport: MAPPED,
  pauseImport: ["startImport"],
  resumeImport: ["startImport", "pauseImport"],
  cancelImport: ["startImport", "pauseImport"],
  retryImport: IMPORTED,
  revertImport: IMPORTED,
  resolvePendingEan: IMPORTED,
  resolvePendingEans: IMPORTED,
  ignorePendingEan: IMPORTED,
  ignorePendingEans: IMPORTED,
  getMediaFile: ["uploadMedia"],
  decideValidation: ["addObservations"],
  retryExportJob: ["getExportJob#/status=failed|completed"],
  createTemplateFromImport: IMPORTED,
  archiveImport: IMPORTED,
  unarchiveImport: [...IMPORTED, "archiveImport"],
  getContentVariant: TEXT,
  reviewContentVariant: TEXT,
  deleteContentVariant: TEXT,
  putOverlay: SHOWN,
  getOverlay: [...SHOWN, "putOverlay"],
  removeFromEntity: SHOWN,
  exportProductToPlatform: ACTIVE,
  exportProductsToPlatform: ACTIVE,
  createVariant: ["putOption"],
  createVariants: ["putOption"],
  getProductSupplier: ["addProductSupplier"],
  putProductSupplier: ["addProductSupplier"],
  removeProductSupplier: ["addProductSupplier"],
  removeProductTag: ["assignTags"],
  unblacklistCompetitor: ["blacklistCompetitor"],
  unbindGroupPrompt: ["bindGroupPrompt"],
  unbindEntityPrompt: ["bindEntityPrompt"],
  pauseEnrichmentBatch: ["startEnrichmentBatch"],
  resumeEnrichmentBatch: ["startEnrichmentBatch", "pauseEnrichmentBatch"],
  downloadExport: ["getExportProgress#/state=SUCCESS"],
  revertProductChange: ["updateProduct"],
  retryWebhookDelivery: ["testWebhook"],
  moveProduct: ["submitProduct"],
  moveProductsInBulk: ["submitProduct", "moveProduct"],
  revertRepricingChange: ["applyRepricing"],
  resumeTranslationBatch: ["pauseTranslationBatch"],
  followTranslationBatch: ["pauseTranslationBatch"],
  restoreProduct: ["deleteProduct"],
};

/** What is made for one call. */
export const AGAIN: Record<string, string[]> = {
  ...Object.assign({}, ...TEST_FAMILIES.map(({ anew }) => anew)),
  pauseImport: ["uploadImport"],
  resumeImport: ["uploadImport"],
  cancelImport: ["uploadImport"],
  retryImport: ["uploadImport"],
  revertImport: ["uploadImport"],
  resolvePendingEan: ["uploadImport"],
  resolvePendingEans: ["uploadImport"],
  ignorePendingEan: ["uploadImport"],
  ignorePendingEans: ["uploadImport"],
  decideValidation: ["createProduct"],
  retryExportJob: ["exportProductsToPlatform"],
  submitProduct: ["createProduct"],
  moveProduct: ["createProduct"],
  moveProductsInBulk: ["createProduct"],
  mergeBrands: ["createBrand"],
  pauseEnrichmentBatch: ["createEnrichmentBatch"],
  resumeEnrichmentBatch: ["createEnrichmentBatch"],
  startEnrichmentBatch: ["createEnrichmentBatch"],
  cancelEnrichmentBatch: ["createEnrichmentBatch"],
  pauseTranslationBatch: ["createTranslationBatch"],
  resumeTranslationBatch: ["createTranslationBatch"],
  followTranslationBatch: ["createTranslationBatch"],
  revertRepricingChange: ["createProduct"],
  revertRepricingRun: ["createProduct"],
  revertProductChange: ["createProduct"],
  unbindGroupPrompt: ["bindGroupPrompt"],
  unbindEntityPrompt: ["bindEntityPrompt"],
  unblacklistCompetitor: ["blacklistCompetitor"],
  register: ["inviteUser"],
  deleteVariant: ["createProduct"], // a product has each combination of option values once
  deletePriceListEntry: ["createPriceList"], // and an entry each minimum quantity
  deleteProductsInBulk: ["createProduct"],
  postProductDeletion: ["createProduct"],
  deleteAllProducts: ["createProduct", "upsertExtProduct", "syncProducts"],
};

/**
 * How many rows a file must have: what is to be paused has to run for some seconds. They are one row many times, so that one
 * product comes of them.
 */
export const ROWS: Record<string, number> = {
  pauseImport: 300_000,
  resumeImport: 20_000,
  cancelImport: 20_000,
};

/** Where an id is from, when the story has a place that is not good again. */
export const INSTEAD: Record<string, Record<string, string>> = {
  mergeBrands: { "body/source_ids/0": "createBrand+#/id" },
  mergeCompetitors: { "body/competitor_id": "createCompetitor+#/id" },
  createRelation: { "body/related_product_id": "createProduct+#/id" },
  putPriceListEntries: { "body/entries/0/product_id": "createProduct#/id" },
  postProductDeletion: { "body/product_ids/0": "createProduct#/id" },
};
