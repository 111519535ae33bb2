import type { Reply } from "../shops.ts";
import { bodyFault } from "./magento-bodies.ts";
import { BAD, type Call, type Shelf, WHY } from "./platform.ts";

type Row = Record<string, unknown>;
export interface MagentoProduct extends Row {
  id: number;
  sku: string;
  custom_attributes: { attribute_code: string; value: string | readonly string[] | null }[];
  extension_attributes: Row;
  media_gallery_entries?: Row[];
}
interface Attribute extends Row {
  attribute_id: number;
  attribute_code: string;
  options: { label: string; value: string }[];
}

interface ChosenBy {
  attribute_id: string;
  values: { value_index: number }[];
}

const refusal = (message: string, status = 400): Reply => ({ status, json: { message } });
const choice = (id: number, code: string, label: string, values: string[]): Attribute => ({
  ...{ attribute_id: id, attribute_code: code, default_frontend_label: label, frontend_input: "select" },
  ...{ is_user_defined: true },
  options: values.map((value, place) => ({ label: value, value: String(id * 10 + place) })),
});

const skuIn = ({ route }: Call) => decodeURIComponent(/\/V1\/products\/([^/]+)$/.exec(route)?.[1] ?? "");
const codeIn = ({ route }: Call) => /\/attributes\/(\w+)\/options$/.exec(route)?.[1];
const isChild = (row: Row) => row["visibility"] === 1;

interface Filter {
  field: string;
  type: string;
  value: string;
}

/** What is asked for: one filter of each group is to hold. */
function filtersIn(query: URLSearchParams): Filter[][] {
  const groups: Filter[][] = [];
  for (const [name, field] of query) {
    const [, group, place] = /^searchCriteria\[filter_groups\]\[(\d+)\]\[filters\]\[(\d+)\]\[field\]$/.exec(name) ?? [];
    if (group === undefined) continue;
    const said = (what: string) =>
      query.get(`searchCriteria[filter_groups][${group}][filters][${place}][${what}]`) ?? "";
    const filter = { field, type: said("condition_type"), value: said("value") };
    groups[Number(group)] = [...(groups[Number(group)] ?? []), filter];
  }
  return groups.filter(Boolean);
}

/** A list is separated by commas. */
function isHeld(row: MagentoProduct, { field, type, value }: Filter): boolean {
  if (type === "gteq") return true;
  const held = String(field === "entity_id" ? row.id : row[field]).toLowerCase();
  return type === "in" ? value.toLowerCase().split(",").includes(held) : value.toLowerCase() === held;
}

type Held = MagentoProduct["custom_attributes"][number];
const keptValue = (each: Held): Held[] => {
  if (each.value === "" && each.attribute_code === "special_price") return [{ ...each, value: "0.000000" }];
  return each.value === "" || each.value === null ? [] : [each];
};

/** The catalog of a Magento shop: simple products and configurable ones, attributes with their options, levels and prices. */
export function magentoShop({ shelf }: { shelf?: Shelf } = {}) {
  const products = new Map<string, MagentoProduct>();
  const attributes = [
    choice(93, "color", "Colour", ["Red"]),
    choice(83, "manufacturer", "Manufacturer", []),
    choice(94, "size", "Size", ["S", "M"]),
  ];
  const levels = new Map<string, number>();
  let next = 1;
  const byId = () => new Map([...products.values()].map((each) => [each.id, each]));
  const fresh = (sku: string): MagentoProduct => ({
    ...{ id: next++, sku, type_id: "simple", attribute_set_id: 4, custom_attributes: [], extension_attributes: {} },
  });

  const codeValue = (product: MagentoProduct | undefined, code: string) =>
    product?.custom_attributes.find((each) => each.attribute_code === code)?.value;

  /** Why a product cannot be chosen by an attribute: each of its own has one of the values that the attribute has. */
  function optionFault(
    { attribute_id: id, values }: ChosenBy,
    children: readonly MagentoProduct[],
  ): string | undefined {
    const attribute = attributes.find((each) => String(each.attribute_id) === id);
    const has = (value: unknown) => attribute?.options.some((each) => each.value === String(value)) ?? false;
    if (!attribute || !values.every(({ value_index: value }) => has(value))) return "There is no such option.";
    return children.every((each) => has(codeValue(each, attribute.attribute_code)))
      ? undefined
      : "They lack the attribute.";
  }

  /** Why a configurable product is refused: it names only attributes, values and products that are there. */
  function choiceFault(more: Row): string | undefined {
    const options = (more["configurable_product_options"] ?? []) as ChosenBy[];
    const links = (more["configurable_product_links"] ?? []) as number[];
    const known = byId();
    const children = links.flatMap((id) => known.get(id) ?? []);
    if (children.length < links.length) return "Product with id does not exist.";
    const fault = options.map((each) => optionFault(each, children)).find((each) => each !== undefined);
    const combinations = children.map((child) =>
      attributes.map((each) => codeValue(child, each.attribute_code)).join(),
    );
    const isDouble = new Set(combinations).size < combinations.length;
    return fault ?? (isDouble ? 'Products "%1" and "%2" have the same set of attribute values.' : undefined);
  }

  /** Why a new product is refused: its address is made of its name, and another one has that. */
  function addressFault(sku: string, body: Row, own: MagentoProduct["custom_attributes"]): string | undefined {
    if (products.has(sku) || own.some((each) => each.attribute_code === "url_key")) return undefined;
    const isTaken = [...products.values()].some((each) => each["name"] === body["name"]);
    return isTaken ? "URL key for specified store already exists." : undefined;
  }

  /** The pictures of a product: new files alone are added; beside one that is there, and without any, the others go (2.4.7-p3). */
  function galleryOf(
    { media_gallery_entries: before = [] }: MagentoProduct,
    named: readonly (Row & { id?: number })[],
  ) {
    const isAdded = named.length > 0 && named.every(({ id }) => id === undefined);
    return [
      ...(isAdded ? before : []),
      ...named.map(({ content, ...entry }) => ({ ...entry, id: entry.id ?? next++ })),
    ];
  }

  /** Stores a product. */
  function put(sku: string, body: Row): Reply {
    const before = products.get(sku) ?? fresh(sku);
    const {
      custom_attributes: own = [],
      extension_attributes: more = {},
      media_gallery_entries: gallery,
      ...rest
    } = body as Row & {
      custom_attributes?: MagentoProduct["custom_attributes"];
      extension_attributes?: Row;
      media_gallery_entries?: (Row & { id?: number })[];
    };
    const why = choiceFault(more) ?? addressFault(sku, body, own);
    if (why) return refusal(why);
    const kept = before.custom_attributes.filter(
      (each) => !own.some(({ attribute_code: code }) => code === each.attribute_code),
    );
    const { stock_item: stock, ...links } = more as { stock_item?: { qty: number } };
    if (stock) levels.set(sku, stock.qty);
    const product: MagentoProduct = {
      ...{ ...before, ...rest, id: before.id, sku },
      // `null` takes an attribute away, and so does an empty text; of a price it makes nothing (2.4.7-p3).
      custom_attributes: [...kept, ...own.flatMap(keptValue)],
      extension_attributes: { ...before.extension_attributes, ...links },
      ...(gallery && { media_gallery_entries: galleryOf(before, gallery) }),
    };
    products.set(sku, product);
    if (!isChild(product)) shelf?.upsert(sku);
    return { json: product };
  }

  const written = (call: Call): Reply => {
    const sku = skuIn(call);
    const why = sku === BAD ? WHY : bodyFault("PUT /V1/products/{sku}", call.body);
    return why === undefined ? put(sku, (call.body as { product: Row }).product) : refusal(why);
  };

  function find({ query }: Call): Reply {
    const groups = filtersIn(query);
    const isFound = (row: MagentoProduct) => groups.every((filters) => filters.some((each) => isHeld(row, each)));
    const found = [...products.values()].filter(isFound);
    const [size, page] = [
      Number(query.get("searchCriteria[pageSize]") ?? 100),
      Number(query.get("searchCriteria[currentPage]") ?? 1),
    ];
    return { json: { items: found.slice((page - 1) * size, page * size), total_count: found.length } };
  }

  function addOption(call: Call): Reply {
    const attribute = attributes.find((each) => each.attribute_code === codeIn(call));
    const why = bodyFault("POST /V1/products/attributes/{attributeCode}/options", call.body);
    if (!attribute || why) return refusal(why ?? "No such entity", attribute ? 400 : 404);
    const { label } = (call.body as { option: { label: string } }).option;
    if (attribute.options.some((each) => each.label === label))
      return refusal("Admin store attribute option label exists");
    const value = String(attribute.attribute_id * 10 + attribute.options.length);
    attribute.options.push({ label, value });
    return { json: `id_${value}` };
  }

  /** What tests have put on the shelf, or taken from it. */
  function follow({ products: shelved }: Shelf): void {
    for (const sku of shelved.keys()) if (!products.has(sku)) products.set(sku, fresh(sku));
    for (const row of [...products.values()]) if (!shelved.has(row.sku) && !isChild(row)) products.delete(row.sku);
  }

  const ANSWERS: Record<string, (call: Call) => Reply> = {
    "GET /V1/products": find,
    "PUT /V1/products/{sku}": written,
    "DELETE /V1/products/{sku}": (call) => (products.delete(skuIn(call)) ? { json: true } : refusal("not found", 404)),
    "GET /V1/products/attributes": () => ({
      json: { items: attributes.map((each) => ({ ...each, scope: "global" })), total_count: attributes.length },
    }),
    // Those of a set come without their scope (2.4.7-p3).
    "GET /V1/products/attribute-sets/{attributeSetId}/attributes": () => ({
      json: [...attributes, { attribute_id: 99, attribute_code: "ean", frontend_input: "text", options: [] }],
    }),
    "GET /V1/products/attributes/{attributeCode}/options": (call) => ({
      json: attributes.find((each) => each.attribute_code === codeIn(call))?.options ?? [],
    }),
    "POST /V1/products/attributes/{attributeCode}/options": addOption,
  };
  /** What is answered of products; `undefined`: it is asked for something else, of which `products` is up to date. */
  const reply = (operation: string, call: Call): Reply | undefined => {
    if (shelf) follow(shelf);
    return ANSWERS[operation]?.(call);
  };
  return { products, levels, attributes, put, reply };
}
