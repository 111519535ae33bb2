import { Type } from "@sinclair/typebox";
import { maybe, orNull } from "../http/input/fields.ts";

/** The most bytes of a request about many products. */
export const BULK_BYTES_MAX = 10 * 1024 * 1024;

/** 8 to 14 digits among blanks and dashes. */
const CODE = "^[\\s\\-\u2010-\u2015]*(?:\\d[\\s\\-\u2010-\u2015]*){8,14}$";

/** A code that is sent. */
export const codeOf = (description: string, more: { examples?: string[] } = {}) =>
  Type.String({ maxLength: 40, pattern: CODE, description, ...more });
/** A code that is shown. */
export const Ean = orNull(Type.String(), "As first written, without spaces and hyphens.");

export const BrandName = maybe(
  Type.String({ maxLength: 255 }),
  "Matched ignoring case and accents; an unknown brand is created.",
);
export const SupplierCode = maybe(Type.String({ maxLength: 50 }), "Supplier code; an unknown supplier is created.");

/** How lists are paged. */
export const Page = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: "Page number, from 1. Default 1." }),
);
export const pageSizeOf = (usual: number) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: `Products per page. Default ${usual}.` }));
export const Cursor = Type.Optional(
  Type.String({ maxLength: 2000, description: "`next_cursor` of the previous page." }),
);
export const NextCursor = orNull(Type.String(), "Send it as `cursor` for the next page; null on the last page.");
