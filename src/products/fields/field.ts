import type { TSchema } from "@sinclair/typebox";
import type { FieldKey, ProductRow } from "../../../db/products/product-row.ts";
import type { FieldProblem } from "../../http/output/errors.ts";
import type { Kind } from "./kinds.ts";
import { type KeysOf, numberSetter, type Setter, textSetter } from "./setters.ts";

/** Lists of fields besides those that have all of them. */
export type FieldList =
  /** The columns of `/products/export`. */
  | "catalog-export"
  /** What an ERP sends. */
  | "appsync"
  /** What the external API writes. */
  | "ext"
  /** What compliance rules look at. */
  | "compliance"
  /** The texts that a file has beside each other in several languages, and that count for each language. */
  | "texts";

/** What a complete product has: a criterion of its score. */
export interface Weight {
  /** The criterion's name. */
  as: string;
  /** Percent; those of all fields make 100. */
  weight: number;
  isFilled: (row: ScoredRow, facts: CompletenessFacts) => boolean;
}

/** What counts besides the row's own texts and numbers. */
export interface CompletenessFacts {
  hasImages: boolean;
  hasSuppliers: boolean;
}

/** What of a product's row counts. */
export type ScoredRow = Pick<
  ProductRow,
  | "title"
  | "description"
  | "shortDescription"
  | "ean"
  | "brandId"
  | "categoryId"
  | "priceCents"
  | "weight"
  | "imageUrl"
  | "supplierId"
  | "supplierCount"
>;

/** What else there is to say of a field. */
export interface Traits {
  /** In English and French; with it, files can bring the field. */
  label?: readonly [en: string, fr: string];
  /**
   * How headers of files call it in French, English, German, Spanish, Italian, Dutch and Polish, the likeliest first: lower
   * case, without accents, units and currencies, words separated by blanks. What the API calls it need not be here.
   */
  headers?: string;
  /** What mappings of imports call it, and the names that they take besides. */
  importAs?: string;
  importAliases?: readonly string[];
  /** Of an import: a product cannot be made without it; several columns are joined; it names something beside the product. */
  isRequired?: true;
  isRepeatable?: true;
  isReference?: true;
  /** It has a text in each language; `own` where a column of a file is the product's own unless it names its language. */
  isTranslated?: true | "own";
  /** What exports and texts call it; `false`: exports have no such column, or compute it. */
  exportAs?: string | false;
  /** Names that exports take besides. */
  exportAliases?: readonly string[];
  in?: readonly FieldList[];
  /** The field that it stands behind in a list, where it does not stand as in the catalogue. */
  behind?: Partial<Record<FieldList | "export" | "headers", string>>;
  /** Lists and single products show it, with this said of it. */
  shown?: string;
  /** Requests cannot clear it. */
  isUnchanged?: true;
  /** Requests never set it. */
  isReadOnly?: true;
  /** Requests send it although it is not stored: it is looked up. */
  isSent?: true;
  /** The field of which it is another name, or, with a setter of its own, another way to say it: that one wins. */
  means?: string;
  completeness?: Weight;
  /** The filter that takes its words. */
  filter?: "statuses" | "lifecycleStatuses" | "workflowStatuses";
  /** What a text must be beyond its schema. */
  check?: { isRight: (text: string) => boolean; problem: Omit<FieldProblem, "field"> };
}

/** A column of the product's row. */
interface StoredIn {
  key: FieldKey;
  /** What differs in the row when the field has changed. */
  changes: FieldKey;
  /** Absent: fields of requests and files never set it. */
  set?: Setter;
}

/** One field of a product, under the name that requests give it. */
export interface Field extends Traits {
  kind: Kind;
  /** Where it is stored; absent: in `extra`, or elsewhere. */
  column?: StoredIn;
  /** `extra`: beside the columns; `parked`: there too, and only files bring it; `elsewhere`: it belongs to something else. */
  place: "column" | "extra" | "parked" | "elsewhere";
}

/** Its kind and traits stay as they are written: types of answers are made of them. */
type Of<K extends Kind<TSchema, TSchema>, T extends Traits> = { kind: K } & T & Omit<Field, "kind" | keyof T>;

const made = <K extends Kind<TSchema, TSchema>, const T extends Traits>(
  kind: K,
  traits: T,
  more: Pick<Field, "place" | "column">,
): Of<K, T> => ({ ...traits, kind, ...more }) as Of<K, T>; // of these parts

/** A text in a column. */
export const text = <K extends Kind<TSchema, TSchema>, const T extends Traits>(
  key: KeysOf<string | null>,
  kind: K,
  traits: T,
) => made(kind, traits, { place: "column", column: { key, changes: key, set: textSetter(key) } });
/** A number in a column. */
export const number = <K extends Kind<TSchema, TSchema>, const T extends Traits>(
  key: KeysOf<number | null>,
  kind: K,
  traits: T,
) => made(kind, traits, { place: "column", column: { key, changes: key, set: numberSetter(key) } });
/** A column that is set in a way of its own. */
export const column = <K extends Kind<TSchema, TSchema>, const T extends Traits>(
  key: FieldKey,
  kind: K,
  { set, changes = key, ...traits }: T & { set: Setter; changes?: FieldKey },
) => made(kind, traits as unknown as T, { place: "column", column: { key, changes, set } });
/** A column that neither requests nor files set. */
export const stored = <K extends Kind<TSchema, TSchema>, const T extends Traits>(key: FieldKey, kind: K, traits: T) =>
  made(kind, traits, { place: "column", column: { key, changes: key } });
/** One of the fields that are stored together as JSON. */
export const extra = <K extends Kind<TSchema, TSchema>, const T extends Traits>(kind: K, traits: T) =>
  made(kind, traits, { place: "extra" });
/** What files bring and no field holds yet: it is stored in `extra` for later. */
export const parked = <K extends Kind<TSchema, TSchema>, const T extends Traits>(kind: K, traits: T) =>
  made(kind, traits, { place: "parked" });
/** What is the product's and is not stored in its row under that name. */
export const elsewhere = <K extends Kind<TSchema, TSchema>, const T extends Traits>(kind: K, traits: T) =>
  made(kind, traits, { place: "elsewhere" });
/** Another name of a field. */
export const alias = <K extends Kind<TSchema, TSchema>, const T extends Traits & { means: string }>(
  kind: K,
  traits: T,
) => made(kind, traits, { place: "column" });
