import { mutation } from "../../../db/ports.ts";
import { deleteOptions, listOptions } from "../../../db/variants/options.ts";
import { required } from "../../http/output/errors.ts";
import { requireVersion, versionOf } from "../../http/output/etag.ts";
import { touchProducts } from "../changes/commit/touch-products.ts";
import { findLiveProduct } from "../changes/live-product.ts";
import { optionKey } from "./option-rules.ts";
import { renameInVariants } from "./put-option.ts";
import { Options } from "./variant-body.ts";

interface OptionPlace {
  productId: string;
  id: string;
  /** The versions that may be deleted; `null`: any. */
  expected: string[] | null;
}

/** Deletes an option of a product, in its variants too. Throws PRODUCT_NOT_FOUND, NOT_FOUND and PRECONDITION_FAILED. */
export const deleteOption = mutation(
  "variants.delete-option",
  async (tx, { productId: ofProduct, id, expected }: OptionPlace, context): Promise<void> => {
    const { id: productId } = await findLiveProduct(tx, ofProduct);
    const options = await listOptions(tx, productId);
    const option = required(
      options.find((each) => each.id === id),
      "option",
      id,
    );
    requireVersion(expected, versionOf(Options.of(option)));
    await deleteOptions(tx, [id]);
    const rename = (name: string) => (optionKey(name) === option.nameKey ? undefined : name);
    await renameInVariants(tx, productId, rename, context);
    const changes = [{ productId, field: "options", before: Options.of(option), after: null }];
    await touchProducts(tx, [{ productId, updatedFields: ["options"], changes }], context);
  },
);
