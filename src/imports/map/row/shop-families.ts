import { type Cell, type FamilyChild, type FamilyLayout, mark } from "./family-mark.ts";

// Shops that write what varies in a cell of its own.

interface Cells {
  cell: Cell;
  has: (name: string) => boolean;
}

const columnOf = (columns: readonly string[], name: string): string =>
  columns.find((column) => column.trim().toLowerCase() === name) ?? "";

const VARIATIONS = "configurable_variations";

/** `sku=TEE-S,size=S|sku=TEE-M,size=M`, as Magento writes it; a value may have a comma. */
function variationsIn(text: string, key: string): (readonly [string, FamilyChild])[] {
  return text.split("|").flatMap((variation) => {
    const pairs: [string, string][] = [];
    for (const piece of variation.split(",")) {
      const [name = "", ...value] = piece.split("=");
      const last = pairs.at(-1);
      if (value.length > 0) pairs.push([name.trim(), value.join("=").trim()]);
      else if (last) last[1] += `,${piece}`;
    }
    const sku = pairs.find(([name]) => name === "sku")?.[1] ?? "";
    const options = Object.fromEntries(pairs.filter(([name]) => name !== "sku"));
    return sku === "" ? [] : [[sku, { key, options }] as const];
  });
}

/**
 * Magento 2, whose configurable products stand below their children and name them:
 * https://experienceleague.adobe.com/en/docs/commerce-admin/systems/data-transfer/data-attributes-product
 */
export function magento({ cell, has }: Cells, columns: readonly string[]): FamilyLayout | undefined {
  if (!["sku", "product_type", VARIATIONS].every(has)) return undefined;
  return {
    column: columnOf(columns, VARIATIONS),
    isBlock: true,
    childrenOf: (cells) => variationsIn(cell(cells, VARIATIONS), cell(cells, "sku")),
    open: (children) => (cells) => {
      const sku = cell(cells, "sku");
      if (cell(cells, VARIATIONS) !== "") return mark(sku, "product");
      const child = children.get(sku);
      return child && mark(child.key, "variant", { options: child.options });
    },
  };
}

const REFERENCE = "product reference";
const ATTRIBUTES = "attribute (name:type:position)*";
const VALUES = "value (value:position)*";

/** `Size:select:0, Colour:color:1` beside `S:0, White:1`. */
function optionsOf(attributes: string, values: string): Record<string, string> {
  const written = values.split(",").map((value) => value.trim().replace(/:\d+$/, ""));
  const named = attributes.split(",").map((attribute) => attribute.trim().split(":")[0] ?? "");
  return Object.fromEntries(
    named.flatMap((name, index) => {
      const value = written[index] ?? "";
      return name === "" || value === "" ? [] : [[name, value]];
    }),
  );
}

/** PrestaShop, whose combinations are a file of their own: the products are those that were imported before. */
export function combinations({ cell, has }: Cells, columns: readonly string[]): FamilyLayout | undefined {
  if (![REFERENCE, ATTRIBUTES, VALUES].every(has)) return undefined;
  return {
    column: columnOf(columns, REFERENCE),
    isBlock: false,
    open: () => (cells) => {
      const key = cell(cells, REFERENCE);
      if (key === "") return undefined;
      return mark(key, "variant", { options: optionsOf(cell(cells, ATTRIBUTES), cell(cells, VALUES)) });
    },
  };
}
