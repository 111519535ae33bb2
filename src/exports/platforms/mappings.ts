import { type Static, Type } from "@sinclair/typebox";
import { oneOf } from "../../http/input/one-of.ts";
import type { FieldProblem } from "../../http/output/errors.ts";
import { EXPORT_FIELDS, findProductField } from "../tables/exported-fields.ts";
import { amountIn, type Column, type ExportValue } from "../tables/table.ts";
import { CHANGES, TRANSFORMS } from "../transforms.ts";

const Target = Type.String({ minLength: 1, maxLength: 200 });
export const FieldMappings = Type.Record(
  Type.String({ maxLength: 100 }),
  Type.Union([
    Target,
    Type.Object({
      target: Target,
      default: Type.Optional(Type.Unknown({ description: "In place of nothing." })),
      transform: Type.Optional(oneOf(TRANSFORMS)),
    }),
  ]),
  {
    description:
      "Our fields and what they are called there; empty: all fields by their own names. `id` and `ean` are always there.",
    examples: [{ title: "name", price: { target: "amount", transform: "round2", default: 0 } }],
  },
);
/** The fields that a partner wants, and what they call them; empty: all of them by our names. */
export type Mappings = Static<typeof FieldMappings>;

/** What is wrong with mappings: unknown fields. */
export const mappingProblems = (mappings: Mappings): FieldProblem[] =>
  Object.keys(mappings)
    .filter((name) => !findProductField(name))
    .map((name) => ({
      field: `field_mappings.${name}`,
      type: "invalid_value",
      key: "validation.unknown_field",
    }));

/** The fields that are read of products. */
export const mappedFields = (mappings: Mappings): string[] => {
  const names = Object.keys(mappings);
  return names.length === 0 ? EXPORT_FIELDS.map(({ name }) => name) : [...new Set(["id", "ean", ...names])];
};

const isEmpty = (value: unknown) => value === null || value === "" || (Array.isArray(value) && value.length === 0);
/** A value as JSON for partners has it. */
export const exportedValue = (value: ExportValue, kind: Column<unknown>["kind"]): unknown =>
  typeof value === "number" ? amountIn(kind, value) : value;

/** What is sent of a product. */
export function payloadOf<Row>(columns: readonly Column<Row>[], row: Row, mappings: Mappings): Record<string, unknown> {
  const payload: Record<string, unknown> = {};
  for (const { name, kind, read } of columns) {
    const value = exportedValue(read(row), kind);
    const mapping = Object.hasOwn(mappings, name) ? mappings[name] : undefined;
    const {
      target,
      transform,
      default: fallback,
    } = typeof mapping === "object" ? mapping : { target: mapping ?? name };
    const changed = transform ? CHANGES[transform](value) : value;
    payload[target] = isEmpty(changed) && fallback !== undefined ? fallback : changed;
  }
  return payload;
}
