import type { Adapter } from "../../engine/adapter.ts";
import { centsOf, eanAmong, listOf, member, numberOf, present, textOf } from "../../engine/platform-values.ts";
import type { PulledProduct, PulledVariant } from "../../engine/pull/pulled-product.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { gathered } from "../../engine/requests/portions.ts";
import { type Attribute, attributesOf } from "./magento-attributes.ts";
import { magentoTime, reservedUnits } from "./magento-orders.ts";
import { amongSkus, type Criterion, call, criteria } from "./magento-requests.ts";
import { inSource } from "./magento-stock.ts";

const PAGE = 100;

const attributeOf = (product: unknown, code: string) =>
  member(
    listOf(member(product, "custom_attributes")).find((each) => member(each, "attribute_code") === code),
    "value",
  );
/** What it costs now; a special price that ends is the owner's, and not of the catalog. */
const priceIn = (product: unknown) => {
  const [special, end] = [attributeOf(product, "special_price"), attributeOf(product, "special_to_date")];
  return (end ? undefined : centsOf(special)) ?? centsOf(member(product, "price"));
};
const skuOf = (product: unknown) => String(member(product, "sku"));
const idOf = (product: unknown) => numberOf(member(product, "id")) ?? 0;
const isConfigurable = (product: unknown) => member(product, "type_id") === "configurable";
const linksOf = (product: unknown) =>
  listOf(member(product, "extension_attributes", "configurable_product_links")).flatMap((id) => numberOf(id) ?? []);

const codesOf = (product: unknown) => ({
  externalId: skuOf(product),
  sku: textOf(member(product, "sku")) ?? null,
  ean: eanAmong(attributeOf(product, "ean"), attributeOf(product, "gtin"), member(product, "sku")),
});

/** All entries of a list. */
async function listAll(api: Api, path: string, wanted: readonly Criterion[], fields: string): Promise<unknown[]> {
  const all: unknown[] = [];
  for (let page = 1; ; page++) {
    const found = await call(api, `${path}?${criteria(wanted, { page, size: PAGE, by: "entity_id" })}${fields}`);
    all.push(...listOf(member(found, "items")));
    if (page * PAGE >= Number(member(found, "total_count") ?? 0)) return all;
  }
}

/** Which product each variant belongs to, by the shop's id of the variant. */
const parentsOf = (api: Api): Promise<Map<number, string>> =>
  api.once("magento parents", async () => {
    const fields = "&fields=items[id,sku,extension_attributes[configurable_product_links]],total_count";
    const all = await listAll(api, "products", [["type_id", "eq", "configurable"]], fields);
    return new Map(all.flatMap((parent) => linksOf(parent).map((id) => [id, skuOf(parent)] as const)));
  });

/** What a variant is chosen by: the attributes of its product, and its values of them. */
function optionsOf(variant: unknown, parent: unknown, attributes: readonly Attribute[]): Record<string, string> {
  const chosen = listOf(member(parent, "extension_attributes", "configurable_product_options"));
  const named = chosen.flatMap((option) => {
    const attribute = attributes.find(({ id }) => id === String(member(option, "attribute_id")));
    const value = attribute?.labels.get(String(attributeOf(variant, attribute.code)));
    const name = textOf(member(option, "label")) ?? attribute?.label;
    return name === undefined || value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(named);
}

/** Products as they are read; those with variants have their prices there. */
async function pulledOf(api: Api, products: readonly unknown[]): Promise<PulledProduct[]> {
  const parents = products.filter(isConfigurable);
  const ids = [...new Set(parents.flatMap(linksOf))];
  const children = await gathered(ids, PAGE, (some) =>
    listAll(api, "products", [["entity_id", "in", some.join(",")]], ""),
  );
  const byId = new Map(children.map((each) => [idOf(each), each]));
  const attributes: Attribute[] = [];
  for (const setId of new Set(parents.map((each) => numberOf(member(each, "attribute_set_id")) ?? 0))) {
    attributes.push(...(await attributesOf(api, setId)));
  }
  return products.map((product): PulledProduct => {
    const variants = linksOf(product).flatMap((id): PulledVariant[] => {
      const child = byId.get(id);
      if (child === undefined) return [];
      const priceCents = priceIn(child);
      return [{ ...codesOf(child), options: optionsOf(child, product, attributes), ...present({ priceCents }) }];
    });
    return {
      ...codesOf(product),
      ...(isConfigurable(product) && { variants }),
      ...present({
        title: textOf(member(product, "name")),
        description: textOf(attributeOf(product, "description")),
        priceCents: isConfigurable(product) ? undefined : priceIn(product),
        compareAtPriceCents: centsOf(member(product, "price")),
      }),
    };
  });
}

/** What can be sold of products and variants, by their SKU: what the source has, without what is ordered. Shops without sources are not asked. */
async function salableOf(api: Api, skus: readonly string[]): Promise<Map<string, number>> {
  const rows = await gathered(skus, PAGE, async (some) => (await inSource(api, some)) ?? []);
  if (rows.length === 0) return new Map();
  const reserved = await reservedUnits(api);
  return new Map(
    rows.map((row) => {
      const sku = String(member(row, "sku"));
      return [sku, Math.max(0, Math.floor((numberOf(member(row, "quantity")) ?? 0) - (reserved.get(sku) ?? 0)))];
    }),
  );
}

/** Products with their levels; of those with variants each of these has one. */
async function stockedOf(api: Api, products: readonly PulledProduct[]): Promise<PulledProduct[]> {
  const skus = products.flatMap(({ externalId, variants }) => variants?.map((each) => each.externalId) ?? [externalId]);
  const levels = await salableOf(api, skus);
  const leveled = <T extends { externalId: string }>(each: T) => ({
    ...each,
    ...present({ stock: levels.get(each.externalId) }),
  });
  return products.map(({ variants, ...product }) =>
    variants ? { ...product, variants: variants.map(leveled) } : leveled(product),
  );
}

const bySku = async (api: Api, skus: readonly string[]) =>
  skus.length === 0 ? [] : listOf(member(await call(api, `products?${amongSkus(skus)}`), "items"));

export const read: Adapter["read"] = async (api, skus) => pulledOf(api, await bySku(api, skus));

/** A page of the products that have changed, or whose variants have: variants are read with their products. */
export const pull: NonNullable<Adapter["pull"]> = async (api, { sinceMs, cursor }) => {
  const page = Number(cursor ?? 1);
  const wanted: Criterion[] = sinceMs === null ? [] : [["updated_at", "gteq", magentoTime(sinceMs)]];
  const found = await call(api, `products?${criteria(wanted, { page, size: PAGE })}`);
  const all = listOf(member(found, "items"));
  const parents = all.length === 0 ? new Map<number, string>() : await parentsOf(api);
  const own = all.filter((each) => !parents.has(idOf(each)));
  const known = new Set(own.map(skuOf));
  const more =
    sinceMs === null ? [] : all.flatMap((each) => parents.get(idOf(each)) ?? []).filter((sku) => !known.has(sku));
  const products = [...own, ...(await bySku(api, [...new Set(more)]))];
  const total = Number(member(found, "total_count") ?? 0);
  return {
    products: await stockedOf(api, await pulledOf(api, products)),
    next: page * PAGE < total ? String(page + 1) : null,
  };
};
