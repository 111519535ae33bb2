import { Type } from "@sinclair/typebox";
import { MOVEMENT_TYPES } from "../../../db/stock/movements.ts";
import { orNull, Time, Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { PageQuery } from "../../http/input/page.ts";

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
  supplier_id: Type.Optional(orNull(Uuid, "The supplier of the stock; absent: the generic stock.")),
  supplier_code: Type.Optional(
    orNull(Type.String({ maxLength: 50 }), "Supplier code; `supplier_id` takes precedence."),
  ),
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
