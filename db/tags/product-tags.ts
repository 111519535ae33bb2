import type { Reader, Tx } from "../ports.ts";
import { membersOf, objectOf, type SelectedBy, selection } from "../selection.ts";
import { TEXT, TEXT_OR_NULL, type ValuesOf } from "../table.ts";

const TAG = { id: TEXT, name: TEXT, slug: TEXT, color: TEXT_OR_NULL };
const tags = selection("tag", TAG);
/** A tag as a product shows it. */
export type ProductTag = ValuesOf<typeof TAG>;
export const readTag = tags.read;

/** The tags of a product, by name. */
export const listProductTags = (db: Reader, productId: string): Promise<ProductTag[]> =>
  db.all(
    `select ${tags.selected} from product_tag
      cross join tag on tag.tenant_id = :tenant and tag.id = product_tag.tag_id
      where product_tag.tenant_id = :tenant and product_tag.product_id = :productId
      order by tag.name_key, tag.id`,
    { productId },
    readTag,
  );

const LINK = selection("product_tag", { productId: TEXT, tagId: TEXT });
/** A product and one of its tags. */
export type TagLink = SelectedBy<typeof LINK>;

/** The tags of these products, in no order. */
export const findTagLinks = (db: Reader, productIds: readonly string[]): Promise<TagLink[]> =>
  db.all(
    `select ${LINK.selected} from json_each(:productIds) wanted
      cross join product_tag on product_tag.tenant_id = :tenant and product_tag.product_id = wanted.value`,
    { productIds: JSON.stringify(productIds) },
    LINK.read,
  );

const linksJson = (links: readonly TagLink[]) =>
  JSON.stringify(links.map(({ productId, tagId }) => [productId, tagId]));

/** Gives products tags; those they have already stay. */
export const insertTagLinks = (tx: Tx, links: readonly TagLink[]): Promise<void> =>
  tx.send(
    `insert into product_tag (tenant_id, product_id, tag_id)
      select :tenant, value ->> 0, value ->> 1 from json_each(:links) where true on conflict do nothing`,
    { links: linksJson(links) },
  );

/** Takes tags off products. */
export const deleteTagLinks = (tx: Tx, links: readonly TagLink[]): Promise<void> =>
  tx.send(
    `delete from product_tag where tenant_id = :tenant
      and (product_id, tag_id) in (select value ->> 0, value ->> 1 from json_each(:links))`,
    { links: linksJson(links) },
  );

/** Some products that have a tag, soft-deleted ones included, in the order of their ids. */
export const listTagged = (db: Reader, tagId: string, limit: number): Promise<TagLink[]> =>
  db.all(
    `select ${LINK.selected} from product_tag
      where product_tag.tenant_id = :tenant and product_tag.tag_id = :tagId order by product_tag.product_id limit :limit`,
    { tagId, limit },
    LINK.read,
  );

/** The tags of `product` as JSON, by name, each for `readTag`. */
export const TAGS_OF_PRODUCT = `(select json_group_array(json(tagged)) from (
  select ${objectOf("tag", membersOf(TAG))} as tagged
    from product_tag cross join tag on tag.tenant_id = :tenant and tag.id = product_tag.tag_id
    where product_tag.tenant_id = :tenant and product_tag.product_id = product.id order by tag.name_key, tag.id))`;
