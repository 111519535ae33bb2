import { deleteContentRecord } from "../../../db/content-variants/content-records.ts";
import { mutation } from "../../../db/ports.ts";
import { ApiError, required } from "../../http/output/errors.ts";
import { type Conditional, requireVersion } from "../../http/output/etag.ts";
import { touchProducts } from "../../products/changes/commit/touch-products.ts";
import { contentChange } from "./content-change.ts";
import { type ContentRequest, findContent } from "./find-content.ts";

interface ContentDeletion extends ContentRequest, Conditional {}

/**
 * Deletes a content variant. Throws PRODUCT_NOT_FOUND, NOT_FOUND, INVALID_PARAMETER, PRECONDITION_FAILED, and
 * INVALID_STATE for the product's own texts.
 */
export const deleteContent = mutation(
  "content-variants.delete",
  async (tx, { expected, ...request }: ContentDeletion, context): Promise<void> => {
    const { product, isMaster, record } = await findContent(tx, request);
    if (isMaster) {
      throw new ApiError("INVALID_STATE", {
        key: "content.is_master",
        details: { current_state: "master", action: "delete", allowed_actions: ["update"] },
      });
    }
    const before = required(record, "content_variant", request.language);
    requireVersion(expected, before.updatedAtUs);
    await deleteContentRecord(tx, before.id);
    const changes = [contentChange(before, undefined)];
    await touchProducts(tx, [{ productId: product.id, updatedFields: ["content_variants"], changes }], context);
  },
);
