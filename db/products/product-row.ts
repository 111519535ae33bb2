import { json, type Row, text as textIn, textOrNull as textOrNullIn } from "../rows.ts";
import { computed, readerOf } from "../selection.ts";
import { type ColumnType, NUMBER, NUMBER_OR_NULL, TEXT, TEXT_OR_NULL } from "../table.ts";
import { unpackExtra } from "./stored-extra.ts";

export const EAN_STATUSES = ["valid", "checksum_invalid", "nonstandard_length", "missing"] as const;
export const STATUSES = ["active", "inactive", "archived", "draft"] as const;
export const LIFECYCLE_STATUSES = ["new", "active", "phase_out", "discontinued", "end_of_life"] as const;
export const WORKFLOW_STATUSES = ["draft", "review", "approved", "published", "archived"] as const;
export type EanStatus = (typeof EAN_STATUSES)[number];
export type Status = (typeof STATUSES)[number];
export type LifecycleStatus = (typeof LIFECYCLE_STATUSES)[number];
export type WorkflowStatus = (typeof WORKFLOW_STATUSES)[number];

interface Traits {
  /** Set when the product is made; in a column of its own; in one that has an index; or in `product_state`. */
  storedAs: "once" | "plain" | "indexed" | "state";
  /** Where the API shows it as it is stored; absent: nowhere. */
  shownIn?: "lists" | "alone" | "both";
  /** Its name there; absent: the column's, without `_cents`. */
  shownAs?: string;
  /** How its numbers are stored: hundredths, or reals that must not be rounded. */
  holds?: "cents" | "reals";
  /** The words that it can be: the table itself gives a new row the blank one. */
  words?: readonly string[];
}

/** What is stored of a product under one key. */
interface StoredField<T> extends Traits {
  type: ColumnType<T>;
  /** What a product has before its first fields. */
  blank: T;
}

const field = <T>(type: ColumnType<T>, blank: T, traits: Partial<Traits> = {}): StoredField<T> => ({
  type,
  blank,
  storedAs: "plain",
  ...traits,
});
const text = (traits?: Partial<Traits>) => field(TEXT_OR_NULL, null, traits);
const real = () => field(NUMBER_OR_NULL, null, { holds: "reals", shownIn: "both" });
const cents = (storedAs: Traits["storedAs"]) =>
  field(NUMBER_OR_NULL, null, { holds: "cents", shownIn: "both", storedAs });
/** A check constraint holds each of the words. */
const word = <W extends string>(blank: NoInfer<W>, words: readonly W[], shownIn: "alone" | "both" = "both") =>
  field(TEXT as ColumnType<unknown> as ColumnType<W>, blank, { words, shownIn });
/** Reads the title's key and the image beside it; `packExtra` writes it. */
const EXTRA: ColumnType<Record<string, unknown>> = {
  read: (row: Row, column) =>
    unpackExtra(json(row, column), { titleKey: textIn(row, "title_key"), imageUrl: textOrNullIn(row, "image_url") }),
  bind: JSON.stringify,
};
const INDEXED = { storedAs: "indexed" } as const;
const SHOWN = { shownIn: "both" } as const;

/**
 * What is stored of a product, whole: the keys of a `ProductRow`, each with its column of that name in `db/schema/catalog.sql`. Statements,
 * readers and the JSON of answers are made of this; `src/products/fields/catalogue.ts` says what fields are called and may
 * hold. Texts are those of the pivot language.
 */
const FIELDS = {
  id: field(TEXT, "", { storedAs: "once", ...SHOWN }),
  /** As first written, without blanks and dashes. */
  ean: text(SHOWN),
  /** The EAN padded to 14 digits: what uniqueness and matching compare. */
  gtin14: text(INDEXED),
  eanStatus: word("missing", EAN_STATUSES, "alone"),
  reference: text({ ...INDEXED, ...SHOWN }),
  /** The reference as search compares it. */
  referenceKey: text(),
  title: field(TEXT, "", { shownIn: "lists" }),
  /** The title as search and order compare it. */
  titleKey: field(TEXT, "", INDEXED),
  shortDescription: text({ shownIn: "lists" }),
  description: text({ shownIn: "lists" }),
  brandId: text({ ...INDEXED, ...SHOWN }),
  categoryId: text({ ...INDEXED, ...SHOWN }),
  /** The main supplier. */
  supplierId: text(SHOWN),
  priceCents: cents("indexed"),
  costPriceCents: cents("plain"),
  /** Percent. */
  taxRate: real(),
  /** Kilograms. */
  weight: real(),
  /** Centimetres, like height and depth. */
  width: real(),
  height: real(),
  depth: real(),
  asin: text(SHOWN),
  /** ISO 3166-1 alpha-2, upper case. */
  countryOfOrigin: text(SHOWN),
  status: word("active", STATUSES),
  lifecycleStatus: word("active", LIFECYCLE_STATUSES),
  workflowStatus: word("draft", WORKFLOW_STATUSES),
  /** Maintained by `setGenericStock` and `refreshStock`. */
  stock: field(NUMBER, 0, { storedAs: "state", ...SHOWN }),
  /** The stock that belongs to no supplier: it counts instead of theirs. `null`: none is stored. */
  genericStock: field(NUMBER_OR_NULL, null, { storedAs: "state" }),
  /** Maintained by `refreshStock`. */
  supplierCount: field(NUMBER, 0, { storedAs: "state" }),
  imageUrl: text({ ...SHOWN, shownAs: "primary_image_url" }),
  /** Every other field that has a value, by its API name. */
  extra: field(EXTRA, {}),
  completenessScore: field(NUMBER, 0, { ...INDEXED, ...SHOWN }),
  createdAtMs: field(NUMBER, 0, { storedAs: "once" }),
  /** Strictly increasing per tenant; it is the ETag. */
  updatedAtUs: field(NUMBER, 0, { storedAs: "state" }),
  deletedAtMs: field(NUMBER_OR_NULL, null, INDEXED),
};

type Fields = typeof FIELDS;
/** A product as it is stored, whole. */
export type ProductRow = { [K in keyof Fields]: Fields[K] extends StoredField<infer T> ? T : never };
export type FieldKey = keyof Fields;

/** A field of a row, and its column. */
export interface KeyedField extends StoredField<unknown> {
  key: FieldKey;
  column: string;
}

/** Every field, in the order of `FIELDS`; columns are called as the keys are. */
export const STORED_FIELDS: readonly KeyedField[] = Object.entries(FIELDS).map(([key, stored]) => ({
  // Its keys are those of the literal above, whose types differ from field to field.
  ...(stored as StoredField<unknown>),
  key: key as FieldKey,
  column: key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
}));

/** The column of a field in a statement that has `product` and its `state`. */
export const columnOf = ({ column, storedAs }: KeyedField): string =>
  `${storedAs === "state" ? "state" : "product"}.${column}`;

/** A product that was read to be changed, or one that is not stored yet. */
export type StoredRow = ProductRow & {
  /** Where it is stored: by this it is found faster than by its id. */
  rowId?: number;
};

/** Of a product with its `STATE`. */
export const PRODUCT_COLUMNS = STORED_FIELDS.map(columnOf).join(", ");

export const readProductRow = readerOf<ProductRow>(
  STORED_FIELDS.map(({ key, ...field }) => ({ member: key, ...field })),
);

/** Some of the fields, for a `selection` of products with their `STATE`. */
export const productFields = <K extends FieldKey>(...keys: readonly K[]) =>
  Object.fromEntries(
    STORED_FIELDS.filter(({ key }) => (keys as readonly string[]).includes(key)).map((field) => [
      field.key,
      computed(columnOf(field), field.type),
    ]),
    // One of each key.
  ) as { [P in K]: ColumnType<ProductRow[P]> & { computed: string } };

/** The expressions that such fields are read by, for `packedSql`. */
export const expressionsOf = <K extends string>(fields: Record<K, { computed: string }>): Record<K, string> =>
  // The same keys.
  Object.fromEntries(
    Object.entries<{ computed: string }>(fields).map(([key, { computed: sql }]) => [key, sql]),
  ) as Record<K, string>;
