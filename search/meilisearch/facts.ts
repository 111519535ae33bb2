import type { Reader } from "../../db/ports.ts";
import { JOINED_FLAGS as FLAGS } from "../../db/products/lists/filter-conditions.ts";
import { STATE } from "../../db/products/product-state.ts";
import { json, number, type Row, text, textOrNull } from "../../db/rows.ts";

/** What a product is filtered and counted by. */
export interface ProductFacts {
  row_id: number;
  product_id: string;
  gtin14: string | null;
  status: string;
  lifecycle_status: string;
  workflow_status: string;
  brand_id: string | null;
  category_id: string | null;
  supplier_ids: string[];
  tag_ids: string[];
  price_cents: number | null;
  completeness_score: number;
  created_at_ms: number;
  updated_at_us: number;
  /** The flags of lists that are true of it. */
  flags: string[];
}

// Every flag that lists know, by its own condition, so that both engines agree on them.
const FLAG_NAMES = Object.keys(FLAGS) as (keyof typeof FLAGS)[];
const FLAG_LIST = `json_array(${FLAG_NAMES.map((name) => `iif(${FLAGS[name]}, '${name}', null)`).join(", ")})`;

const readFacts = (row: Row): ProductFacts => ({
  row_id: number(row, "row_id"),
  product_id: text(row, "id"),
  gtin14: textOrNull(row, "gtin14"),
  status: text(row, "status"),
  lifecycle_status: text(row, "lifecycle_status"),
  workflow_status: text(row, "workflow_status"),
  brand_id: textOrNull(row, "brand_id"),
  category_id: textOrNull(row, "category_id"),
  // These lists are made by the statement.
  supplier_ids: json(row, "supplier_ids") as string[],
  tag_ids: json(row, "tag_ids") as string[],
  price_cents: row["price_cents"] === null ? null : number(row, "price_cents"),
  completeness_score: number(row, "completeness_score"),
  created_at_ms: number(row, "created_at_ms"),
  updated_at_us: number(row, "updated_at_us"),
  flags: (json(row, "flags") as (string | null)[]).filter((flag) => flag !== null),
});

/** The facts of these rows as far as they are the tenant's, by row id. */
export async function findFacts(db: Reader, rowIds: readonly number[]): Promise<Map<number, ProductFacts>> {
  const facts = await db.all(
    `select product.row_id, product.id, product.gtin14, product.status, product.lifecycle_status,
        product.workflow_status, product.brand_id, product.category_id, product.price_cents,
        product.completeness_score, product.created_at_ms, state.updated_at_us,
        (select json_group_array(product_supplier.supplier_id) from product_supplier
          where product_supplier.tenant_id = :tenant and product_supplier.product_id = product.id) as supplier_ids,
        (select json_group_array(product_tag.tag_id) from product_tag
          where product_tag.tenant_id = :tenant and product_tag.product_id = product.id) as tag_ids,
        ${FLAG_LIST} as flags
      from json_each(:rowIds) wanted
      cross join product on product.row_id = wanted.value
      ${STATE}
      where +product.tenant_id = :tenant`,
    { rowIds: JSON.stringify(rowIds) },
    readFacts,
  );
  return new Map(facts.map((each) => [each.row_id, each]));
}

/** The row id of a product; `undefined` when there is none. */
export const findRowId = (db: Reader, id: string): Promise<number | undefined> =>
  db.first("select row_id from product where tenant_id = :tenant and id = :id", { id }, (row) => number(row, "row_id"));
