import { type TSchema, Type } from "@sinclair/typebox";
import { COUNT, fixed, type Initial, initially, wordColumn } from "../../../db/keyed-table.ts";
import { type ColumnType, jsonColumn, NUMBER, NUMBER_OR_NULL, TEXT, TEXT_OR_NULL } from "../../../db/table.ts";
import { orNull, Time, Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { isoOfMs, isoOrNull } from "../../text/instant.ts";

/** One member that answers show of a field: its schema, and the value of it. */
type Shown<T> = [schema: TSchema, of?: (value: T) => unknown];

/** A field of a run: its column, and what answers show of it, by API name; none is work's own. */
export interface RunField<T> extends ColumnType<T> {
  shows?(value: T): Record<string, unknown>;
  /** The schema of each of these. */
  schemas?: Record<string, TSchema>;
}

type ValueOf<C> = C extends ColumnType<infer T> ? T : never;

/** A column as answers show it. */
export function shown<C extends ColumnType<unknown>>(column: C, as: Record<string, Shown<ValueOf<C>>>) {
  const entries = Object.entries(as);
  const field: C & Required<Pick<RunField<ValueOf<C>>, "shows" | "schemas">> = {
    ...column,
    schemas: Object.fromEntries(entries.map(([name, [schema]]) => [name, schema])),
    shows: (value) => Object.fromEntries(entries.map(([name, [, of]]) => [name, of ? of(value) : value])),
  };
  return field;
}

export const id = shown(fixed(TEXT), { id: [Uuid] });

/** What a run means among the words that it can have; a new one has the first. */
export const status = <const T extends string>(words: readonly [T, ...T[]]) =>
  shown(initially(wordColumn(words), words[0]), { status: [oneOf(words)] });

const described = (schema: (options: object) => TSchema, description?: string) =>
  schema(description === undefined ? {} : { description });

/** What is counted while it works. */
export const counter = (name: string, description?: string) =>
  shown(COUNT, { [name]: [described(Type.Integer, description)] });

/** A number that it is made with. */
export const given = (name: string) => shown(fixed(NUMBER), { [name]: [Type.Integer()] });

export const line = (name: string, schema: TSchema = Type.String()) => shown(fixed(TEXT), { [name]: [schema] });
export const optionalLine = (name: string, schema: TSchema = Type.String()) =>
  shown(fixed(initially(TEXT_OR_NULL, null)), { [name]: [orNull(schema)] });

/** A text that comes while it works: why it failed, what it did last. */
export const note = (name: string, schema: TSchema = Type.String()) =>
  shown(initially(TEXT_OR_NULL, null), { [name]: [orNull(schema)] });

/** When it was made. */
export const madeAt = (name = "created_at") => shown(fixed(NUMBER), { [name]: [Time, isoOfMs] });
/** A time that is not known from the beginning. */
export const time = (name: string) => shown(initially(NUMBER_OR_NULL, null), { [name]: [orNull(Time), isoOrNull] });

/** What it is made with as JSON, and what answers show of that. */
export const packed = <T>(as: Record<string, Shown<T>>) => shown(fixed(jsonColumn<T>()), as);

/** What work keeps for itself, with what a new one has. */
export const hidden = <T>(column: ColumnType<T>, initial: NoInfer<T>): Initial<T> => initially(column, initial);
