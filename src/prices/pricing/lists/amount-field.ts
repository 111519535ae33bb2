import { type TSchema, Type } from "@sinclair/typebox";
import { type Row, text } from "../../../../db/rows.ts";
import { NUMBER, NUMBER_OR_NULL } from "../../../../db/table.ts";
import { orNull } from "../../../http/input/fields.ts";
import { scaledAmount } from "../../../kit/cents.ts";
import type { Field } from "../../../kit/resource/fields.ts";
import { valueAt } from "../../../kit/resource/record.ts";
import { shownAmount, storedAmount } from "../currency-decimals.ts";

// No amount has more decimals.
const rounded = (amount: number) => scaledAmount(amount, 3) / 1000;
const currencyOf = (row: Row) => text(row, "currency");
const stored = (amount: number, record: object | undefined) =>
  storedAmount(String(valueAt(record ?? {}, "currency")), amount);

/** An amount that must be sent, of a record that has its currency in the field `currency`: as many decimals as that has. */
export const amountField = (input: TSchema): Field<number> => ({
  input,
  output: Type.Number(),
  column: {
    read: (row, column) => shownAmount(currencyOf(row), NUMBER.read(row, column)),
    bind: stored,
    suffix: "_cents",
  },
  normalize: rounded,
});

/** The same, and it may be null. */
export const optionalAmount = (input: TSchema): Field<number | null> => ({
  input: orNull(input),
  output: orNull(Type.Number()),
  column: {
    read: (row, column) => shownAmount(currencyOf(row), NUMBER_OR_NULL.read(row, column)),
    bind: (amount, record) => (amount === null ? null : stored(amount, record)),
    suffix: "_cents",
  },
  initial: null,
  // As it will be read.
  normalize: (amount) => (amount === null ? null : rounded(amount)),
});
