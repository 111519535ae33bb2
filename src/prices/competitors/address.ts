import { type TSchema, Type } from "@sinclair/typebox";
import { ADDRESS_RESULTS, type AddressResult, findMissingOfAddress } from "../../../db/competitors/addresses.ts";
import { wordOrNullColumn } from "../../../db/keyed-table.ts";
import { TEXT } from "../../../db/table.ts";
import { orNull, Uuid, unknownReference, WebAddress } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { ApiError } from "../../http/output/errors.ts";
import { changesOf } from "../../kit/resource/changes.ts";
import { type Field, flagField, optionalDateTime, optionalMoney, textField } from "../../kit/resource/fields.ts";
import { record } from "../../kit/resource/record.ts";

const idField = (input: TSchema): Field<string> => ({ input, output: Uuid, column: TEXT });
const LastResult = orNull(
  oneOf(ADDRESS_RESULTS, {
    description:
      "What the last check found. `ok`: a price that counts. `doubtful`: one that waits in `/prices/validation`. `rejected`: one that was refused there before, or of an inactive competitor. `other_product`: the page names another EAN. `other_currency`: there is no exchange rate. `without_tax`: the page has a net price only. `unreadable`: it cannot be read.",
  }),
  "Null: not checked yet.",
);

/** Where a competitor sells a product, as somebody has entered it. */
export const CompetitorAddress = record({
  table: "competitor_address",
  noun: "competitor_address",
  key: "address",
  expands: { product: "product", competitor: "competitor" },
  fields: {
    product_id: idField({ ...Uuid, description: "Whose price is there." }),
    competitor_id: idField({ ...Uuid, description: "Who sells it there." }),
    url: textField(WebAddress, { shown: Type.String({ examples: ["https://bigshop.example/p/1"] }) }),
    is_paused: flagField(false, "Whether it is left out of checks, also where it was observed. Default false."),
    last_checked_at: { ...optionalDateTime("Null: not yet."), sent: "never" as const },
    last_result: {
      input: LastResult,
      output: LastResult,
      column: wordOrNullColumn(ADDRESS_RESULTS),
      initial: null,
      sent: "never",
    } satisfies Field<AddressResult | null>,
    last_price: { ...optionalMoney(Type.Number()), sent: "never" as const },
  },
});

export const addressChanges = changesOf("competitor-addresses", CompetitorAddress, {
  unique: { field: "url", column: "url", within: ["product_id", "competitor_id"] },
  check: async (tx, row) => {
    const named = { productId: row.product_id, competitorId: row.competitor_id };
    const missing = await findMissingOfAddress(tx, named);
    if (missing.includes("product_id")) throw new ApiError("PRODUCT_NOT_FOUND");
    if (missing.length > 0) throw unknownReference(...missing);
  },
  // What was found is about where it was before.
  complete: (_, row, given) =>
    ["product_id", "competitor_id", "url"].some((field) => field in given)
      ? { ...row, last_checked_at: null, last_result: null, last_price: null }
      : row,
});
