import { nameKey } from "../../../text/name-key.ts";
import { cellText } from "../values/cell-values.ts";
import { type Cell, type FamilyLayout, type FamilyMark, mark } from "./family-mark.ts";
import { combinations, magento } from "./shop-families.ts";

const plain = (name: string) => nameKey(name).replace(/[’`´]/g, "'").trim();

/** Finds cells by the names of their columns, as `plain` writes them. */
function cellsOf(columns: readonly string[]): { cell: Cell; names: readonly string[]; has: (name: string) => boolean } {
  const names = columns.map(plain);
  const places = new Map(names.map((name, index) => [name, index]));
  return {
    names,
    has: (name) => places.has(name),
    cell: (cells, name) => cellText(cells[places.get(name) ?? -1] ?? ""),
  };
}

const numbersTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

/** Names and values of options that stand in columns of their own; only the first row of a product names them. */
class OptionColumns {
  readonly #cell: Cell;
  readonly #pairs: readonly (readonly [name: string, value: string])[];
  #names: string[] = [];

  constructor(cell: Cell, pairs: readonly (readonly [name: string, value: string])[]) {
    this.#cell = cell;
    this.#pairs = pairs;
  }

  /** Takes the names from the first row of a product. */
  begin(cells: readonly string[]): void {
    this.#names = this.#pairs.map(([name]) => this.#cell(cells, name));
  }

  read(cells: readonly string[]): Record<string, string> {
    const options: Record<string, string> = {};
    for (const [index, [, column]] of this.#pairs.entries()) {
      const [name = "", value] = [this.#names[index], this.#cell(cells, column)];
      // What Shopify writes of a product without variants.
      if (value === "" || (name === "Title" && value === "Default Title")) continue;
      options[name === "" ? `Option ${index + 1}` : name] = value;
    }
    return options;
  }
}

const OF_SHOPIFY_VARIANT = ["variant price", "variant sku", "option1 value"];

/** Shopify: https://help.shopify.com/en/manual/products/import-export/using-csv */
function shopify(columns: readonly string[]): FamilyLayout | undefined {
  const { cell, has } = cellsOf(columns);
  if (!["handle", "title", "variant price"].every(has) || !["option1 value", "image src"].some(has)) return undefined;
  const pairs = numbersTo(3).map((number) => [`option${number} name`, `option${number} value`] as const);
  const kindOf = (cells: readonly string[], isFirst: boolean): FamilyMark["kind"] => {
    const isVariant = OF_SHOPIFY_VARIANT.some((name) => cell(cells, name) !== "");
    if (isFirst) return isVariant ? "first" : "product";
    return isVariant ? "variant" : "part";
  };
  return {
    column: columns.find((name) => plain(name) === "handle") ?? "",
    isBlock: true,
    open: () => {
      const options = new OptionColumns(cell, pairs);
      let last = "";
      return (cells) => {
        const key = cell(cells, "handle");
        if (key === "") return undefined;
        const kind = kindOf(cells, key !== last && cell(cells, "title") !== "");
        if (key !== last) options.begin(cells);
        last = key;
        return mark(key, kind, { options: options.read(cells), image: cell(cells, "variant image") || null });
      };
    },
  };
}

/** Wix: https://support.wix.com/en/article/wix-stores-importing-and-exporting-your-products */
function wix(columns: readonly string[]): FamilyLayout | undefined {
  const { cell, has } = cellsOf(columns);
  if (!["handleid", "fieldtype", "productoptionname1"].every(has)) return undefined;
  const pairs = numbersTo(6).map(
    (number) => [`productoptionname${number}`, `productoptiondescription${number}`] as const,
  );
  return {
    column: columns.find((name) => plain(name) === "handleid") ?? "",
    isBlock: true,
    open: () => {
      const options = new OptionColumns(cell, pairs);
      return (cells) => {
        const key = cell(cells, "handleid");
        if (key === "") return undefined;
        if (cell(cells, "fieldtype").toLowerCase() === "variant") {
          return mark(key, "variant", { options: options.read(cells), surcharge: cell(cells, "surcharge") });
        }
        options.begin(cells);
        return mark(key, "product");
      };
    },
  };
}

/** The names of WooCommerce's columns in the languages in which they were seen. */
const WOO = [
  { sku: "sku", name: /^attribute (\d+) name$/, value: (number: string) => `attribute ${number} value(s)` },
  { sku: "ugs", name: /^nom de l'attribut (\d+)$/, value: (number: string) => `valeur(s) de l'attribut ${number}` },
];

/** WooCommerce: https://github.com/woocommerce/woocommerce/wiki/Product-CSV-Import-Schema */
function wooCommerce(columns: readonly string[]): FamilyLayout | undefined {
  const { cell, has, names } = cellsOf(columns);
  const words = WOO.find(({ sku }) => ["id", "type", "parent", sku].every(has));
  if (!words) return undefined;
  const pairs = names.flatMap((name) => {
    const number = words.name.exec(name)?.[1];
    return number === undefined ? [] : [[name, words.value(number)] as const];
  });
  return {
    column: columns.find((name) => plain(name) === "parent") ?? "",
    isBlock: false,
    open: () => {
      const options = new OptionColumns(cell, pairs);
      const skus = new Map<string, string>();
      return (cells) => {
        const [type, id] = [cell(cells, "type").toLowerCase(), cell(cells, "id")];
        if (type.startsWith("variable")) {
          const key = cell(cells, words.sku) || id;
          skus.set(id, key);
          return mark(key, "product");
        }
        const parent = cell(cells, "parent");
        if (!type.startsWith("variation") || parent === "" || parent === "0") return undefined;
        const parentId = parent.replace(/^id:/, "");
        options.begin(cells);
        const [image = ""] = cell(cells, "images").split(/,\s*/);
        return mark(skus.get(parentId) ?? parentId, "variant", { options: options.read(cells), image: image || null });
      };
    },
  };
}

const PARENTS: ReadonlySet<string> = new Set(
  "parent sku,parent_sku,parentsku,sku parent,sku_parent,parent code,parent_code,parent reference,parent_reference,master sku,master_sku".split(
    ",",
  ),
);

/** Lists that name the code of its product beside each variant: `parent_sku`. */
function parentColumn(columns: readonly string[], { sku, options }: FamilyColumns): FamilyLayout | undefined {
  const column = columns.find((name) => PARENTS.has(plain(name)));
  if (column === undefined || sku === undefined) return undefined;
  const { cell } = cellsOf(columns);
  return {
    column,
    isBlock: false,
    open: () => (cells) => {
      const [key, own] = [cell(cells, plain(column)), cell(cells, plain(sku))];
      if (key === "" || key === own) return undefined;
      const values = options.flatMap((name) => {
        const value = cell(cells, plain(name));
        return value === "" ? [] : [[name, value]];
      });
      return mark(key, "variant", { options: Object.fromEntries(values) });
    },
  };
}

export interface FamilyColumns {
  /** The column that is mapped to the reference. */
  sku: string | undefined;
  /** Columns of what variants differ in. */
  options: readonly string[];
}

/** How a file writes products and their variants as rows; `undefined` when each row is a product. */
export const findLayout = (columns: readonly string[], mapped: FamilyColumns): FamilyLayout | undefined =>
  shopify(columns) ??
  wix(columns) ??
  wooCommerce(columns) ??
  magento(cellsOf(columns), columns) ??
  combinations(cellsOf(columns), columns) ??
  parentColumn(columns, mapped);
