/**
 * The fields that queries and mutations begin with, of the schema of 2026-10 in the npm package `@shopify/dev-mcp` 1.16.0:
 * `test/runtimes/schemas/shopify.test.ts` holds them and each whole query against it.
 */
export const SHOPIFY_FIELDS = `bulkOperation bulkOperationRunMutation bulkOperations currentAppInstallation inventorySetQuantities locations
  metafieldsSet node nodes order orders product productSet productVariants productVariantsBulkUpdate products publications
  publishablePublish shop shopLocales stagedUploadsCreate translatableResourcesByIds translationsRegister
  webhookSubscriptionCreate webhookSubscriptionDelete webhookSubscriptionUpdate webhookSubscriptions`;
