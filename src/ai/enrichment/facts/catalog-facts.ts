import { machineTexts } from "../../../../db/ai/machine-texts.ts";
import type { Reader } from "../../../../db/ports.ts";
import type { ProductRow } from "../../../../db/products/product-row.ts";
import { listOptions } from "../../../../db/variants/options.ts";
import { listVariants } from "../../../../db/variants/variants.ts";
import { PRODUCT_FIELDS } from "../../../products/fields/catalogue.ts";
import { Brand } from "../../../reference/brands/brand.ts";
import { Category } from "../../../reference/categories/category.ts";
import { replaceTags } from "../../../text/plain-text.ts";
import { isRecord } from "../../../text/unknown-values.ts";
import { textDigest } from "../../provider/machine-texts.ts";

/** Something that the catalog says of a product, in words for people. Plain data. */
export interface Fact {
  /** The field, or `attributes.` with the name of an attribute. */
  name: string;
  /** How it is called in the language of the texts. */
  label: string;
  /** With its unit. */
  value: string;
}

/** What a product is called and where it stands: known of each, and nothing to write about. */
const NAMING: ReadonlySet<string> = new Set(["title", "brand", "category", "ean", "sku"]);
/** What a shop says of a product itself; terms of sale, stocks and codes of other systems are none of it. */
const DESCRIBING: ReadonlySet<string> = new Set([
  ..."weight width height depth size color color_secondary material finish style pattern country_of_origin".split(" "),
  ..."package_quantity energy_class ce_marked rohs_compliant reach_compliant recyclable eco_friendly".split(" "),
  ..."carbon_footprint_kg warranty_type warranty_duration bullet_points key_features compatibility".split(" "),
]);
const FIELDS = PRODUCT_FIELDS.filter(({ name, means }) => DESCRIBING.has(name) && means === undefined);
/** Objects of a product whose members are facts of their own. */
const GROUPS = ["attributes", "technical_specs"] as const;
const VALUE_MAX = 500;

const WORDS = {
  fr: { title: "Titre", brand: "Marque", category: "Catégorie", ean: "EAN", sku: "Référence", variants: "Variantes" },
  en: { title: "Title", brand: "Brand", category: "Category", ean: "EAN", sku: "Reference", variants: "Variants" },
} as const;
const YES = { fr: "oui", en: "yes" } as const;
const UNITS: Record<"fr" | "en", Record<string, string>> = {
  fr: { kg: "kg", g: "g", cm: "cm", day: "jours", month: "mois" },
  en: { kg: "kg", g: "g", cm: "cm", day: "days", month: "months" },
};

/** The words of the program are in these languages. */
export const wordsOf = (language: string): "fr" | "en" => (language === "fr" ? "fr" : "en");

/** A value as it is read: lists with commas, a value with its unit, members of an object with their names. */
export function valueText(value: unknown, language = "en"): string {
  if (value === null || value === undefined || value === false) return "";
  if (value === true) return YES[wordsOf(language)];
  if (Array.isArray(value)) {
    return value
      .map((each) => valueText(each, language))
      .filter((each) => each !== "")
      .join(", ");
  }
  if (!isRecord(value)) return replaceTags(String(value), " ").replaceAll(/\s+/g, " ").trim().slice(0, VALUE_MAX);
  if ("value" in value) return [valueText(value["value"], language), valueText(value["unit"])].join(" ").trim();
  const members = Object.entries(value).map(([name, each]) => `${name} ${valueText(each, language)}`);
  return members.join(", ").slice(0, VALUE_MAX);
}

/** What is stored of a field. */
const storedOf = (product: ProductRow, { name, column }: (typeof FIELDS)[number]): unknown =>
  column ? product[column.key] : product.extra[name];

/** Without the unit that a label names in brackets: the value has it. */
const bare = (label: string) => label.replace(/ \([^()]*\)$/, "");

function fieldFact(product: ProductRow, field: (typeof FIELDS)[number], language: string): Fact | undefined {
  const words = wordsOf(language);
  const { cell } = field.kind;
  const stored = storedOf(product, field);
  let value = valueText(stored, language);
  if (value === "") return undefined;
  const unit = "unit" in cell.bounds ? UNITS[words][String(cell.bounds.unit)] : undefined;
  if (unit !== undefined && typeof stored === "number") value += ` ${unit}`;
  if (cell.type === "country") {
    const names = new Intl.DisplayNames(language, { type: "region", fallback: "code" });
    value = /^[A-Z]{2}$/.test(value) ? String(names.of(value)) : value;
  }
  return { name: field.name, label: bare(field.label?.[words === "fr" ? 1 : 0] ?? field.name), value };
}

/** Whether a machine wrote what a field says now. */
type IsMachine = (field: string, value: unknown) => boolean;

/** What of a product's own texts and attributes a machine has written, and no one has changed since. */
export async function machineFields(db: Reader, product: ProductRow, pivot: string): Promise<IsMachine> {
  const place = { productId: product.id, language: pivot, entityId: "", configurationId: "" };
  const known = new Map(
    (await machineTexts.list(db, { where: place })).map(({ field, textHash }) => [field, textHash]),
  );
  return (field, value) => known.size > 0 && known.get(field) === textDigest(value);
}

async function variantsFact(db: Reader, { id }: ProductRow, language: string): Promise<Fact[]> {
  const label = WORDS[wordsOf(language)].variants;
  const options = await listOptions(db, id);
  const said = options.filter(({ values }) => values.length > 0);
  if (said.length > 0) {
    return [
      { name: "variants", label, value: said.map((each) => `${each.name}: ${each.values.join(", ")}`).join("; ") },
    ];
  }
  const variants = (await listVariants(db, id)).filter(({ isActive }) => isActive);
  const values = variants.flatMap(({ optionValues }) => Object.values(optionValues));
  return values.length === 0 ? [] : [{ name: "variants", label, value: [...new Set(values)].join(", ") }];
}

/**
 * What the catalog knows of a product, in the language of its texts: what it is called first, then its measures, materials
 * and other properties, its attributes, and what its variants differ in. Prices are not among them, nor what a machine wrote.
 */
export async function catalogFacts(
  db: Reader,
  product: ProductRow,
  { language, isMachine }: { language: string; isMachine: IsMachine },
): Promise<Fact[]> {
  const { brandId, categoryId } = product;
  const brand = brandId === null ? undefined : await Brand.table.find(db, brandId);
  const isPlaced = categoryId !== null && !isMachine("category_id", categoryId);
  const category = isPlaced ? await Category.table.find(db, categoryId) : undefined;
  const words = WORDS[wordsOf(language)];
  const named = (name: Exclude<keyof typeof words, "variants">, value: string | null | undefined): Fact[] =>
    value ? [{ name, label: words[name], value }] : [];
  const members = GROUPS.flatMap((group) => {
    const values = product.extra[group];
    return Object.entries(isRecord(values) ? values : {}).flatMap(([label, value]): Fact[] => {
      const name = `${group}.${label}`;
      const text = valueText(value, language);
      return text === "" || isMachine(name, value) ? [] : [{ name, label, value: text }];
    });
  });
  return [
    ...named("title", product.title),
    ...named("brand", brand?.name),
    ...named("category", category?.path),
    ...named("ean", product.ean),
    ...named("sku", product.reference),
    ...FIELDS.flatMap((field) => fieldFact(product, field, language) ?? []),
    ...members,
    ...(await variantsFact(db, product, language)),
  ];
}

/** Facts as a model is given them: a line each. */
export const factsText = (facts: readonly Fact[]): string =>
  facts.map(({ label, value }) => `${label}: ${value}`).join("\n");

/** Those that a text can be about. */
export const describingFacts = (facts: readonly Fact[]): Fact[] => facts.filter(({ name }) => !NAMING.has(name));
