import { type Static, Type } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { oneOf } from "../../http/input/one-of.ts";
import { type FieldProblem, invalidBody } from "../../http/output/errors.ts";
import { problemsOf } from "../../http/output/faults/problems.ts";
import { ProductUpdate } from "../fields/product-fields.ts";
import { fieldProblems, readFields } from "../fields/read-fields.ts";
import { readFilterBody } from "../lists/read-filter-body.ts";
import { EDIT_ACTIONS } from "./bulk-edit.ts";

/** A typing error in a name must not pass without a word. */
const StrictUpdate = Type.Object(ProductUpdate.properties, { additionalProperties: false, minProperties: 1 });

export const BulkEditCreate = Type.Object(
  {
    filter: Type.Record(Type.String(), Type.Unknown(), {
      description:
        "Filters of products, as lists take them; `ids` names products, `{}` all. An unknown filter is refused.",
      examples: [{ without_description: true }],
    }),
    action: Type.Optional(
      oneOf(EDIT_ACTIONS, { description: "`set` gives them these fields; `delete` hides them. Default `set`." }),
    ),
    fields: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        maxProperties: 200,
        description: "For `set`: fields as a single update takes them, for each product. An unknown name is refused.",
        examples: [{ status: "archived" }],
      }),
    ),
  },
  { title: "BulkEditCreate" },
);

const under = (problems: readonly FieldProblem[]) =>
  invalidBody(problems.map((problem) => ({ ...problem, field: problem.field ? `fields.${problem.field}` : "fields" })));

let check: TypeCheck<typeof StrictUpdate> | undefined;

/** The fields to set, as they are stored. Throws VALIDATION_FAILED, under `fields`. */
function readGiven(fields: Record<string, unknown> | undefined): Record<string, unknown> {
  if (fields === undefined || Object.keys(fields).length === 0)
    throw invalidBody([{ field: "fields", type: "missing" }]);
  // Compiled at the first request: start is not the time for it.
  check ??= TypeCompiler.Compile(StrictUpdate);
  if (!check.Check(fields)) throw under(problemsOf(StrictUpdate, fields));
  const problems = fieldProblems(fields);
  if (problems.length > 0) throw under(problems);
  return readFields(fields);
}

/** What a request asks for. Throws VALIDATION_FAILED that names each filter and field which is wrong. */
export function readEdit({ filter, action = "set", fields }: Static<typeof BulkEditCreate>) {
  const found = { filter: readFilterBody(filter, "filter"), given: { filter, action, fields: {}, givenValues: {} } };
  if (action === "delete" && fields !== undefined)
    throw invalidBody([{ field: "fields", type: "invalid_value", key: "products.edit_deletes" }]);
  if (action === "delete") return found;
  return { ...found, given: { filter, action, fields: fields ?? {}, givenValues: readGiven(fields) } };
}
