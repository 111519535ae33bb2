import { Kind, type TSchema } from "@sinclair/typebox";
import { type ValueError, ValueErrorType } from "@sinclair/typebox/errors";
import { Value } from "@sinclair/typebox/value";
import { decimalsOfSchema } from "../../input/amount.ts";
import { variantsOf } from "../../input/coercion.ts";
import type { FieldProblem, ProblemType } from "../errors.ts";
import type { MessageKey } from "../messages.ts";
import { patternText } from "../pattern-texts.ts";

// Enough to repair a body by; a bulk of thousands of broken items is not worth listing.
const PROBLEMS_MAX = 100;

type Said = [type: ProblemType, key?: MessageKey, limit?: string];

/** What each refusal of TypeBox is called, said, and which keyword of the schema it names. */
const SAID: Partial<Record<ValueErrorType, Said>> = {
  [ValueErrorType.ObjectRequiredProperty]: ["missing"],
  [ValueErrorType.ObjectAdditionalProperties]: ["invalid_value", "validation.unknown_field"],
  [ValueErrorType.String]: ["wrong_type", "validation.string"],
  [ValueErrorType.Integer]: ["wrong_type", "validation.integer"],
  [ValueErrorType.Number]: ["wrong_type", "validation.number"],
  [ValueErrorType.Boolean]: ["wrong_type", "validation.boolean"],
  [ValueErrorType.Array]: ["wrong_type", "validation.array"],
  [ValueErrorType.Object]: ["wrong_type", "validation.object"],
  [ValueErrorType.Null]: ["wrong_type"],
  [ValueErrorType.Literal]: ["invalid_value"],
  [ValueErrorType.StringMaxLength]: ["too_long", "validation.longest", "maxLength"],
  [ValueErrorType.StringMinLength]: ["too_short", "validation.shortest", "minLength"],
  [ValueErrorType.ArrayMaxItems]: ["too_long", "validation.most_items", "maxItems"],
  [ValueErrorType.ObjectMaxProperties]: ["too_long", "validation.most_items", "maxProperties"],
  [ValueErrorType.ArrayMinItems]: ["too_short", "validation.fewest_items", "minItems"],
  [ValueErrorType.ArrayUniqueItems]: ["invalid_value", "validation.unique"],
  [ValueErrorType.StringPattern]: ["invalid_format"],
  [ValueErrorType.StringFormat]: ["invalid_format"],
  [ValueErrorType.IntegerMinimum]: ["out_of_range", "validation.minimum", "minimum"],
  [ValueErrorType.IntegerMaximum]: ["out_of_range", "validation.maximum", "maximum"],
  [ValueErrorType.IntegerExclusiveMinimum]: ["out_of_range", "validation.above", "exclusiveMinimum"],
  [ValueErrorType.IntegerExclusiveMaximum]: ["out_of_range", "validation.below", "exclusiveMaximum"],
  [ValueErrorType.IntegerMultipleOf]: ["out_of_range", "validation.multiple", "multipleOf"],
  [ValueErrorType.NumberMinimum]: ["out_of_range", "validation.minimum", "minimum"],
  [ValueErrorType.NumberMaximum]: ["out_of_range", "validation.maximum", "maximum"],
  [ValueErrorType.NumberExclusiveMinimum]: ["out_of_range", "validation.above", "exclusiveMinimum"],
  [ValueErrorType.NumberExclusiveMaximum]: ["out_of_range", "validation.below", "exclusiveMaximum"],
  [ValueErrorType.NumberMultipleOf]: ["out_of_range", "validation.multiple", "multipleOf"],
};

const FORMATS: Record<string, MessageKey> = {
  uuid: "validation.uuid",
  "date-time": "validation.date_time",
  email: "validation.email",
  uri: "validation.uri",
  date: "validation.date",
};

/** `/items/0/ean` is `items.0.ean`; the whole is `body`. */
const fieldOf = (path: string) =>
  path === "" ? "body" : path.slice(1).replaceAll("/", ".").replaceAll("~1", "/").replaceAll("~0", "~");

const VALUE_MAX = 60;

/** Says what a union accepts, when it is a choice of literals, and which value it is not. */
function choiceProblem(field: string, variants: TSchema[], value: unknown): FieldProblem | undefined {
  const literals = variants.filter((variant) => variant[Kind] === "Literal");
  if (literals.length === 0) return undefined;
  const allowed = literals.map((literal) => String(literal["const"])).join(", ");
  const isShort = ["string", "number", "boolean"].includes(typeof value) && String(value).length <= VALUE_MAX;
  return isShort
    ? { field, type: "invalid_value", key: "validation.not_one_of", params: { value: String(value), allowed } }
    : { field, type: "invalid_value", key: "validation.one_of", params: { allowed } };
}

/** The problem of the variant that fits the value's type, as that is the one the caller meant. */
function unionProblem({ path, schema, value, errors }: ValueError): FieldProblem {
  const choice = choiceProblem(fieldOf(path), variantsOf(schema), value);
  if (choice) return choice;
  const first = errors.flatMap((variant) => [...variant].slice(0, 1)).map(problemOf);
  const meant = first.find(({ type }) => type !== "wrong_type");
  return meant ?? first[0] ?? { field: fieldOf(path), type: "invalid_value" };
}

const patternOf = ({ type, schema }: ValueError) =>
  type === ValueErrorType.StringPattern ? patternText(String(schema["pattern"])) : undefined;

/** What is wrong with an amount of money, which TypeBox only says is none. */
function amountProblem({ path, schema, value }: ValueError, decimals: number): FieldProblem {
  const field = fieldOf(path);
  if (typeof value !== "number") return { field, type: "wrong_type", key: "validation.number" };
  const { minimum, maximum } = schema;
  if (value < minimum) return { field, type: "out_of_range", key: "validation.minimum", params: { limit: minimum } };
  if (value > maximum) return { field, type: "out_of_range", key: "validation.maximum", params: { limit: maximum } };
  return { field, type: "out_of_range", key: "validation.decimals", params: { limit: decimals } };
}

function problemOf(error: ValueError): FieldProblem {
  const { path, schema, type, value } = error;
  const decimals = decimalsOfSchema(schema);
  if (decimals !== undefined) return amountProblem(error, decimals);
  if (type === ValueErrorType.Union) return unionProblem(error);
  if (type === ValueErrorType.Literal) {
    return choiceProblem(fieldOf(path), [schema], value) ?? { field: fieldOf(path), type: "invalid_value" };
  }
  const [problem, key, limit] = SAID[type] ?? (["invalid_value"] satisfies Said);
  const format: unknown = schema["format"];
  const formatKey = type === ValueErrorType.StringFormat ? FORMATS[String(format)] : patternOf(error);
  if (type === ValueErrorType.StringMinLength && schema["minLength"] === 1) {
    return { field: fieldOf(path), type: "too_short", key: "validation.not_empty" };
  }
  const params = limit === undefined ? undefined : { limit: String(schema[limit]) };
  return { field: fieldOf(path), type: problem, key: key ?? formatKey, params };
}

/** What no schema sees of a body, under the names of its fields. */
export type ProblemsBesides = (body: Record<string, unknown>) => FieldProblem[];

/** The problems a schema has with a body, and those besides of the fields that it has nothing against. */
export function withBesides(problems: FieldProblem[], body: unknown, besides: ProblemsBesides): FieldProblem[] {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return problems;
  const refused = new Set(problems.map(({ field }) => field.split(".")[0]));
  const found = besides({ ...body }).filter(({ field }) => !refused.has(field.split(".")[0]));
  return [...problems, ...found];
}

/** Everything wrong with a value, one problem for each field. */
export function problemsOf(schema: TSchema, value: unknown): FieldProblem[] {
  const problems = new Map<string, FieldProblem>();
  for (const error of Value.Errors(schema, value)) {
    // A missing field is refused twice: for being absent, then for its type.
    if (!problems.has(error.path)) problems.set(error.path, problemOf(error));
    if (problems.size === PROBLEMS_MAX) break;
  }
  return [...problems.values()];
}
