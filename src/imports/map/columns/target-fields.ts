import type { Language } from "../../../http/output/messages.ts";
import { type NamedField, PRODUCT_FIELDS } from "../../../products/fields/catalogue.ts";
import type { CellBounds, CellType } from "../../../products/fields/kinds.ts";
import { PRICE_WORDS, STOCK_WORDS } from "./contents/figure-words.ts";

export interface TargetBounds extends CellBounds {
  /** Words that mean a figure, or none (`null`); by `nameKey`. */
  words?: ReadonlyMap<string, number | null>;
}

/** A field that a column can be mapped to. */
export interface TargetField {
  name: string;
  label: Record<Language, string>;
  type: CellType;
  /** A product cannot be made without it. */
  required: boolean;
  translatable: boolean;
  /** The default language of an import does not count for it. */
  isOwn: boolean;
  /** Several columns may be mapped to it; their values are joined. */
  repeatable: boolean;
  /**
   * It refers to something else than the product: a value that cannot be used is left out with a warning, the row is
   * imported.
   */
  isReference: boolean;
  bounds: TargetBounds;
}

/** The words of figures, where files write such. */
function wordsOf({ name, kind }: NamedField): Pick<TargetBounds, "words"> {
  if (kind.cell.type === "money") return { words: PRICE_WORDS };
  return name === "stock" ? { words: STOCK_WORDS } : {};
}

const targetOf = (field: NamedField): TargetField[] => {
  const { name, label, importAs = name, kind, isRequired, isTranslated, isRepeatable, isReference } = field;
  if (!label) return [];
  return [
    {
      name: importAs,
      label: { en: label[0], fr: label[1] },
      type: kind.cell.type,
      required: isRequired === true,
      translatable: isTranslated !== undefined,
      isOwn: isTranslated === "own",
      repeatable: isRepeatable === true,
      isReference: isReference === true,
      bounds: { ...kind.cell.bounds, ...wordsOf(field) },
    },
  ];
};

/** Every field that a column can be mapped to, but for `attributes.<key>`. Names are those of the API. */
export const TARGET_FIELDS: readonly TargetField[] = PRODUCT_FIELDS.flatMap(targetOf);

const BY_NAME: ReadonlyMap<string, TargetField> = new Map([
  ...TARGET_FIELDS.map((field) => [field.name, field] as const),
  // Other names the API has for fields.
  ...PRODUCT_FIELDS.flatMap((field) => {
    const [target] = targetOf(field);
    return target ? (field.importAliases ?? []).map((alias) => [alias, target] as const) : [];
  }),
]);
const ATTRIBUTE = /^attributes\.(.{1,100})$/u;
const ATTRIBUTE_MAX = 100_000;

/** The key of `attributes.<key>`; `undefined` for another target. */
export const attributeKey = (name: string): string | undefined => ATTRIBUTE.exec(name)?.[1];

/** The target of a mapping, also by the names barcode, reference, title and brand_name; `undefined` when there is none. */
export function findTarget(name: string): TargetField | undefined {
  const known = BY_NAME.get(name);
  const key = known ? undefined : attributeKey(name);
  if (key === undefined) return known;
  const traits = { required: false, translatable: false, isOwn: false, repeatable: false, isReference: false };
  return { name, label: { en: key, fr: key }, type: "text", ...traits, bounds: { maxLength: ATTRIBUTE_MAX } };
}
