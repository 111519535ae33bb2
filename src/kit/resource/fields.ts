import { type SchemaOptions, type TSchema, Type } from "@sinclair/typebox";
import { type ColumnType, FLAG, jsonColumn, NUMBER, NUMBER_OR_NULL, TEXT, TEXT_OR_NULL } from "../../../db/table.ts";
import { DateTime, nameOf, orNull, Slug, Time, trimmed, WebAddress } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { isoOfMs, isoOrNull, millisecondsOf } from "../../text/instant.ts";
import { centsOf, priceOf } from "../cents.ts";

/** One field of a resource: what requests may send, what answers show, how it is stored. All three by its API name. */
export interface Field<T> {
  input: TSchema;
  output: TSchema;
  column: ColumnType<T>;
  /** What a new one has when nothing was sent; absent: it must be sent. */
  initial?: T;
  /** What a new one is sent, where that says more: what it has when nothing is sent. */
  creation?: TSchema;
  /** `once`: a change cannot send it. `later`: only a change can. `never`: no request does. */
  sent?: "once" | "later" | "never";
  /** Stored, and no part of answers. */
  isHidden?: boolean;
  /** Brings a sent value into the form that is stored. */
  normalize?(value: T): T;
}

interface Texts {
  example?: string;
  /** Of the field in answers, where it is not that of requests. */
  shown?: TSchema;
}

const shownText = ({ example, shown }: Texts) =>
  shown ?? Type.String(example === undefined ? {} : { examples: [example] });

/** A name that must be sent and has something in it. */
export const nameField = (maxLength: number, description: string, texts: Texts = {}): Field<string> => ({
  input: nameOf(maxLength, description),
  output: shownText(texts),
  column: TEXT,
  normalize: (value) => value.trim(),
});

/** Part of a URL. A new resource gets one from its name: see `withSlug`. */
export const slugField = (texts: Texts = {}): Field<string> => ({
  input: Slug,
  output: shownText(texts),
  column: TEXT,
  initial: "",
});

/** A text by a schema of its own, that must be there. */
export const textField = (input: TSchema, texts: Texts & { initial?: string } = {}): Field<string> => ({
  input,
  output: shownText(texts),
  column: TEXT,
  ...(texts.initial !== undefined && { initial: texts.initial }),
  normalize: (value) => value.trim(),
});

interface OptionalText {
  /** Of the inner text in answers, where it is not that of requests. */
  shown?: TSchema;
  /** Of the field, which may be null. */
  description?: string;
  normalize?: (value: string | null) => string | null;
}

/** A text that may be null; a blank one is. */
export const optionalText = (
  input: TSchema,
  { shown = Type.String(), description, normalize = trimmed }: OptionalText = {},
): Field<string | null> => ({
  input: orNull(input, description),
  output: orNull(shown, description),
  column: TEXT_OR_NULL,
  initial: null,
  normalize,
});

const asSent = <T>(value: T) => value;

/** A line with a maximum length. */
export const lineField = (maxLength: number, description: string) =>
  optionalText(Type.String({ maxLength, description }));

/** HTML, cleaned by the route before it is stored. */
export const htmlField = () => optionalText(Type.String({ maxLength: 100_000, description: "HTML allowed." }));

export const webAddressField = () => optionalText(WebAddress, { normalize: asSent });

export const flagField = (initial: boolean, description?: string): Field<boolean> => {
  const schema = Type.Boolean(description === undefined ? {} : { description });
  return { input: schema, output: schema, column: FLAG, initial };
};

export const optionalInteger = (input: TSchema): Field<number | null> => ({
  input: orNull(input),
  output: orNull(Type.Integer()),
  column: NUMBER_OR_NULL,
  initial: null,
});

const CENTS: ColumnType<number | null> = {
  read: (row, column) => priceOf(NUMBER_OR_NULL.read(row, column)),
  bind: (value) => (value === null ? null : centsOf(value)),
  suffix: "_cents",
};
/** An amount of money, stored as integer hundredths. */
export const optionalMoney = (input: TSchema): Field<number | null> => ({
  input: orNull(input),
  output: orNull(Type.Number()),
  column: CENTS,
  initial: null,
  // As it will be read.
  normalize: (value) => (value === null ? null : priceOf(centsOf(value))),
});

/** A time as answers show it, stored as milliseconds. */
export const DATE_TIME: ColumnType<string | null> = {
  read: (row, column) => isoOrNull(NUMBER_OR_NULL.read(row, column)),
  bind: (value) => (value === null ? null : millisecondsOf(value)),
  suffix: "_ms",
};
/** A date or time that may be null; a date alone is its beginning, UTC. */
export const optionalDateTime = (description: string): Field<string | null> => ({
  input: orNull(DateTime, description),
  output: orNull(Time, description),
  column: DATE_TIME,
  initial: null,
  normalize: (value) => (value === null ? null : isoOfMs(millisecondsOf(value))),
});

/** One of these words; without an initial one it must be sent. */
export const choiceField = <T extends string>(
  values: readonly T[],
  initial: T | undefined,
  options: string | SchemaOptions,
): Field<T> => {
  const schema = oneOf(values, typeof options === "string" ? { description: options } : options);
  // A check constraint holds the same words.
  return { input: schema, output: schema, column: TEXT as ColumnType<T>, ...(initial !== undefined && { initial }) };
};

export const numberField = (input: TSchema, initial: number, shown = input): Field<number> => ({
  input,
  output: shown,
  column: NUMBER,
  initial,
});

/** A list or an object, stored as JSON. */
export const jsonField = <T>(schema: TSchema, initial?: T): Field<T> => ({
  input: schema,
  output: schema,
  column: jsonColumn<T>(),
  ...(initial !== undefined && { initial }),
});

/** What a change cannot send. */
export const sentOnce = <T>(field: Field<T>): Field<T> => ({ ...field, sent: "once" });

/** What answers show and the family fills in. */
export const shownField = <T>(output: TSchema, column: ColumnType<T>, initial: T): Field<T> => ({
  input: output,
  output,
  column,
  initial,
  sent: "never",
});

/** What is stored beside the fields of the API. */
export const hiddenField = <T>(column: ColumnType<T>, initial: T): Field<T> => ({
  ...shownField(Type.Unknown(), column, initial),
  isHidden: true,
});
