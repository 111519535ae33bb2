import type { Adapter } from "../../engine/adapter.ts";
import { eanAmong, listOf, member, numberOf, present, pricesNow, textOf } from "../../engine/platform-values.ts";
import type { PulledProduct } from "../../engine/pull/pulled-product.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { call, listAll, nameIn, PAGE } from "./woo-requests.ts";

const pulledOf = (product: unknown, variants: PulledProduct["variants"]): PulledProduct => ({
  externalId: String(member(product, "id")),
  externalUrl: textOf(member(product, "permalink")) ?? null,
  ean: eanAmong(member(product, "global_unique_id"), member(product, "sku")),
  sku: textOf(member(product, "sku")) ?? null,
  ...(variants && { variants, isLowestPrice: true }),
  ...present({
    title: nameIn(member(product, "name")),
    description: textOf(member(product, "description")),
    brand: nameIn(member(product, "brands", 0, "name")),
    ...pricesNow(product),
    stock: variants ? undefined : numberOf(member(product, "stock_quantity")),
    imageUrl: textOf(member(product, "images", 0, "src")),
  }),
});

/** The variations of a product; `undefined`: it has none. */
async function variationsOf(api: Api, product: unknown): Promise<PulledProduct["variants"]> {
  if (member(product, "type") !== "variable") return undefined;
  const found = await listAll(api, `/products/${member(product, "id")}/variations?context=edit`);
  return found.map((each) => ({
    externalId: String(member(each, "id")),
    sku: textOf(member(each, "sku")) ?? null,
    ean: eanAmong(member(each, "global_unique_id")),
    options: Object.fromEntries(
      listOf(member(each, "attributes")).flatMap((attribute) => {
        const [name, option] = [nameIn(member(attribute, "name")), nameIn(member(attribute, "option"))];
        return name === undefined || option === undefined ? [] : [[name, option] as const];
      }),
    ),
    ...present({ ...pricesNow(each), stock: numberOf(member(each, "stock_quantity")) }),
  }));
}

/** Products there, as a pull would read them but without their variations. */
export const read: NonNullable<Adapter["read"]> = async (api, ids) => {
  const path = `/products?context=edit&per_page=${PAGE}&include=${ids.join(",")}`;
  return listOf(await call(api, path)).map((product) => pulledOf(product, undefined));
};

export const pull: NonNullable<Adapter["pull"]> = async (api, { sinceMs, cursor }) => {
  const page = Number(cursor ?? 1);
  const since = sinceMs === null ? "" : `&dates_are_gmt=true&modified_after=${new Date(sinceMs).toISOString()}`;
  // Without `edit` texts come as the shop shows them, with paragraphs and typography of its own.
  const path = `/products?context=edit&per_page=${PAGE}&page=${page}&orderby=id&order=asc${since}`;
  const found = listOf(await call(api, path));
  const products: PulledProduct[] = [];
  for (const product of found) products.push(pulledOf(product, await variationsOf(api, product)));
  return { products, next: found.length === PAGE ? String(page + 1) : null };
};
