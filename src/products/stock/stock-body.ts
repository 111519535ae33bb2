import { type Static, Type } from "@sinclair/typebox";
import type { Reader } from "../../../db/ports.ts";
import {
  countMovements,
  listMovements,
  MOVEMENT_TYPES,
  type MovementFilter,
  type StockMovement,
} from "../../../db/stock/movements.ts";
import { listStockRecords } from "../../../db/stock/product-stock.ts";
import { listVariants } from "../../../db/variants/variants.ts";
import { maybe, orNull, Time, Uuid } from "../../http/input/fields.ts";
import { keysetPage } from "../../http/input/keyset-page.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { flatPage, flatPageOf, PageQuery, pageOf } from "../../http/input/page.ts";
import { invalidParameter } from "../../http/output/errors.ts";
import { view } from "../../kit/view.ts";
import { isoOfMs, microsecondsOf } from "../../text/instant.ts";
import { findLiveProduct } from "../changes/live-product.ts";

const Quantity = Type.Integer({ minimum: 0, maximum: 1_000_000_000 });

export const StockBody = Type.Object({
  product_id: Uuid,
  total: Type.Integer({ description: "Generic stock if set, else the sum of supplier stock." }),
  generic: orNull(Type.Integer(), "Stock that belongs to no supplier; null if not set."),
  records: Type.Array(
    Type.Object({ supplier_id: Uuid, supplier_code: Type.String(), quantity: Type.Integer(), updated_at: Time }),
  ),
  variants: Type.Array(Type.Object({ variant_id: Uuid, sku: Type.String(), stock: Type.Integer() })),
});

export const StockInput = Type.Object({
  quantity: Quantity,
  supplier_id: maybe(Uuid, "The supplier of the stock; absent: the generic stock."),
  supplier_code: maybe(Type.String({ maxLength: 50 }), "Supplier code; `supplier_id` takes precedence."),
});

const Day = Type.String({ maxLength: 40, examples: ["2026-11-21"] });
export const StockHistoryQuery = Type.Object({
  ...PageQuery.properties,
  page_size: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, description: "Items per page. Default 20. Same as `per_page`." }),
  ),
  date_from: Type.Optional(Type.String({ ...Day, description: "From this date or time, inclusive." })),
  date_to: Type.Optional(Type.String({ ...Day, description: "Until this time, or the end of this day." })),
  movement_type: Type.Optional(oneOf(MOVEMENT_TYPES)),
});

/** The stock of a product, record by record. Throws PRODUCT_NOT_FOUND. */
export async function stockBody(db: Reader, productId: string): Promise<Static<typeof StockBody>> {
  const { id, stock, genericStock } = await findLiveProduct(db, productId);
  const [records, variants] = await Promise.all([listStockRecords(db, id), listVariants(db, id)]);
  return {
    product_id: id,
    total: stock,
    generic: genericStock,
    records: records.map(({ supplierId, supplierCode, quantity, updatedAtMs }) => ({
      supplier_id: supplierId,
      supplier_code: supplierCode,
      quantity,
      updated_at: isoOfMs(updatedAtMs),
    })),
    variants: variants.map((variant) => ({ variant_id: variant.id, sku: variant.sku, stock: variant.stock })),
  };
}

/** A movement of stock. */
const Movements = view<StockMovement>()({
  id: [Uuid, "id"],
  product_id: [Uuid, "productId"],
  supplier_id: [orNull(Uuid, "The supplier of the stock; null for generic and variant stock."), "supplierId"],
  variant_id: [orNull(Uuid), "variantId"],
  movement_type: [oneOf(MOVEMENT_TYPES), "movementType"],
  quantity_before: [Type.Integer(), "quantityBefore"],
  quantity_change: [Type.Integer(), ({ quantityBefore, quantityAfter }) => quantityAfter - quantityBefore],
  quantity_after: [Type.Integer(), "quantityAfter"],
  reference: [orNull(Type.String(), "Source of the change: an import or a connector job."), "reference"],
  created_at: [Time, ({ createdAtMs }) => isoOfMs(createdAtMs)],
});

export const StockHistory = Type.Composite([
  flatPageOf(Movements.expanding({ supplier: "supplier", variant: "variant" })),
  Type.Object({ page_size: Type.Integer() }),
]);

const DAY_MS = 86_400_000;
const IS_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A time that a query names, in Unix milliseconds; the end of a day is its last one. Throws INVALID_PARAMETER. */
function timeOf(field: "date_from" | "date_to", value: string | undefined): number | null {
  if (value === undefined) return null;
  const us = microsecondsOf(value);
  if (us === undefined) throw invalidParameter([{ field, type: "invalid_format", key: "validation.date_time" }]);
  const ms = Math.floor(us / 1000);
  return field === "date_to" && IS_DAY.test(value) ? ms + DAY_MS - 1 : ms;
}

/** A page of what moved the stock of a product, newest first. Throws PRODUCT_NOT_FOUND and INVALID_PARAMETER. */
export async function stockHistory(db: Reader, productId: string, query: Static<typeof StockHistoryQuery>) {
  const { id } = await findLiveProduct(db, productId);
  const page = pageOf({ ...query, per_page: query.page_size ?? query.per_page });
  const filter: MovementFilter = {
    productId: id,
    fromMs: timeOf("date_from", query.date_from),
    toMs: timeOf("date_to", query.date_to),
    movementType: query.movement_type ?? null,
  };
  const { items, total, next } = await keysetPage(page, {
    name: `stock-history ${JSON.stringify(filter)}`,
    shape: ["count"],
    read: ({ after, ...range }) => listMovements(db, filter, { ...range, before: after?.[0] ?? null }),
    count: () => countMovements(db, filter),
    place: ({ number }) => [number],
  });
  return { ...flatPage(items.map(Movements.of), total, page, next), page_size: page.perPage };
}
