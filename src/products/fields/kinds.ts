import { type TSchema, Type } from "@sinclair/typebox";
import { amountOf } from "../../http/input/amount.ts";
import { Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { PRICE_MAX } from "../../kit/cents.ts";

/** What the cells of an imported column hold. `html` is text in which markup may stand, `json` an object or an array. */
export type CellType =
  | "ean"
  | "text"
  | "html"
  | "list"
  | "urls"
  | "number"
  | "integer"
  | "money"
  | "percent"
  | "measure"
  | "boolean"
  | "date"
  | "country"
  | "object"
  | "json";

/** A unit that values are stored in. */
export type Unit = "kg" | "g" | "cm" | "day" | "month" | "piece";

export interface CellBounds {
  /** Least value; amounts of money in units of the currency. */
  min?: number;
  /** The value must be greater. */
  above?: number;
  max?: number;
  /** Characters of a text, or of each entry of a list. */
  maxLength?: number;
  /** A longer text is cut, with a warning, where others fail. */
  isCut?: true;
  /** Lower-case words. */
  allowed?: readonly string[];
  /** What the text must look like once it is cleaned, with an example to show. */
  form?: {
    pattern: RegExp;
    example: string;
    clean: (text: string) => string;
    /** A text that does not fit even so is left out, with a warning, where others fail. */
    isLeftOut?: true;
  };
  /** What a measure is stored in, and what is counted; pieces when absent. */
  unit?: Unit;
  /** Measures in whole units. */
  isWhole?: boolean;
}

/** What values of a field are: in requests, in answers and in the cells of files. */
export interface Kind<Body extends TSchema = TSchema, Shown extends TSchema = TSchema> {
  /** What a request sends; null clears besides. */
  body: Body;
  /** What an answer shows of a value that is there; absent: what a request sends. */
  shown?: Shown;
  cell: { type: CellType; bounds: CellBounds };
  /** How exports treat it: money in cents; a code needs no escaping; an address of this service gets its origin. */
  exportKind?: "money" | "code" | "address";
  /** Requests and files bring HTML, which is cleaned. */
  isHtml?: true;
}

const LINE_MAX = 255;
const HTML_MAX = 100_000;
const ENTRY_MAX = 1000;
/** Entries of a list. */
export const LIST_MAX = 50;
/** How many attributes a product may have; the widest real ones have some hundred. */
const ATTRIBUTES_MAX = 1000;
const NUMBER_MAX = 1_000_000_000;

const Text = Type.String();
const Figure = Type.Number();
const Json = Type.Record(Type.String(), Type.Unknown(), { maxProperties: ATTRIBUTES_MAX });
/** 8 to 14 digits among blanks and dashes, or nothing: here, so that it is reported with all else that is wrong. */
const BARCODE = "^[\\s\\-\u2010-\u2015]*(?:(?:\\d[\\s\\-\u2010-\u2015]*){8,14})?$";

export const line = (description = "", maxLength = LINE_MAX) => ({
  body: Type.String({ maxLength, description }),
  shown: Text,
  cell: { type: "text", bounds: { maxLength } } as const,
});
export const title = (description: string) => ({
  body: Type.String({
    minLength: 1,
    maxLength: 500,
    pattern: "\\S",
    description,
    examples: ["Oak dining chair"],
  }),
  shown: Text,
  cell: { type: "text", bounds: { maxLength: 500, isCut: true } } as const,
});
export const html = (description: string) => ({
  body: Type.String({ maxLength: HTML_MAX, description }),
  shown: Text,
  cell: { type: "html", bounds: { maxLength: HTML_MAX } } as const,
  isHtml: true as const,
});
export const barcode = (description: string) => ({
  body: Type.String({ maxLength: 40, pattern: BARCODE, description, examples: ["3012345678900"] }),
  shown: Text,
  cell: { type: "ean", bounds: {} } as const,
});
/** An id of something else; files bring it as text. */
export const id = (description: string) => ({
  body: Type.String({ format: "uuid", description }),
  shown: Uuid,
  cell: { type: "text", bounds: { maxLength: LINE_MAX } } as const,
  exportKind: "code" as const,
});
interface Form {
  /** Of a request; cells are cleaned before they are compared with their own. */
  pattern: string;
  maxLength?: number;
  cell: NonNullable<CellBounds["form"]>;
}
export const formed = (description: string, { pattern, maxLength, cell }: Form) => ({
  body: Type.String({ ...(maxLength !== undefined && { maxLength }), pattern, description }),
  shown: Text,
  cell: { type: "text", bounds: { form: cell } } as const,
});
export const money = (description = "") => ({
  body: amountOf({ minimum: 0, maximum: PRICE_MAX, description, examples: [129.9] }),
  shown: Figure,
  cell: { type: "money", bounds: { min: 0, max: PRICE_MAX } } as const,
  exportKind: "money" as const,
});
export const percent = (description: string, example: number) => ({
  body: Type.Number({ minimum: 0, maximum: 100, description, examples: [example] }),
  shown: Figure,
  cell: { type: "percent", bounds: { min: 0, max: 100 } } as const,
});
export const figure = (description: string) => ({
  body: Type.Number({ minimum: 0, maximum: NUMBER_MAX, description }),
  shown: Figure,
  cell: { type: "number", bounds: { min: 0, max: NUMBER_MAX } } as const,
});
export const length = (description: string) => ({
  ...figure(description),
  cell: { type: "measure", bounds: { min: 0, max: NUMBER_MAX, unit: "cm" } } as const,
});
export const kilograms = (description: string, example: number) => ({
  body: Type.Number({ exclusiveMinimum: 0, maximum: NUMBER_MAX, description, examples: [example] }),
  shown: Figure,
  cell: { type: "measure", bounds: { above: 0, max: NUMBER_MAX, unit: "kg" } } as const,
});
export const whole = (description: string, minimum: number, unit?: "day" | "month") => ({
  body: Type.Integer({ minimum, maximum: NUMBER_MAX, description }),
  cell: { type: "integer", bounds: { min: minimum, max: NUMBER_MAX, ...(unit && { unit }) } } as const,
});
export const grams = (description: string) => ({
  ...whole(description, 0),
  cell: { type: "measure", bounds: { min: 0, max: NUMBER_MAX, unit: "g", isWhole: true } } as const,
});
export const flag = (description: string) => ({
  body: Type.Boolean({ description }),
  cell: { type: "boolean", bounds: {} } as const,
});
export const list = (description: string, maxLength = ENTRY_MAX) => ({
  body: Type.Array(Type.String({ maxLength }), { maxItems: LIST_MAX, description }),
  cell: { type: "list", bounds: { maxLength } } as const,
});
export const address = () => ({ ...line("", 2048), exportKind: "address" as const });
export const addresses = () => ({
  body: Type.Array(Type.String({ maxLength: 2048 })),
  cell: { type: "urls", bounds: { maxLength: 2048 } } as const,
});
export const words = <W extends string>(allowed: readonly W[], description?: string) => ({
  body: oneOf(allowed, description === undefined ? {} : { description }),
  shown: oneOf(allowed),
  cell: { type: "text" as const, bounds: { allowed } },
  exportKind: "code" as const,
});
export const country = (description: string) => ({
  body: Type.String({ pattern: "^[A-Za-z]{2}$", description, examples: ["FR"] }),
  shown: Text,
  cell: { type: "country", bounds: {} } as const,
});
export const date = (description: string) => ({
  body: Type.String({ format: "date", description }),
  cell: { type: "date", bounds: {} } as const,
  exportKind: "code" as const,
});
export const object = () => ({
  body: Json,
  cell: { type: "object", bounds: { maxLength: HTML_MAX } } as const,
});
export const json = (description: string) => ({
  body: Type.Union([Json, Type.Array(Type.Unknown(), { maxItems: ATTRIBUTES_MAX })], { description }),
  cell: { type: "json", bounds: { maxLength: HTML_MAX } } as const,
});
