import type { AnyMutation } from "../db/ports.ts";
import { createApiKey } from "./api-keys/create-api-key.ts";
import { revokeApiKey } from "./api-keys/revoke-api-key.ts";
import { rotateApiKey } from "./api-keys/rotate-api-key.ts";
import { updateApiKey } from "./api-keys/update-api-key.ts";
import { changeSyncedProduct } from "./appsync/change-product.ts";
import { syncProducts } from "./appsync/sync-products.ts";
import { updatePrices } from "./appsync/update-prices.ts";
import { updateStock } from "./appsync/update-stock.ts";
import { acceptInvitation } from "./auth/accept-invitation.ts";
import { endSession } from "./auth/end-session.ts";
import { invite } from "./auth/invitations.ts";
import { issuePasswordReset } from "./auth/issue-password-reset.ts";
import { makeSecret } from "./auth/make-secret.ts";
import { noteFailedLogin } from "./auth/note-failed-login.ts";
import { openSession } from "./auth/open-session.ts";
import { replacePassword } from "./auth/replace-password.ts";
import { requestPasswordReset } from "./auth/request-password-reset.ts";
import { rotateRefreshToken } from "./auth/rotate-refresh-token.ts";
import { startSession } from "./auth/start-session.ts";
import { unlockAccount } from "./auth/unlock-account.ts";
import { createBrand } from "./brands/create-brand.ts";
import { deleteBrand } from "./brands/delete-brand.ts";
import { mergeBrands } from "./brands/merge-brands.ts";
import { updateBrand } from "./brands/update-brand.ts";
import { createCategory } from "./categories/create-category.ts";
import { deleteCategory } from "./categories/delete-category.ts";
import { updateCategory } from "./categories/update-category.ts";
import { changeRule } from "./compliance/change-rule.ts";
import { addDocument, removeDocument } from "./compliance/documents.ts";
import { deleteContent } from "./content-variants/delete-content.ts";
import { putContent } from "./content-variants/put-content.ts";
import { reviewContent } from "./content-variants/review-content.ts";
import { applyMappings, applyNextMappings } from "./ean-asin/apply-mappings.ts";
import { createMapping, importMappings, removeMapping, updateMapping } from "./ean-asin/change-mappings.ts";
import { createEanAsinTemplate, deleteEanAsinTemplate, updateEanAsinTemplate } from "./ean-asin/change-templates.ts";
import { lookUpEans } from "./ean-lookup/look-up.ts";
import { deleteConfiguration, deleteEntity } from "./entities/delete-entity.ts";
import { createConfiguration, updateConfiguration } from "./entities/put-configuration.ts";
import { createEntity, updateEntity } from "./entities/put-entity.ts";
import { finishExport, forgetFile, noteProgress, startExport } from "./exports/lifecycle.ts";
import { changeExtProduct } from "./ext/change-product.ts";
import { upsertProducts } from "./ext/upsert-products.ts";
import { revertChange } from "./history/revert-change.ts";
import { keepCounters } from "./http/kept-counters.ts";
import { storeAnswer } from "./http/store-answer.ts";
import { applyChunk } from "./imports/apply-chunk.ts";
import { archiveImport } from "./imports/archive-import.ts";
import { beginImport } from "./imports/begin-import.ts";
import { cancelImport } from "./imports/cancel-import.ts";
import { completeImport } from "./imports/complete-import.ts";
import { createImport } from "./imports/create-import.ts";
import { failImport } from "./imports/fail-import.ts";
import { ignorePendingEans } from "./imports/ignore-pending-eans.ts";
import { pauseImport } from "./imports/pause-import.ts";
import { removeImport } from "./imports/remove-import.ts";
import { resolvePendingEan } from "./imports/resolve-pending-ean.ts";
import { resumeImport } from "./imports/resume-import.ts";
import { retryImport } from "./imports/retry-import.ts";
import { saveAnalysis } from "./imports/save-analysis.ts";
import { saveMapping } from "./imports/save-mapping.ts";
import { startProcessing } from "./imports/start-processing.ts";
import { archiveOldImports, forgetImportFiles, noteArchiveSweep, trimImportErrors } from "./imports/sweep-archive.ts";
import {
  claimJobs,
  failJob,
  finishJob,
  releaseJob,
  renewLease,
  rescueJobs,
  stopJob,
  takeJob,
} from "./jobs/lifecycle.ts";
import { finishMail, keepMail } from "./mail/finish-mail.ts";
import { sweepOldRows } from "./maintenance/sweep-old-rows.ts";
import { addImage } from "./media/add-image.ts";
import { deleteImage, reorderImages, updateImage } from "./media/change-images.ts";
import { deleteOverlay } from "./overlays/delete-overlay.ts";
import { putOverlay } from "./overlays/put-overlay.ts";
import { rewriteOverlays } from "./overlays/rewrite-overlays.ts";
import { rescore } from "./product-stats/rescore.ts";
import { createProduct } from "./products/create-product.ts";
import { deleteProduct, restoreProduct } from "./products/delete-product.ts";
import { touchOwnedChunk } from "./products/touch-owned.ts";
import { updateProduct } from "./products/update-product.ts";
import { deleteAll, eraseNext } from "./products-bulk/delete-all.ts";
import { deleteInBulk } from "./products-bulk/delete-in-bulk.ts";
import { updateInBulk } from "./products-bulk/update-in-bulk.ts";
import { createRelation } from "./relations/create-relation.ts";
import { deleteRelation } from "./relations/delete-relation.ts";
import { updateRelation } from "./relations/update-relation.ts";
import { applyRepricing } from "./repricing/apply.ts";
import { moveRemote, resetRemote } from "./search/follow-remote.ts";
import {
  beginSimilarIndex,
  forgetSimilarIndexes,
  moveSimilarIndex,
  serveSimilarIndex,
} from "./search/follow-similar.ts";
import { openState } from "./search/open-state.ts";
import { finishReindex, noteReindexed, startReindex } from "./search/reindex.ts";
import { queueEmbedding, restartEmbedding, storeVectors } from "./search/store-vectors.ts";
import { noteRotation } from "./secrets/note-rotation.ts";
import { resealSecrets } from "./secrets/reseal-secrets.ts";
import { putDependency } from "./settings/put-dependency.ts";
import { removeDependency } from "./settings/remove-dependency.ts";
import { setLanguages } from "./settings/set-languages.ts";
import { setPublication } from "./settings/set-publication.ts";
import { setSearchSynonyms } from "./settings/set-search-synonyms.ts";
import { addOffer, changeOffer, removeOffer } from "./sourcing/change-offers.ts";
import { setStock } from "./stock/set-stock.ts";
import { createSupplier } from "./suppliers/create-supplier.ts";
import { deleteSupplier } from "./suppliers/delete-supplier.ts";
import { updateSupplier } from "./suppliers/update-supplier.ts";
import { assignTags } from "./tags/assign-tags.ts";
import { changeProductTags, removeProductTag } from "./tags/change-product-tags.ts";
import { createTag } from "./tags/create-tag.ts";
import { deleteTag } from "./tags/delete-tag.ts";
import { updateTag } from "./tags/update-tag.ts";
import { changeTenant } from "./tenants/change-tenant.ts";
import { createFirstTenant } from "./tenants/create-first-tenant.ts";
import { createTenant } from "./tenants/create-tenant.ts";
import { changeUser } from "./users/change-user.ts";
import { inviteUser } from "./users/invite-user.ts";
import { withdrawInvitation } from "./users/withdraw-invitation.ts";
import { createVariants } from "./variants/create-variants.ts";
import { deleteOption } from "./variants/delete-option.ts";
import { deleteVariant } from "./variants/delete-variant.ts";
import { putOption } from "./variants/put-option.ts";
import { updateVariant } from "./variants/update-variant.ts";
import { createWebhook } from "./webhooks/create-webhook.ts";
import { deleteWebhook } from "./webhooks/delete-webhook.ts";
import { emitTest } from "./webhooks/emit-test.ts";
import { sweepHeld } from "./webhooks/expire-held.ts";
import { freeLanes, keepLanes, takeLanes } from "./webhooks/lanes.ts";
import { replayDeliveries } from "./webhooks/replay-deliveries.ts";
import { beginRetry, noteAttempt } from "./webhooks/retry-delivery.ts";
import { rotateWebhookSecret } from "./webhooks/rotate-webhook-secret.ts";
import { settleDeliveries } from "./webhooks/settle-deliveries.ts";
import { sweepDeliveries } from "./webhooks/sweep-deliveries.ts";
import { updateWebhook } from "./webhooks/update-webhook.ts";
import { moveInBulk, moveProduct } from "./workflow/move-products.ts";

/** Every mutation, so the writer thread can find it by its name. `test/mutations.test.ts` refuses a gap. */
const ALL: AnyMutation[] = [
  acceptInvitation,
  addDocument,
  addImage,
  addOffer,
  applyChunk,
  applyMappings,
  applyNextMappings,
  applyRepricing,
  archiveImport,
  archiveOldImports,
  assignTags,
  beginImport,
  beginRetry,
  beginSimilarIndex,
  cancelImport,
  changeExtProduct,
  changeOffer,
  changeProductTags,
  changeRule,
  changeSyncedProduct,
  changeTenant,
  changeUser,
  claimJobs,
  completeImport,
  createApiKey,
  createBrand,
  createCategory,
  createConfiguration,
  createEanAsinTemplate,
  createEntity,
  createFirstTenant,
  createImport,
  createMapping,
  createProduct,
  createRelation,
  createSupplier,
  createTag,
  createTenant,
  createVariants,
  createWebhook,
  deleteAll,
  deleteBrand,
  deleteCategory,
  deleteConfiguration,
  deleteContent,
  deleteEanAsinTemplate,
  deleteEntity,
  deleteImage,
  deleteInBulk,
  deleteOption,
  deleteOverlay,
  deleteProduct,
  deleteRelation,
  deleteSupplier,
  deleteTag,
  deleteVariant,
  deleteWebhook,
  emitTest,
  endSession,
  eraseNext,
  failImport,
  failJob,
  finishExport,
  finishJob,
  finishMail,
  finishReindex,
  forgetFile,
  forgetImportFiles,
  forgetSimilarIndexes,
  freeLanes,
  ignorePendingEans,
  importMappings,
  invite,
  inviteUser,
  issuePasswordReset,
  keepCounters,
  keepLanes,
  keepMail,
  lookUpEans,
  makeSecret,
  mergeBrands,
  moveInBulk,
  moveProduct,
  moveRemote,
  moveSimilarIndex,
  noteArchiveSweep,
  noteAttempt,
  noteFailedLogin,
  noteProgress,
  noteReindexed,
  noteRotation,
  openSession,
  openState,
  pauseImport,
  putContent,
  putDependency,
  putOption,
  putOverlay,
  queueEmbedding,
  releaseJob,
  removeDependency,
  removeDocument,
  removeImport,
  removeMapping,
  removeOffer,
  removeProductTag,
  renewLease,
  reorderImages,
  replacePassword,
  replayDeliveries,
  requestPasswordReset,
  rescore,
  rescueJobs,
  resealSecrets,
  resetRemote,
  resolvePendingEan,
  restartEmbedding,
  restoreProduct,
  resumeImport,
  retryImport,
  revertChange,
  reviewContent,
  revokeApiKey,
  rewriteOverlays,
  rotateApiKey,
  rotateRefreshToken,
  rotateWebhookSecret,
  saveAnalysis,
  saveMapping,
  serveSimilarIndex,
  setLanguages,
  setPublication,
  setSearchSynonyms,
  setStock,
  settleDeliveries,
  startExport,
  startProcessing,
  startReindex,
  startSession,
  stopJob,
  storeAnswer,
  storeVectors,
  sweepDeliveries,
  sweepHeld,
  sweepOldRows,
  syncProducts,
  takeJob,
  takeLanes,
  touchOwnedChunk,
  trimImportErrors,
  unlockAccount,
  updateApiKey,
  updateBrand,
  updateCategory,
  updateConfiguration,
  updateEanAsinTemplate,
  updateEntity,
  updateImage,
  updateInBulk,
  updateMapping,
  updatePrices,
  updateProduct,
  updateRelation,
  updateStock,
  updateSupplier,
  updateTag,
  updateVariant,
  updateWebhook,
  upsertProducts,
  withdrawInvitation,
];

export const MUTATIONS: ReadonlyMap<string, AnyMutation> = new Map(ALL.map((mutation) => [mutation.name, mutation]));
