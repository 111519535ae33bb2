import type { FieldProblem } from "../../http/output/errors.ts";
import { UUID } from "../../text/uuid.ts";
import type { DecimalSeparator } from "./values/numbers.ts";

const FOREIGN_PRICES = ["leave_out", "convert", "price_lists"] as const;

/** What an import does with what it finds. */
export interface ImportOptions {
  /** False: products that are there stay as they are. */
  overwriteExisting: boolean;
  /** False: rows of products that are not there are skipped. */
  createMissing: boolean;
  updatePrices: boolean;
  updateStock: boolean;
  createBrands: boolean;
  createCategories: boolean;
  /** Of texts mapped without a language; `null` means the pivot. */
  defaultLanguage: string | null;
  /** `null`: as the file was found to write. */
  decimalSeparator: DecimalSeparator | null;
  /** What becomes of rows whose EAN cannot be used. */
  eanPolicy: "pending" | "reject";
  /** More errors end the import; `null` is no limit. */
  maxErrors: number | null;
  /** A blank cell clears the field. */
  emptyClears: boolean;
  /** Rows that the file's layout says are variants of one product become that; false: each row is a product. */
  linkVariants: boolean;
  /** The images that rows name are fetched and stored once the rows are applied. */
  fetchImages: boolean;
  /** What becomes of prices in another currency than the base currency. */
  foreignPrices: (typeof FOREIGN_PRICES)[number];
  /** The price lists that such prices go to; empty: the only list of their currency. */
  priceListIds: string[];
}

export const DEFAULT_IMPORT_OPTIONS: ImportOptions = {
  overwriteExisting: true,
  createMissing: true,
  updatePrices: true,
  updateStock: true,
  createBrands: true,
  createCategories: false,
  defaultLanguage: null,
  decimalSeparator: null,
  eanPolicy: "pending",
  maxErrors: null,
  emptyClears: false,
  linkVariants: true,
  fetchImages: false,
  foreignPrices: "leave_out",
  priceListIds: [],
};

type Check = (value: unknown, languages: readonly string[]) => FieldProblem["key"] | undefined;

const isFlag: Check = (value) => (typeof value === "boolean" ? undefined : "validation.boolean");
const LISTS_MAX = 50;
const areIds: Check = (value) =>
  Array.isArray(value) && value.length <= LISTS_MAX && value.every((id) => typeof id === "string" && UUID.test(id))
    ? undefined
    : "validation.invalid_value";
const isOneOf =
  (...allowed: unknown[]): Check =>
  (value) =>
    allowed.includes(value) ? undefined : "validation.invalid_value";

const CHECKS: Record<string, Check> = {
  overwrite_existing: isFlag,
  create_missing: isFlag,
  update_prices: isFlag,
  update_stock: isFlag,
  create_brands: isFlag,
  create_categories: isFlag,
  default_language: (value, languages) =>
    value === null || languages.includes(String(value)) ? undefined : "mapping.language",
  decimal_separator: isOneOf("auto", ",", ".", null),
  ean_policy: isOneOf("pending", "reject"),
  max_errors: (value) =>
    value === null || (Number.isInteger(value) && Number(value) >= 0) ? undefined : "validation.integer",
  empty_clears: isFlag,
  link_variants: isFlag,
  fetch_images: isFlag,
  foreign_prices: isOneOf(...FOREIGN_PRICES),
  price_list_ids: areIds,
};

/** What is wrong with `import_options` of a request; fields start with `import_options.`. */
export function checkImportOptions(
  options: Record<string, unknown>,
  { enabledLanguages }: { enabledLanguages: readonly string[] },
): FieldProblem[] {
  return Object.entries(options).flatMap(([name, value]): FieldProblem[] => {
    const field = `import_options.${name}`;
    const check = Object.hasOwn(CHECKS, name) ? CHECKS[name] : undefined;
    if (!check) return [{ field, type: "invalid_value", key: "validation.unknown_field" }];
    const key = check(value, enabledLanguages);
    return key === undefined ? [] : [{ field, type: "invalid_value", key, params: { language: String(value) } }];
  });
}

/** The options of a checked request, with the defaults for those it leaves out. */
export function importOptionsOf(options: Record<string, unknown>): ImportOptions {
  const flag = (name: string, fallback: boolean) => (typeof options[name] === "boolean" ? options[name] : fallback);
  const { default_language: language, decimal_separator: separator, max_errors: maxErrors } = options;
  const defaults = DEFAULT_IMPORT_OPTIONS;
  return {
    overwriteExisting: flag("overwrite_existing", defaults.overwriteExisting),
    createMissing: flag("create_missing", defaults.createMissing),
    updatePrices: flag("update_prices", defaults.updatePrices),
    updateStock: flag("update_stock", defaults.updateStock),
    createBrands: flag("create_brands", defaults.createBrands),
    createCategories: flag("create_categories", defaults.createCategories),
    defaultLanguage: typeof language === "string" ? language : defaults.defaultLanguage,
    decimalSeparator: separator === "," || separator === "." ? separator : defaults.decimalSeparator,
    eanPolicy: options["ean_policy"] === "reject" ? "reject" : defaults.eanPolicy,
    maxErrors: typeof maxErrors === "number" ? maxErrors : defaults.maxErrors,
    emptyClears: flag("empty_clears", defaults.emptyClears),
    linkVariants: flag("link_variants", defaults.linkVariants),
    fetchImages: flag("fetch_images", defaults.fetchImages),
    foreignPrices: FOREIGN_PRICES.find((each) => each === options["foreign_prices"]) ?? defaults.foreignPrices,
    // Checked when they were sent.
    priceListIds: (options["price_list_ids"] as string[] | undefined)?.map((id) => id.toLowerCase()) ?? [],
  };
}
