import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import { findKnownTags } from "../../../db/products/known-ids.ts";
import { listProductTags, type ProductTag } from "../../../db/tags/product-tags.ts";
import { unknownReference } from "../../http/input/fields.ts";
import { invalidBody, requiredOf } from "../../http/output/errors.ts";
import { type Conditional, requireVersion, versionOf } from "../../http/output/etag.ts";
import { touchProducts } from "../../products/changes/commit/touch-products.ts";
import { findLiveProduct } from "../../products/changes/live-product.ts";
import { openTags } from "../../products/changes/set/names.ts";
import { nameKey } from "../../text/name-key.ts";
import { type ProductTagsFields, TAGS_MAX } from "./schema.ts";
import { Tag } from "./tag.ts";

interface ProductTagsChange extends Conditional {
  productId: string;
  fields: ProductTagsFields;
  /** Whether the product keeps the tags that are not named. */
  addsOnly: boolean;
}

export interface ProductTags {
  productId: string;
  tags: ProductTag[];
}

/** The tags of a product as the API shows them. */
export const productTagsBody = ({ productId, tags }: ProductTags) => ({ product_id: productId, tags });

/** Throws PRECONDITION_FAILED unless the tags of a product are still those that the caller has read. */
function requireTags(expected: string[] | null, tags: ProductTags): void {
  if (expected) requireVersion(expected, versionOf(productTagsBody(tags)));
}

/**
 * Gives a product tags, besides those it has or in their place; names that no tag has become tags. With nothing new
 * nothing is written. Throws PRODUCT_NOT_FOUND, PRECONDITION_FAILED, and VALIDATION_FAILED for unknown ids and for more than 50 tags.
 */
export const changeProductTags = mutation(
  "tags.change-of-product",
  async (
    tx,
    { productId: ofProduct, fields, addsOnly, expected }: ProductTagsChange,
    context,
  ): Promise<ProductTags> => {
    const { id: productId } = await findLiveProduct(tx, ofProduct);
    const before = await listProductTags(tx, productId);
    requireTags(expected, { productId, tags: before });
    const had = new Set(before.map(({ id }) => id));
    const named = await findNamed(tx, fields, context);
    const wanted = addsOnly ? new Set([...had, ...named]) : named;
    if (wanted.size > TAGS_MAX) {
      const field = fields.tag_ids ? "tag_ids" : "names";
      throw invalidBody([{ field, type: "too_long", key: "tags.too_many", params: { limit: TAGS_MAX } }]);
    }
    const [removed, added] = [had.difference(wanted), wanted.difference(had)];
    if (removed.size + added.size === 0) return { productId, tags: before };
    return storeTags(tx, productId, { before, removed, added }, context);
  },
);

/** The ids of the tags that a request names. */
async function findNamed(tx: Tx, fields: ProductTagsFields, context: MutationContext): Promise<Set<string>> {
  const ids = fields.tag_ids ?? [];
  const names = fields.names ?? [];
  const known = await findKnownTags(tx, ids);
  const unknown = ids.flatMap((id, index) => (known.has(id) ? [] : `tag_ids.${index}`));
  if (unknown.length > 0) throw unknownReference(...unknown);
  const empty = names.flatMap((name, index) => (nameKey(name) === "" ? `names.${index}` : []));
  if (empty.length > 0) throw invalidBody(empty.map((field) => ({ field, type: "invalid_value" })));
  const tags = openTags(context);
  const named = await tags.findAll(tx, names);
  await tags.store(tx);
  return new Set([...ids, ...named.map(({ id }) => id)]);
}

/** Takes a tag off a product. Throws PRODUCT_NOT_FOUND, PRECONDITION_FAILED, and NOT_FOUND for a tag that it does not have. */
export const removeProductTag = mutation(
  "tags.remove-from-product",
  async (
    tx,
    { productId: ofProduct, tagId, expected }: { productId: string; tagId: string; expected: string[] | null },
    context,
  ): Promise<void> => {
    const { id: productId } = await findLiveProduct(tx, ofProduct);
    const before = await listProductTags(tx, productId);
    requireTags(expected, { productId, tags: before });
    requiredOf(before, "tag", tagId);
    await storeTags(tx, productId, { before, removed: new Set([tagId]), added: new Set() }, context);
  },
);

/** Takes tags off a product, and gives it others. */
async function storeTags(
  tx: Tx,
  productId: string,
  {
    before,
    removed,
    added,
  }: { before: readonly ProductTag[]; removed: ReadonlySet<string>; added: ReadonlySet<string> },
  context: MutationContext,
): Promise<ProductTags> {
  const remaining = before.filter(({ id }) => !removed.has(id));
  const fresh = added.size > 0 ? await Tag.table.findBy(tx, "id", [...added]) : [];
  const namesOf = (tags: readonly { name: string }[]) =>
    tags
      .map(({ name }) => [nameKey(name), name] as const)
      .toSorted()
      .map(([, name]) => name);
  const changes = [{ field: "tags", before: namesOf(before), after: namesOf([...remaining, ...fresh]) }];
  const touch = { productId, updatedFields: ["tags"], changes, tags: { before: removed, after: added } };
  await touchProducts(tx, [touch], context);
  return { productId, tags: await listProductTags(tx, productId) };
}
