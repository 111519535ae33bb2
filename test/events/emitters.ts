import type { EventType } from "../../src/vocabulary.ts";
import { SMALL } from "../media/given-images.ts";
import { formOf } from "../media/images.ts";
import { newEan } from "../products/given.ts";
import { TEST_FAMILIES } from "../sweeps/test-families.ts";
import type { Ids, SeededTenant as Tenant } from "../sweeps/world.ts";
import { IMPORT_TELLERS } from "./import-emitters.ts";
import type { Teller } from "./teller.ts";

const UPDATED: EventType[] = ["product.updated"];
const IMPORTED: EventType[] = ["import.started", "import.completed"];
const with_ = (body: NonNullable<Teller["body"]>, emits = UPDATED, prepare?: Teller["prepare"]): Teller => ({
  tells: emits,
  body,
  ...(prepare && { prepare }),
});
const image = async ({ post, ids }: Tenant) => {
  const { body } = await post(`/products/${ids["product_id"]}/media/upload`, formOf(SMALL));
  return { media_id: String(body.id) };
};
const another = async ({ post }: Tenant): Promise<Ids> => {
  const { body } = await post("/products", { name: "Another" });
  return { product_id: body.id, ids: body.id };
};
const without = (path: (ids: Ids) => string) => async (tenant: Tenant) => {
  await tenant.delete(path(tenant.ids));
  return undefined;
};

/** What each operation emits, by operationId. */
export const TELLERS: Record<string, Teller> = {
  ...Object.assign({}, ...TEST_FAMILIES.map(({ tells }) => tells)),
  // No one answers there.
  importFromUrl: { tells: ["import.failed"] },
  importFromFtp: { tells: ["import.failed"] },
  importFromSftp: with_(() => ({ host: "ftp.supplier.example", username: "u", password: "p" }), ["import.failed"]),
  importFromMailbox: { tells: ["import.failed"] },
  runImportConfig: { tells: ["import.failed"] },
  createProduct: with_(() => ({ name: "New" }), ["product.created"]),
  putProduct: with_(() => ({ name: "Put" })),
  updateProduct: with_(() => ({ name: "Patched" })),
  deleteProduct: { tells: ["product.deleted"], prepare: another },
  restoreProduct: { tells: UPDATED, prepare: without(({ product_id: id }) => `/products/${id}`) },
  revertProductChange: { tells: UPDATED },
  updateProductsInBulk: with_(({ product_id: id }) => ({ updates: [{ id, fields: { price: 77 } }] })),
  deleteProductsInBulk: { tells: ["product.deleted"], prepare: another },
  postProductDeletion: { tells: ["product.deleted"], prepare: another },
  deleteAllProducts: with_(() => ({ confirmation_phrase: "DELETE ALL PRODUCTS" }), ["product.deleted"]),
  moveProductsInBulk: {
    tells: UPDATED,
    prepare: another,
    body: ({ product_id: id }) => ({ product_ids: [id], action: "submit" }),
  },
  submitProduct: { tells: UPDATED },
  moveProduct: { tells: UPDATED },
  createVariant: with_(() => ({ sku: "TOLD-1" })),
  createVariants: with_(() => ({ variants: [{ sku: "TOLD-2" }] })),
  updateVariant: with_(() => ({ price: 3 })),
  deleteVariant: { tells: UPDATED },
  putOption: { tells: UPDATED },
  deleteOption: { tells: UPDATED },
  createRelation: with_((ids) => ({ related_product_id: ids["related_product_id"], relationship_type: "up_sell" })),
  updateRelation: with_(() => ({ priority: 9 })),
  deleteRelation: { tells: UPDATED },
  addToEntity: {
    tells: UPDATED,
    prepare: without(({ product_id: id, entity_id: entity }) => `/products/${id}/entities/${entity}`),
  },
  putOverlay: with_(() => ({ notes: "Told" })),
  removeFromEntity: { tells: UPDATED },
  rewriteForEntity: { tells: UPDATED },
  rewriteForEntities: with_(() => ({ overwrite: true })),
  startEnrichmentBatch: { tells: UPDATED },
  applyEnrichment: { tells: UPDATED },
  putContentVariant: with_(() => ({ title: "Told" })),
  reviewContentVariant: { tells: UPDATED },
  deleteContentVariant: { tells: UPDATED },
  uploadMedia: {
    tells: UPDATED,
    send: ({ post, ids }) => post(`/products/${ids["product_id"]}/media/upload`, formOf(SMALL)),
  },
  updateMedia: with_(() => ({ title: "Told" })),
  setPrimaryMedia: { tells: UPDATED, prepare: image },
  reorderMedia: {
    tells: UPDATED,
    prepare: async ({ get, ids }) => {
      const { body } = await get(`/products/${ids["product_id"]}/media`);
      const [first, ...rest] = body.items.map(({ id }: { id: string }) => id);
      return { media_ids: JSON.stringify([...rest, first]) };
    },
    body: (ids) => ({ media_ids: JSON.parse(ids["media_ids"] ?? "[]") }),
  },
  deleteMedia: { tells: UPDATED },
  putProductTags: with_(() => ({ names: ["Told", "Twice"] })),
  addProductTags: with_(() => ({ names: ["Once"] })),
  removeProductTag: {
    tells: UPDATED,
    prepare: async ({ put, ids }) => {
      await put(`/products/${ids["product_id"]}/tags`, { tag_ids: [ids["tag_id"]] });
      return undefined;
    },
  },
  assignTags: with_(({ product_id: id, tag_id: tag }) => ({ product_ids: [id], remove: [tag] })),
  addProductSupplier: {
    tells: UPDATED,
    prepare: async ({ post }) => {
      await post("/suppliers", { name: "Told", code: "TOLD" });
      return undefined;
    },
    body: () => ({ supplier_code: "TOLD", cost_price: 5 }),
  },
  putProductSupplier: { tells: UPDATED },
  removeProductSupplier: { tells: UPDATED },
  putStock: with_(() => ({ quantity: 77 })),
  applyRepricing: { tells: UPDATED },
  putProductCompliance: { tells: UPDATED },
  applyEanAsinMappings: { tells: UPDATED },
  createSupplier: { tells: ["supplier.created"] },
  putSupplier: with_(() => ({ phone: "1" }), ["supplier.updated"]),
  updateSupplier: with_(() => ({ phone: "2" }), ["supplier.updated"]),
  lookUpEan: { tells: ["ean.resolved"] },
  lookUpEans: { tells: ["ean.resolved"] },
  resolvePendingEan: with_(() => ({ ean: newEan() }), ["ean.resolved"]),
  startImport: { tells: IMPORTED },
  ...IMPORT_TELLERS,
  retryImport: { tells: IMPORTED },
  upsertExtProduct: with_(({ ean }) => ({ ean, weight: 7 })),
  upsertExtProducts: with_(({ ean }) => ({ products: [{ ean, weight: 8 }] })),
  putExtProduct: { tells: UPDATED },
  updateExtProduct: { tells: UPDATED },
  syncProducts: with_(({ ref: reference }) => [{ reference, name: "Synced" }]),
  updateSyncProduct: { tells: UPDATED },
  activateSyncProduct: { tells: UPDATED },
  deactivateSyncProduct: { tells: UPDATED },
  updateSyncStock: with_(({ ean }) => [{ ean, stock: 9 }], ["stock.updated"]),
  updateSyncPrices: with_(({ ean }) => [{ ean, price_ttc: 9 }], ["price.updated"]),
  updateMapPrice: with_(() => ({ map_price: 9 })),
  updateMapPrices: with_(({ product_id: id }) => ({ items: [{ product_id: id, map_price: 8 }] })),
  addObservations: with_(
    ({ ean }) => ({
      observations: [
        { internal_sku: ean, competitor_name: "Told", competitor_url: "https://told.example/", price_ttc: 50 },
      ],
    }),
    ["price.alert"],
    async ({ patch, ids }) => {
      await patch(`/products/${ids["product_id"]}`, { price: 50 });
      return undefined;
    },
  ),
  runRepricing: {
    tells: UPDATED,
    prepare: async ({ post, ids }) => {
      await post(`/products/${ids["product_id"]}/repricing/apply`, { target_price: 110 });
      const { body } = await post("/prices/repricing/simulate", { product_ids: [ids["product_id"]] });
      return { simulation_id: body.simulation_id };
    },
    body: ({ simulation_id: id }) => ({ simulation_id: id }),
  },
  revertRepricingChange: with_(() => ({ force: true })),
  testWebhook: { tells: ["test"] },
};

/** Changes that emit nothing, by the reason. */
export const SILENT: Record<string, readonly string[]> = {
  ...Object.fromEntries(TEST_FAMILIES.flatMap(({ silent }) => (silent ? [[silent.because, silent.operations]] : []))),
  "S11.11: brands, categories and entities": [
    ..."createBrand putBrand updateBrand deleteBrand mergeBrands importBrandsFromErp".split(" "),
    ..."createCategory putCategory updateCategory deleteCategory".split(" "),
    ..."createEntity updateEntity deleteEntity createConfiguration updateConfiguration deleteConfiguration".split(" "),
  ],
  "S24.4: a supplier that is deleted": ["deleteSupplier"],
  "no field of a product changes": [
    ..."recalculateCompleteness previewRepricing findProducts exportProductsAsCsv startSearchReindex".split(" "),
    ..."checkCompliance putComplianceRule addComplianceDocument deleteComplianceDocument".split(" "),
    ..."createPrompt updatePrompt deletePrompt executePrompt bindGroupPrompt unbindGroupPrompt".split(" "),
    ..."bindEntityPrompt unbindEntityPrompt estimateEnrichment createEnrichmentBatch".split(" "),
    ..."createTranslationBatch pauseTranslationBatch resumeTranslationBatch putTranslationTerms".split(" "),
    ..."runWebEnrichment runPriceBot addAiDocument reindexAiDocument deleteAiDocument enrichProductFromDocuments".split(
      " ",
    ),
    ..."pauseEnrichmentBatch resumeEnrichmentBatch cancelEnrichmentBatch".split(" "),
    ..."createEanAsinMapping updateEanAsinMapping deleteEanAsinMapping importEanAsinMappings lookUpAsins".split(" "),
    ..."createEanAsinTemplate putEanAsinTemplate deleteEanAsinTemplate validateEans".split(" "),
  ],
  "S6.5: what an import is given": [
    ..."createMappingTemplate createSupplierTemplate createTemplateFromImport putMappingTemplate".split(" "),
    ..."deleteMappingTemplate setDefaultTemplate createImportConfig putImportConfig".split(" "),
    ..."testImportConfig testUnsavedImportSource".split(" "),
    ..."deleteImportConfig toggleImportConfig".split(" "),
  ],
  "S38.1: prices in lists and of other sources": [
    ..."createPriceList updatePriceList deletePriceList createPriceListEntry updatePriceListEntry".split(" "),
    ..."deletePriceListEntry putPriceListEntries createProductPrice updatePrice deletePrice".split(" "),
  ],
  "S36.17: no event tells of exports": [
    ..."exportProductsAsExcel exportProductsAsJson exportProductsAsZip".split(" "),
    ..."exportSuppliersAsCsv exportSuppliersAsExcel exportSuppliersAsJson".split(" "),
    ..."createExportPlatform putExportPlatform deleteExportPlatform toggleExportPlatform".split(" "),
    ..."testExportPlatform testUnsavedExportPlatform previewExport exportProductToPlatform".split(" "),
    ..."exportProductsToPlatform deleteExportJob retryExportJob".split(" "),
    ..."postProductExport postSupplierExport scheduleExport createExport deleteExport".split(" "),
    ..."createExportSchedule putExportSchedule deleteExportSchedule toggleExportSchedule".split(" "),
  ],
  "S40.4: rules, what they would do, and the seeded run, after which prices have changed": [
    ..."createRepricingRule updateRepricingRule deleteRepricingRule simulateRepricing putRepricingSchedule".split(" "),
    "revertRepricingRun",
  ],
  "S39: competitors and what is watched": [
    ..."createCompetitor updateCompetitor deleteCompetitor blacklistCompetitor unblacklistCompetitor".split(" "),
    ..."createPriceAlert updatePriceAlert deletePriceAlert acknowledgeTriggeredAlert assignTriggeredAlert decideValidation decideValidations".split(
      " ",
    ),
    ..."updateMonitoredProduct monitorProducts checkPrice checkPrices".split(" "),
  ],
  "S6.5: an import tells when it runs": [
    ..."uploadImport detectImportFormat saveImportMapping reanalyzeImport dryRunImport pauseImport resumeImport".split(
      " ",
    ),
    ..."cancelImport archiveImport unarchiveImport deleteImport runImportArchive".split(" "),
    ..."ignorePendingEan ignorePendingEans".split(" "),
  ],
  "connectors tell when a platform's answer or webhook changes a product": [
    ..."createConnector updateConnector deleteConnector testConnector".split(" "),
    ..."askConnectorConsent registerConnectorWebhooks removeConnectorWebhooks".split(" "),
    ..."previewPush pushProducts pullProducts pullOrders pushStock pushPrices assignUnknownSku".split(" "),
    ..."retryFailedProducts chooseShopCategory resetShopCategory".split(" "),
    ..."receiveShopifyWebhook receiveWoocommerceWebhook receiveWizishopWebhook receivePrestashopWebhook".split(" "),
    ..."receiveBigcommerceWebhook receiveShopwareWebhook receiveEbayWebhook".split(" "),
  ],
  "who is in, and what they set": [
    ..."login loginJson register refresh logout forgotPassword resetPassword signInFirst unlockAccount".split(" "),
    ..."createApiKey updateApiKey rotateApiKey revokeApiKey".split(" "),
    ..."inviteUser withdrawInvitation updateUser createSubscription updateTenant".split(" "),
    ..."putErp deleteErp putAiProvider deleteAiProvider putScraperSyncKey deleteScraperSyncKey".split(" "),
    ..."putSearchVector deleteSearchVector putSmtp deleteSmtp putTranslator deleteTranslator".split(" "),
    ..."putWebSearch deleteWebSearch putLanguages putPublication putSearchSynonyms putAiVoice".split(" "),
    ..."createWebhook updateWebhook deleteWebhook toggleWebhook rotateWebhookSecret".split(" "),
    ..."retryWebhookDelivery replayWebhookDeliveries".split(" "),
  ],
};
