import { type TObject, type TSchema, Type } from "@sinclair/typebox";
import type { Reader } from "../../../db/ports.ts";
import { type Columns, type Counted, type Stamps, type Table, TEXT, table, type ValuesOf } from "../../../db/table.ts";
import type { TableKind } from "../../../db/table-statements.ts";
import { type Expandable, expandable } from "../../http/input/expand.ts";
import { Time, Uuid } from "../../http/input/fields.ts";
import { required } from "../../http/output/errors.ts";
import { isoOfMs } from "../../text/instant.ts";
import type { Field } from "./fields.ts";

export type Fields = Record<string, Field<unknown>>;
export type FieldValues<F> = { [K in keyof F]: F[K] extends Field<infer T> ? T : never };
/** What a request sends of a resource; what is absent stays. */
export type Given<F> = { [K in keyof F]?: FieldValues<F>[K] | undefined };
/** A stored resource: its fields by their API names, what is derived of them, and its stamps. */
export type RowOf<F, H> = FieldValues<F> & ValuesOf<H> & Stamps;

type None = Record<never, never>;

interface RecordSpec<F extends Fields, H extends Columns> extends Omit<TableKind, "isCounted"> {
  /** The table; its columns are called as the fields are. */
  table: string;
  /** One of them, in the singular: `tag`. Errors and the audit log name it so, and its id is `tag_id` in paths. */
  noun: string;
  /** What its id is called in paths before `_id`, where that is shorter than the noun. */
  key?: string;
  /** Its id in paths may look like anything: an unknown one is not found. */
  hasPlainId?: boolean;
  /** In the order of the answer. */
  fields: F;
  /** Columns that follow from the fields, such as the form in which names are compared; absent: none. */
  derived?: H;
  derive?: (values: FieldValues<F>) => ValuesOf<H>;
  /** What each of them belongs to, in the singular: its id is stored in `<parent>_id`. */
  parent?: string;
  /** Rows that own products show how many; the text says which are counted. */
  counts?: string;
  /** What `expand` shows of the rows that its ids name. */
  expands?: Expandable;
  /** Secrets that requests send besides the fields: `seal` of its routes takes them, nothing shows them. */
  secrets?: { create: Record<string, TSchema>; update: Record<string, TSchema> };
}

/**
 * A kind of resource that the API makes, reads, changes, lists and deletes: its schemas, its table, and what is between.
 */
export interface Record_<F extends Fields, H extends Columns> {
  noun: string;
  /** Its parameter in paths. */
  param: string;
  parent: string | undefined;
  parentColumn: string | undefined;
  isCounted: boolean;
  fields: F;
  table: Table<RowOf<F, H>>;
  Body: TObject;
  Create: TObject;
  Update: TObject;
  Params: TObject;
  /** Of its list, which names the parent alone. */
  ListParams: TObject | undefined;
  /** As the API shows it. */
  bodyOf(row: RowOf<F, H> & Partial<Counted>): Record<string, unknown>;
  /** The id of what it belongs to; "" where it belongs to nothing. */
  parentIdOf(row: object): string;
  /** One by its id. Throws NOT_FOUND. */
  require(db: Reader, id: string): Promise<RowOf<F, H> & Counted>;
  /** Its id as the API shows it. */
  shownId(row: Stamps): string | number;
  /** A new one with nothing but what every new one has. */
  blank(id: string, nowMs: number, parentId?: string): RowOf<F, H>;
  /** The same with these fields, in their stored form, and what follows from them. */
  apply(row: RowOf<F, H>, given: Given<F>): RowOf<F, H>;
  /** The fields that differ. */
  changed(before: RowOf<F, H>, after: RowOf<F, H>): (keyof F & string)[];
}

const isSame = (one: unknown, other: unknown) => one === other || JSON.stringify(one) === JSON.stringify(other);

/** What requests send of these fields. */
const inputOf = (
  entries: readonly [string, Field<unknown>][],
  { isNew, more = {} }: { isNew: boolean; more?: Record<string, TSchema> | undefined },
) =>
  Type.Object({
    ...Object.fromEntries(
      entries
        .filter(([, { sent }]) => sent !== "never" && sent !== (isNew ? "later" : "once"))
        .map(([name, field]) => {
          const schema = isNew ? (field.creation ?? field.input) : field.input;
          return [name, isNew && !("initial" in field) ? schema : Type.Optional(schema)];
        }),
    ),
    ...more,
  });

const shownOf = (fields: Fields) => Object.entries(fields).filter(([, { isHidden }]) => !isHidden);

/** Whether answers say when it was last changed. */
const isDated = ({ isSequenced = false, isFixed = false, isUndated = false }: TableKind) =>
  !isSequenced && !isFixed && !isUndated;

/** What answers show. */
function bodySchema<F extends Fields, H extends Columns>(
  { noun, fields, counts, expands, isNumbered = false, ...kind }: RecordSpec<F, H>,
  parentColumn: string | undefined,
): TObject {
  const shown: Record<string, TSchema> = Object.fromEntries(
    shownOf(fields).map(([name, field]) => [name, field.output]),
  );
  const productCount = Type.Integer({ minimum: 0, description: counts ?? "" });
  return Type.Object(
    {
      id: isNumbered ? Type.Integer({ minimum: 1 }) : Uuid,
      ...(parentColumn !== undefined && { [parentColumn]: Uuid }),
      ...shown,
      ...(counts !== undefined && { product_count: productCount }),
      created_at: Time,
      ...(isDated(kind) && { updated_at: Time }),
      ...(expands && expandable(expands)),
    },
    { description: `${/^[aeio]/.test(noun) ? "An" : "A"} ${noun.replaceAll("_", " ")}.` },
  );
}

function idParam(noun: string, { isNumbered = false, hasPlainId = false } = {}) {
  const description = `Id of the ${noun.replaceAll("_", " ")}.`;
  const text = Type.String({ ...(!hasPlainId && { format: "uuid" }), description });
  const id = isNumbered ? Type.Integer({ minimum: 1, description }) : text;
  return { [`${noun}_id`]: id };
}

/** The values that are sent, in their stored form. */
function storedForm<F extends Fields>(fields: F, given: Given<F>): Partial<FieldValues<F>> {
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = given[name];
    if (value !== undefined) values[name] = field.normalize ? field.normalize(value) : value;
  }
  // Of the fields that are sent.
  return values as Partial<FieldValues<F>>;
}

/** A column that the types do not name: the parent's id. */
export const valueAt = (row: object, column: string): unknown => (row as Record<string, unknown>)[column];

/** Declares a resource. */
export function record<F extends Fields, H extends Columns = None>(spec: RecordSpec<F, H>): Record_<F, H> {
  const { noun, fields, derived, derive = () => ({}) as ValuesOf<H>, counts, parent, key = noun } = spec;
  const { isNumbered = false, isSequenced = false, isFixed = false, isUndated = false } = spec;
  const entries = Object.entries(fields);
  const columns: Columns = { ...derived };
  for (const [name, field] of entries) columns[name] = field.column;
  const parentColumn = parent === undefined ? undefined : `${parent}_id`;
  if (parentColumn !== undefined) columns[parentColumn] = TEXT;
  const withDerived = (values: FieldValues<F> & Stamps): RowOf<F, H> => ({ ...values, ...derive(values) });
  const kind = { isCounted: counts !== undefined, isNumbered, isSequenced, isFixed, isUndated };
  const shownId = ({ id }: Stamps) => (isNumbered ? Number(id) : id);
  // Its columns are those of the fields and of what is derived.
  const rows = table(spec.table, columns, kind) as unknown as Table<RowOf<F, H>>;
  return {
    noun,
    param: `${key}_id`,
    parent,
    parentColumn,
    isCounted: kind.isCounted,
    fields,
    table: rows,
    require: async (db, id) => required(await rows.find(db, id), noun, id),
    Body: bodySchema(spec, parentColumn),
    Create: inputOf(entries, { isNew: true, more: spec.secrets?.create }),
    Update: inputOf(entries, { isNew: false, more: spec.secrets?.update }),
    Params: Type.Object({ ...(parent !== undefined && idParam(parent)), ...idParam(key, spec) }),
    ListParams: parent === undefined ? undefined : Type.Object(idParam(parent)),
    bodyOf: (row) => ({
      id: shownId(row),
      ...(parentColumn !== undefined && { [parentColumn]: valueAt(row, parentColumn) }),
      ...Object.fromEntries(shownOf(fields).map(([name]) => [name, row[name]])),
      ...(counts !== undefined && { product_count: row.product_count ?? 0 }),
      created_at: isoOfMs(row.created_at_ms),
      ...(isDated(kind) && { updated_at: isoOfMs(row.updated_at_ms) }),
    }),
    shownId,
    parentIdOf: (row) => (parentColumn === undefined ? "" : String(valueAt(row, parentColumn))),
    blank: (id, nowMs, parentId) =>
      withDerived({
        ...(parentColumn !== undefined && { [parentColumn]: parentId }),
        // Fields that must be sent are filled by `apply` before anything is stored.
        ...(Object.fromEntries(
          entries.map(([name, field]) => [name, field.initial ?? ("initial" in field ? null : "")]),
        ) as FieldValues<F>),
        id,
        created_at_ms: nowMs,
        updated_at_ms: nowMs,
        version: 1,
      }),
    apply: (row, given) => withDerived({ ...row, ...storedForm(fields, given) }),
    changed: (before, after) => entries.map(([name]) => name).filter((name) => !isSame(before[name], after[name])),
  };
}
