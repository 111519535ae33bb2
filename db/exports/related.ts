import type { Reader } from "../ports.ts";
import { amountSql } from "../pricing/currency-units.ts";
import { json, type Row, text } from "../rows.ts";

/** What belongs to a product besides its own fields, by the names of the API. */
export const RELATED_NAMES = ["variants", "content_variants", "relations", "suppliers", "prices", "images"] as const;
export type RelatedName = (typeof RELATED_NAMES)[number];

/** All that belongs to some products, by kind and then by the id of the product; without those that have nothing. */
export type Related = Record<RelatedName, Map<string, Record<string, unknown>[]>>;

/** Each reads `product_id` and `item`, the JSON that an export shows; money with its decimals. */
const STATEMENTS: Record<RelatedName, string> = {
  variants: `select product_variant.product_id, json_object('id', product_variant.id, 'sku', product_variant.sku,
      'ean', product_variant.ean, 'option_values', json(product_variant.option_values),
      'price', product_variant.price_cents / 100.0,
      'compare_at_price', product_variant.compare_at_price_cents / 100.0,
      'cost_price', product_variant.cost_price_cents / 100.0, 'stock', product_variant.stock,
      'weight_kg', product_variant.weight_kg, 'image_url', product_variant.image_url,
      'is_active', json(iif(product_variant.is_active, 'true', 'false')), 'position', product_variant.position) as item
    from json_each(:ids) wanted cross join product_variant
      on product_variant.tenant_id = :tenant and product_variant.product_id = wanted.value
    order by product_variant.position, product_variant.id`,
  content_variants: `select content_variant.product_id, json_object('language', content_variant.language,
      'entity_id', content_variant.entity_id, 'configuration_id', content_variant.configuration_id,
      'reviewed', json(iif(content_variant.reviewed, 'true', 'false')),
      'content', json(content_variant.content)) as item
    from json_each(:ids) wanted cross join content_variant
      on content_variant.tenant_id = :tenant and content_variant.product_id = wanted.value
    order by content_variant.language, content_variant.created_at_ms, content_variant.id`,
  relations: `select product_relation.product_id, json_object('relationship_type', product_relation.relationship_type,
      'related_product_id', product_relation.related_product_id, 'related_ean', product.ean,
      'related_reference', product.reference, 'priority', product_relation.priority) as item
    from json_each(:ids) wanted cross join product_relation
      on product_relation.tenant_id = :tenant and product_relation.product_id = wanted.value
    cross join product
      on product.tenant_id = :tenant and product.id = product_relation.related_product_id
        and product.deleted_at_ms is null
    order by product_relation.relationship_type, product_relation.priority, product_relation.id`,
  suppliers: `select product_supplier.product_id, json_object('supplier_id', product_supplier.supplier_id,
      'code', supplier.code, 'name', supplier.name, 'supplier_reference', product_supplier.supplier_reference,
      'cost_price', product_supplier.cost_price_cents / 100.0, 'currency', product_supplier.currency,
      'stock', product_supplier.stock, 'lead_time_days', product_supplier.lead_time_days,
      'min_order_quantity', product_supplier.min_order_quantity) as item
    from json_each(:ids) wanted cross join product_supplier
      on product_supplier.tenant_id = :tenant and product_supplier.product_id = wanted.value
    cross join supplier
      on supplier.tenant_id = :tenant and supplier.id = product_supplier.supplier_id
    order by supplier.code`,
  prices: `select price_list_entry.product_id, json_object('price_list_id', price_list_entry.price_list_id,
      'price_list', price_list.name, 'channel', price_list.channel, 'currency', price_list.currency,
      'variant_id', price_list_entry.variant_id, 'price', ${amountSql("price_list_entry.price_cents", "price_list.currency")},
      'compare_at_price', ${amountSql("price_list_entry.compare_at_price_cents", "price_list.currency")},
      'min_quantity', price_list_entry.min_quantity) as item
    from json_each(:ids) wanted cross join price_list_entry
      on price_list_entry.tenant_id = :tenant and price_list_entry.product_id = wanted.value
    cross join price_list
      on price_list.tenant_id = :tenant and price_list.id = price_list_entry.price_list_id
    order by price_list.priority desc, price_list.created_at_ms, price_list.id, price_list_entry.min_quantity`,
  images: `select media.product_id, json_object('id', media.id, 'url', media.url, 'title', media.title,
      'alt_text', media.alt_text, 'position', media.position,
      'is_primary', json(iif(media.is_primary, 'true', 'false')), 'content_type', media.content_type,
      'width', media.width, 'height', media.height) as item
    from json_each(:ids) wanted cross join media
      on media.tenant_id = :tenant and media.product_id = wanted.value
    order by media.position, media.created_at_ms, media.id`,
};

const readItem = (row: Row) => ({
  productId: text(row, "product_id"),
  // The statements make objects.
  item: json(row, "item") as Record<string, unknown>,
});

async function listKind(db: Reader, name: RelatedName, ids: string): Promise<Related[RelatedName]> {
  const found: Related[RelatedName] = new Map();
  for (const { productId, item } of await db.all(STATEMENTS[name], { ids }, readItem)) {
    const items = found.get(productId);
    if (items) items.push(item);
    else found.set(productId, [item]);
  }
  return found;
}

/** Reads what belongs to these products, in one statement for each kind. */
export async function listRelated(db: Reader, productIds: readonly string[]): Promise<Related> {
  const ids = JSON.stringify(productIds);
  const found: Partial<Related> = {};
  for (const name of RELATED_NAMES) found[name] = await listKind(db, name, ids);
  // Each of the names was read.
  return found as Related;
}
