import type { Adapter } from "../../engine/adapter.ts";
import { centsOf, eanAmong, listOf, member, numberOf, present, textOf, timeOf } from "../../engine/platform-values.ts";
import type { PulledProduct, PulledVariant } from "../../engine/pull/pulled-product.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { call } from "./bigcommerce-call.ts";

const PAGE = 100;
const WITH_VARIANTS = "include=variants";

/** What something costs: a sale makes its price lower, and is then what it costs, instead of its price. A sale of 0 is none. */
const pricesOf = (row: unknown) => {
  const price = centsOf(member(row, "price"));
  const sale = centsOf(member(row, "sale_price")) || undefined;
  return { priceCents: sale ?? price, compareAtPriceCents: price };
};

/** A variant without a price of its own has those of its product; a sale of its own is one from that price. */
function variantPrices(variant: unknown, product: ReturnType<typeof pricesOf>) {
  const { priceCents, compareAtPriceCents } = pricesOf(variant);
  if (priceCents === undefined) return product;
  return { priceCents, compareAtPriceCents: compareAtPriceCents ?? product.compareAtPriceCents };
}

function variantOf(variant: unknown, product: ReturnType<typeof pricesOf>): PulledVariant {
  const options = listOf(member(variant, "option_values")).flatMap((each) => {
    const [name, value] = [textOf(member(each, "option_display_name")), textOf(member(each, "label"))];
    return name === undefined || value === undefined ? [] : [[name, value] as const];
  });
  return {
    externalId: String(member(variant, "id")),
    sku: textOf(member(variant, "sku")) ?? null,
    ean: eanAmong(member(variant, "gtin"), member(variant, "upc")),
    options: Object.fromEntries(options),
    ...present({ ...variantPrices(variant, product), stock: numberOf(member(variant, "inventory_level")) }),
  };
}

const brandIdOf = (product: unknown) => numberOf(member(product, "brand_id")) || undefined;

/** The names of brands by their ids: products name only these. */
async function brandsOf(api: Api, products: readonly unknown[]): Promise<Map<number, string>> {
  const ids = [...new Set(products.flatMap((each) => brandIdOf(each) ?? []))];
  if (ids.length === 0) return new Map();
  const found = await call(api, `catalog/brands?id:in=${ids.join(",")}&limit=${PAGE}&include_fields=name`);
  return new Map(
    listOf(member(found, "data")).flatMap((each): [number, string][] => {
      const [id, name] = [numberOf(member(each, "id")), textOf(member(each, "name"))];
      return id === undefined || name === undefined ? [] : [[id, name]];
    }),
  );
}

/** Products that were read, with the names of their brands. */
async function pulledOf(api: Api, found: unknown): Promise<PulledProduct[]> {
  const products = listOf(member(found, "data"));
  const brands = await brandsOf(api, products);
  return products.map((each) => productOf(each, brands.get(brandIdOf(each) ?? 0)));
}

/** One without options has a variant without values. Of one with variants the stock is theirs. */
function productOf(product: unknown, brand: string | undefined): PulledProduct {
  const all = listOf(member(product, "variants"));
  const isVaried = all.some((each) => listOf(member(each, "option_values")).length > 0);
  const prices = pricesOf(product);
  const { priceCents } = prices;
  const variants = isVaried ? all.map((each) => variantOf(each, prices)) : undefined;
  const lowest = Math.min(...(variants ?? []).map((each) => each.priceCents ?? Number.POSITIVE_INFINITY));
  return {
    externalId: String(member(product, "id")),
    sku: textOf(member(product, "sku")) ?? null,
    ean: eanAmong(member(product, "gtin"), member(product, "upc")),
    changedAtMs: timeOf(member(product, "date_modified")),
    ...(variants && { variants }),
    ...(variants && lowest === priceCents && { isLowestPrice: true }),
    ...present({
      title: textOf(member(product, "name")),
      description: textOf(member(product, "description")),
      brand,
      ...prices,
      stock: isVaried ? undefined : numberOf(member(product, "inventory_level")),
    }),
  };
}

export const read: Adapter["read"] = async (api, ids) => {
  const found = await call(api, `catalog/products?id:in=${ids.join(",")}&limit=${PAGE}&${WITH_VARIANTS}`);
  return pulledOf(api, found);
};

export const pull: NonNullable<Adapter["pull"]> = async (api, { sinceMs, cursor }) => {
  const page = Number(cursor ?? 1);
  const since = sinceMs === null ? "" : `&date_modified:min=${encodeURIComponent(new Date(sinceMs).toISOString())}`;
  const found = await call(api, `catalog/products?limit=${PAGE}&page=${page}&sort=id&${WITH_VARIANTS}${since}`);
  const pages = numberOf(member(found, "meta", "pagination", "total_pages")) ?? page;
  return { products: await pulledOf(api, found), next: page < pages ? String(page + 1) : null };
};
