import { type TSchema, Type } from "@sinclair/typebox";
import { STATUSES } from "../../../db/products/product-row.ts";
import { maybe, orNull, Ticks, Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { OutcomeFields } from "../../products/changes/set/outcome-body.ts";
import { Cursor, codeOf, Ean, NextCursor, Page, pageSizeOf } from "../machine-fields.ts";
import { PRICES, Stock, SyncProduct } from "./appsync-fields.ts";
import { SyncedProducts } from "./envelope.ts";

const answer = <T extends TSchema>(data: T, more: Record<string, TSchema> = {}) =>
  Type.Object({
    success: Type.Literal(true),
    code: Type.Literal(200),
    message: Type.String(),
    data,
    count: Type.Integer({ minimum: 0, description: "Number of items in `data`." }),
    ...more,
  });
const list = <T extends TSchema>(item: T) =>
  answer(Type.Array(item), {
    page: Type.Integer({ minimum: 1 }),
    pages: Type.Integer({ minimum: 0 }),
    total: Type.Integer({ minimum: 0, description: "Number of items in the whole list." }),
    next_cursor: NextCursor,
  });

export const SyncStatusAnswer = answer(
  Type.Object({
    api: Type.String(),
    version: Type.String(),
    timestamp: Type.String({ format: "date-time" }),
    endpoints: Type.Array(Type.String()),
  }),
);
export const SyncProductsAnswer = list(SyncedProducts.Body);
export const SyncProductAnswer = answer(SyncedProducts.Body);
export const SyncChangedAnswer = answer(
  Type.Object({ id: Uuid, ean: Ean, name: Type.String(), is_active: Type.Boolean(), updated_at: Ticks }),
);
export const SyncActivityAnswer = answer(Type.Object({ id: Uuid, is_active: Type.Boolean(), status: oneOf(STATUSES) }));
export const SyncOutcomesAnswer = answer(
  Type.Array(Type.Object({ reference: orNull(Type.String()), ...OutcomeFields }), { description: "In request order." }),
);
export const SyncUpdatesAnswer = answer(
  Type.Array(
    Type.Object({
      ean: Type.String({ description: "As sent." }),
      updated: Type.Boolean({ description: "Whether the product was found and updated." }),
      status: oneOf(["ok", "not_found"] as const),
    }),
    { description: "In request order." },
  ),
);
export const SyncCategoriesAnswer = list(
  Type.Object({
    id: Uuid,
    name: Type.String(),
    slug: Type.String(),
    parent_id: orNull(Uuid, "Null for a root category."),
    level: Type.Integer({ minimum: 0, description: "0 at the root." }),
    sort_order: Type.Integer(),
  }),
);
export const SyncSuppliersAnswer = list(
  Type.Object({
    id: Uuid,
    name: Type.String(),
    code: Type.String(),
    is_active: Type.Boolean(),
    country: orNull(Type.String(), "ISO 3166-1 alpha-2."),
  }),
);

const SYNC_MAX = 1000;
// Each item is checked by itself: the fault of one leaves the others.
export const SyncBatch = Type.Array(Type.Any({ ...SyncProduct }), { maxItems: SYNC_MAX });

const UPDATES_MAX = 5000;
const code = codeOf("EAN, UPC or GTIN of a product or variant.");
export const StockUpdates = Type.Array(
  Type.Object({
    ean: code,
    stock: Stock,
    supplier_code: maybe(
      Type.String({ maxLength: 50 }),
      "The supplier that holds the stock; absent: the product's own stock.",
    ),
  }),
  { maxItems: UPDATES_MAX },
);
export const PriceUpdates = Type.Array(Type.Object({ ean: code, ...PRICES }), {
  maxItems: UPDATES_MAX,
  description: "Each item needs at least one price.",
});

export const DEFAULT_LIMIT = 100;
const paging = { page: Page, limit: pageSizeOf(DEFAULT_LIMIT), cursor: Cursor };
export const SyncListQuery = Type.Object({
  ...paging,
  search: Type.Optional(
    Type.String({ maxLength: 200, description: "Part of the name or reference, ignoring case and accents." }),
  ),
  ean: Type.Optional(Type.String({ maxLength: 100, description: "The EAN, with or without leading zeros." })),
  active_only: Type.Optional(Type.Boolean({ description: "Only active products. Default true." })),
});
export const SyncPaging = Type.Object(paging);
export const SinceParams = Type.Object({
  timestamp: Type.Integer({ minimum: 0, maximum: 99_999_999_999, description: "Unix time in seconds." }),
});
export const RefParams = Type.Object({
  ref: Type.String({ minLength: 1, maxLength: 255, description: "A reference, or an EAN if no reference matches." }),
});
