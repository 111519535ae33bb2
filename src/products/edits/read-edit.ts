import { type Static, type TSchema, Type } from "@sinclair/typebox";
import type { ProductFilter } from "../../../db/products/lists/filter.ts";
import { lateCheck } from "../../http/input/checked-items.ts";
import { maybe, Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { type FieldProblem, invalidBody } from "../../http/output/errors.ts";
import { problemsOf } from "../../http/output/faults/problems.ts";
import { TAGS_MAX } from "../../reference/tags/schema.ts";
import { ProductUpdate } from "../fields/product-fields.ts";
import { fieldProblems, readFields } from "../fields/read-fields.ts";
import { readFilterBody } from "../lists/read-filter-body.ts";
import { WORKFLOW_ACTIONS } from "../workflow/workflow-states.ts";
import { type BulkEdit, EDIT_ACTIONS } from "./bulk-edit.ts";

/** A typing error in a name must not pass without a word. */
const StrictUpdate = Type.Object(ProductUpdate.properties, { additionalProperties: false, minProperties: 1 });
const isUpdate = lateCheck(StrictUpdate);

export const BulkEditCreate = Type.Object(
  {
    filter: Type.Record(Type.String(), Type.Unknown(), {
      description:
        "Filters of products, as lists take them; `ids` names products, `{}` all. An unknown filter is refused.",
      examples: [{ without_description: true }],
    }),
    action: Type.Optional(
      oneOf(EDIT_ACTIONS, {
        description:
          "`set` gives them these fields; `delete` hides them; `tag` gives and takes tags; `move` runs a workflow action. Default `set`.",
      }),
    ),
    fields: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        maxProperties: 200,
        description:
          "For `set`: fields as a single update takes them, for each product. For `tag`: `add` and `remove`, ids of tags. For `move`: `action`, such as `publish`, and `comment`. An unknown name is refused.",
        examples: [{ status: "archived" }],
      }),
    ),
  },
  { title: "BulkEditCreate" },
);

const under = (problems: readonly FieldProblem[]) =>
  invalidBody(problems.map((problem) => ({ ...problem, field: problem.field ? `fields.${problem.field}` : "fields" })));

/** The fields to set, as they are stored. Throws VALIDATION_FAILED, under `fields`. */
function readGiven(fields: Record<string, unknown> | undefined): Record<string, unknown> {
  if (fields === undefined || Object.keys(fields).length === 0)
    throw invalidBody([{ field: "fields", type: "missing" }]);
  if (!isUpdate(fields)) throw under(problemsOf(StrictUpdate, fields));
  const problems = fieldProblems(fields);
  if (problems.length > 0) throw under(problems);
  return readFields(fields);
}

const Tags = Type.Object(
  {
    add: Type.Optional(Type.Array(Uuid, { maxItems: TAGS_MAX })),
    remove: Type.Optional(Type.Array(Uuid, { maxItems: 1_000 })),
  },
  { additionalProperties: false, minProperties: 1 },
);
const Move = Type.Object(
  {
    action: oneOf(WORKFLOW_ACTIONS),
    comment: maybe(Type.String({ maxLength: 1_000 })),
  },
  { additionalProperties: false },
);

/** The fields of a `tag` or a `move`. Throws VALIDATION_FAILED, under `fields`. */
function readOther(schema: TSchema, fields: Record<string, unknown> = {}): Record<string, unknown> {
  if (Object.keys(fields).length === 0) throw invalidBody([{ field: "fields", type: "missing" }]);
  const problems = problemsOf(schema, fields);
  if (problems.length > 0) throw under(problems);
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map((id) => id.toLowerCase()) : value,
    ]),
  );
}

/** What is changed, and how: as it was sent and as it is stored. */
interface WantedEdit {
  filter: ProductFilter;
  given: Pick<BulkEdit, "filter" | "action" | "fields" | "givenValues">;
}

/** What a request asks for. Throws VALIDATION_FAILED that names each filter and field which is wrong. */
export function readEdit({ filter, action = "set", fields }: Static<typeof BulkEditCreate>): WantedEdit {
  const found = { filter: readFilterBody(filter, "filter"), given: { filter, action, fields: {}, givenValues: {} } };
  if (action === "delete" && fields !== undefined)
    throw invalidBody([{ field: "fields", type: "invalid_value", key: "products.edit_deletes" }]);
  if (action === "delete") return found;
  if (action !== "set") {
    const givenValues = readOther(action === "tag" ? Tags : Move, fields);
    return { ...found, given: { filter, action, fields: givenValues, givenValues } };
  }
  return { ...found, given: { filter, action, fields: fields ?? {}, givenValues: readGiven(fields) } };
}
