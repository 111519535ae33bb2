import { Type } from "@sinclair/typebox";
import { TEXT_OR_NULL } from "../../../db/table.ts";
import type { Condition } from "../../../db/table-statements.ts";
import { orNull } from "../../http/input/fields.ts";
import { type FieldProblem, invalidBody } from "../../http/output/errors.ts";
import { changesOf } from "../../kit/resource/changes.ts";
import { type Field, numberField, textField } from "../../kit/resource/fields.ts";
import { conditionsOf } from "../../kit/resource/list.ts";
import { record } from "../../kit/resource/record.ts";
import { Country, countryProblems, TaxClassName } from "./tax-fields.ts";
import { touchRated } from "./touch-taxed.ts";

const Day = Type.String({ format: "date", examples: ["2026-01-01"] });
const dayField = (description: string): Field<string | null> => ({
  input: orNull(Day, description),
  output: orNull(Day, description),
  column: TEXT_OR_NULL,
  initial: null,
});
const { initial: _, ...rateField } = numberField(
  Type.Number({ minimum: 0, maximum: 100, description: "Percent.", examples: [20] }),
  0,
);

/** What a tax class is taxed with in a country, from a day until another. */
export const TaxRate = record({
  table: "tax_rate",
  noun: "tax_rate",
  fields: {
    tax_class: textField(TaxClassName, { shown: TaxClassName }),
    country: textField(Country, { shown: Country }),
    rate: rateField,
    valid_from: dayField("The first day on which it holds. Null: since ever."),
    valid_until: dayField("The last day on which it holds. Null: without an end."),
  },
});

type RateRow = ReturnType<typeof TaxRate.blank>;

/** Amounts are converted by millionths. */
const DECIMALS = 4;
const FIRST = "0000-01-01";
const LAST = "9999-12-31";
const isBefore = (one: Pick<RateRow, "valid_until">, other: Pick<RateRow, "valid_from">) =>
  (one.valid_until ?? LAST) < (other.valid_from ?? FIRST);

/** The rates that hold on a day. */
export const holdsOn = (day: string): Condition => ({
  sql: "ifnull(valid_from, :day) <= :day and ifnull(valid_until, :day) >= :day",
  args: { day },
});

export const taxRateChanges = changesOf("tax-rates", TaxRate, {
  check: async (tx, row) => {
    const problems: FieldProblem[] = countryProblems("country", row.country);
    if (Number(row.rate.toFixed(DECIMALS)) !== row.rate) {
      problems.push({ field: "rate", type: "out_of_range", key: "validation.decimals", params: { limit: DECIMALS } });
    }
    if (isBefore(row, row)) problems.push({ field: "valid_until", type: "invalid_value", key: "tax.ends_before" });
    const alike = await TaxRate.table.listAll(tx, conditionsOf({ tax_class: row.tax_class, country: row.country }));
    const other = alike.find((each) => each.id !== row.id && !isBefore(each, row) && !isBefore(row, each));
    if (other) {
      const params = { rate: `${other.rate} %` };
      problems.push({ field: "valid_from", type: "invalid_value", key: "tax.overlaps", params });
    }
    if (problems.length > 0) throw invalidBody(problems);
  },
  created: touchRated,
  changed: (tx, { after }, context) => touchRated(tx, after, context),
  deleted: (tx, { id }, _how, context) => touchRated(tx, { id, valid_from: null, valid_until: null }, context),
  audit: {
    created: "setting.changed",
    changed: "setting.changed",
    deleted: "setting.changed",
    details: ({ tax_class, country, rate, valid_from, valid_until }) => ({
      ...{ tax_class, country, rate, valid_from, valid_until },
    }),
  },
});
