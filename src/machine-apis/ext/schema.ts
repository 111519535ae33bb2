import { type TSchema, Type } from "@sinclair/typebox";
import { Time, Uuid } from "../../http/input/fields.ts";
import { OutcomeFields } from "../../products/changes/set/outcome-body.ts";
import { Cursor, Ean, NextCursor, Page, pageSizeOf } from "../machine-fields.ts";
import { ListedProducts, Meta, UpdatedAt } from "./envelope.ts";
import { ExtUpsert, PATCHED } from "./ext-fields.ts";

const ExtProduct = Type.Object({ ...ListedProducts.Body.properties, created_at: Time }, { title: "ExtProduct" });

const envelope = <T extends TSchema>(data: T, meta: Record<string, TSchema> = Meta.properties) =>
  Type.Object({
    success: Type.Literal(true),
    data,
    meta: Type.Object(meta, { title: "ExtMeta" }),
    errors: Type.Array(Type.String()),
  });

export const ExtStatusAnswer = envelope(
  Type.Object({
    status: Type.Literal("ok"),
    version: Type.String(),
    api_key_name: Type.String(),
    api_key_scopes: Type.Array(Type.String()),
    timestamp: Time,
  }),
);
export const ExtListAnswer = envelope(Type.Array(ListedProducts.Body), { ...Meta.properties, next_cursor: NextCursor });
export const ExtProductAnswer = envelope(ExtProduct);
export const ExtUpsertAnswer = envelope(
  Type.Object({ created: Type.Boolean(), ean: Ean, id: Uuid, product: ExtProduct }),
);
export const ExtReplacedAnswer = envelope(
  Type.Object({ id: Uuid, ean: Ean, title: Type.String(), updated_at: UpdatedAt }),
);
export const ExtPatchedAnswer = envelope(
  Type.Object(
    { ...PATCHED, id: Uuid, ean: Ean, updated_at: UpdatedAt },
    { description: "Current values of the fields that were sent." },
  ),
);
export const ExtBatchAnswer = envelope(
  Type.Object({
    total: Type.Integer(),
    created: Type.Integer(),
    updated: Type.Integer(),
    errors: Type.Integer(),
    results: Type.Array(Type.Object({ ean: Ean, ...OutcomeFields }), { description: "In request order." }),
  }),
);

/** The most products of a batch. */
const BATCH_MAX = 500;
export const ExtBatch = Type.Object({
  // Each item is checked by itself: the fault of one leaves the others.
  products: Type.Array(Type.Any({ ...ExtUpsert }), { maxItems: BATCH_MAX }),
});

export const LIST_PAGE_SIZE = 50;
export const DELTA_PAGE_SIZE = 100;

const paging = (usual: number) => ({ page: Page, page_size: pageSizeOf(usual), cursor: Cursor });

export const ExtListQuery = Type.Object({
  supplier_code: Type.Optional(Type.String({ maxLength: 50, description: "Code of a supplier of the product." })),
  updated_since: Type.Optional(Type.String({ maxLength: 64, description: "Changed after this time, ISO 8601." })),
  ...paging(LIST_PAGE_SIZE),
});
export const ExtDeltaQuery = Type.Object({
  since: Type.String({
    maxLength: 64,
    description: "Changed at or after this time, ISO 8601.",
    examples: ["2026-11-21T10:00:00.123456Z"],
  }),
  ...paging(DELTA_PAGE_SIZE),
});

export const EanParams = Type.Object({
  ean: Type.String({ maxLength: 100, description: "EAN, UPC or GTIN, with or without leading zeros." }),
});
