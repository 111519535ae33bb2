import { type ObjectOptions, type Static, type TObject, type TSchema, Type } from "@sinclair/typebox";
import { type Expandable, expandable } from "../http/input/expand.ts";

/** The members of a row whose values a schema takes. */
type MemberOf<Row, Value> = { [M in keyof Row & string]: Row[M] extends Value ? M : never }[keyof Row & string];

/** A field of an answer: its schema, and the member of the row that it shows, or how it is made of the row. */
type Field<Row, More extends unknown[], S extends TSchema> = readonly [
  schema: S,
  of: MemberOf<Row, Static<S>> | ((row: Row, ...more: More) => Static<S>),
];

type Shown<S extends Record<string, TSchema>> = { [K in keyof S]: Static<S[K]> };

/** How a row is shown: the schema of an answer, and the answer. */
export interface View<Row, More extends unknown[], S extends Record<string, TSchema>> {
  Body: TObject<S>;
  /** The same in answers that also show what their ids name. */
  expanding(kinds: Expandable): TObject<S & ReturnType<typeof expandable>>;
  of(row: Row, ...more: More): Shown<S>;
}

/**
 * What answers show of rows of a kind, each field once: `view<Row>()({ price: [Type.Number(), ({ cents }) => cents / 100] })`. `More`
 * is what an answer needs besides the row: a language, a time.
 */
export const view =
  <Row, More extends unknown[] = []>() =>
  <S extends Record<string, TSchema>>(
    fields: { [K in keyof S]: Field<Row, More, S[K]> },
    options?: ObjectOptions,
  ): View<Row, More, S> => {
    const entries: [string, Field<Row, More, TSchema>][] = Object.entries(fields);
    const schemas = Object.fromEntries(entries.map(([name, [schema]]) => [name, schema]));
    return {
      // Both have the names and the types of `fields`.
      Body: Type.Object(schemas, options) as unknown as TObject<S>,
      expanding: (kinds) =>
        Type.Object({ ...schemas, ...expandable(kinds) }) as unknown as TObject<S & ReturnType<typeof expandable>>,
      of: (row, ...more) => {
        const shown: Record<string, unknown> = {};
        for (const [name, [, of]] of entries) shown[name] = typeof of === "function" ? of(row, ...more) : row[of];
        return shown as Shown<S>;
      },
    };
  };
