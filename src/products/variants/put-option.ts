import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import { listOptions, type Option, productOptions } from "../../../db/variants/options.ts";
import { listVariants, updateVariants } from "../../../db/variants/variants.ts";
import { invalidBody, requiredOf } from "../../http/output/errors.ts";
import { requireVersion, versionOf } from "../../http/output/etag.ts";
import { duplicateResource } from "../../http/output/faults/duplicate-resource.ts";
import { touchProducts } from "../changes/commit/touch-products.ts";
import { findLiveProduct, type PartOfProduct } from "../changes/live-product.ts";
import { distinct, isSameOption, optionKey, renameOptions } from "./option-rules.ts";
import type { OptionFields } from "./schema.ts";
import { Options } from "./variant-body.ts";

interface OptionChange {
  productId: string;
  fields: OptionFields;
}

/** The option that a request means. Throws VALIDATION_FAILED for an id that the product does not have. */
function meantOption(options: readonly Option[], { id, name }: OptionFields): Option | undefined {
  if (id === undefined) return options.find(({ nameKey }) => nameKey === optionKey(name ?? ""));
  const option = options.find((each) => each.id === id);
  if (option) return option;
  throw invalidBody([{ field: "id", type: "invalid_value", key: "validation.unknown_reference" }]);
}

/** The option as the request wants it. Throws DUPLICATE_RESOURCE when another one has its new name. */
function changedOption(
  before: Option | undefined,
  fields: OptionFields,
  { options, fresh }: { options: readonly Option[]; fresh: Pick<Option, "id" | "productId" | "createdAtMs"> },
): Option {
  const known = before ?? { ...fresh, name: "", values: [], position: (options.at(-1)?.position ?? 0) + 1 };
  const name = (fields.name ?? known.name).trim();
  const nameKey = optionKey(name);
  const other = options.find((each) => each.nameKey === nameKey && each.id !== known.id);
  if (other) throw duplicateResource("name", name, other.id, "option");
  const values = fields.values ? distinct(fields.values) : known.values;
  return { ...known, name, nameKey, values, position: fields.position ?? known.position };
}

/**
 * Creates an option of a product, or changes the one of this id or name; a new name is passed on to the variants. Throws
 * PRODUCT_NOT_FOUND, VALIDATION_FAILED, and DUPLICATE_RESOURCE when another option has the new name.
 */
export const putOption = mutation(
  "variants.put-option",
  async (tx, { productId: ofProduct, fields }: OptionChange, context): Promise<{ option: Option; isNew: boolean }> => {
    if (fields.id === undefined && fields.name === undefined) throw invalidBody([{ field: "name", type: "missing" }]);
    const { id: productId } = await findLiveProduct(tx, ofProduct);
    const options = await listOptions(tx, productId);
    const before = meantOption(options, fields);
    const fresh = { id: context.newId(), productId, createdAtMs: context.now() };
    const option = changedOption(before, fields, { options, fresh });
    if (isSameOption(option, before)) return { option, isNew: false };
    await productOptions.saveAll(tx, [option]);
    const key = before?.nameKey ?? option.nameKey;
    await renameInVariants(tx, productId, (name) => (optionKey(name) === key ? option.name : name), context);
    const changes = [
      { productId, field: "options", before: before ? Options.of(before) : null, after: Options.of(option) },
    ];
    await touchProducts(tx, [{ productId, updatedFields: ["options"], changes }], context);
    return { option, isNew: before === undefined };
  },
);

/** Renames options in a product's variants, or drops them where the new name is undefined. */
export async function renameInVariants(
  tx: Tx,
  productId: string,
  newName: (name: string) => string | undefined,
  { now }: MutationContext,
): Promise<void> {
  const variants = await listVariants(tx, productId);
  const changed = variants
    .map((variant) => renameOptions(variant, newName))
    .filter((each, at) => each !== variants[at]);
  await updateVariants(tx, changed, now());
}

/** Deletes an option of a product, in its variants too. Throws PRODUCT_NOT_FOUND, NOT_FOUND and PRECONDITION_FAILED. */
export const deleteOption = mutation(
  "variants.delete-option",
  async (tx, { productId: ofProduct, id, expected }: PartOfProduct, context): Promise<void> => {
    const { id: productId } = await findLiveProduct(tx, ofProduct);
    const options = await listOptions(tx, productId);
    const option = requiredOf(options, "option", id);
    requireVersion(expected, versionOf(Options.of(option)));
    await productOptions.erase(tx, { id: [id] });
    const rename = (name: string) => (optionKey(name) === option.nameKey ? undefined : name);
    await renameInVariants(tx, productId, rename, context);
    const changes = [{ productId, field: "options", before: Options.of(option), after: null }];
    await touchProducts(tx, [{ productId, updatedFields: ["options"], changes }], context);
  },
);
