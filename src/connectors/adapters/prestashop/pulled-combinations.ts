import { centsOf, eanAmong, listOf, member, numberOf, present, textOf } from "../../engine/platform-values.ts";
import type { PulledVariant } from "../../engine/pull/pulled-product.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { textIn } from "./presta-languages.ts";
import { reducedBy, reductionOf, type reductionsOf } from "./presta-reductions.ts";
import { call } from "./presta-requests.ts";

/** What a product costs, without tax. One that is not for sale costs 0 there, which is no price. */
export const priceIn = (product: unknown): number | undefined =>
  Number(member(product, "available_for_order") ?? 1) === 0 && Number(member(product, "price")) === 0
    ? undefined
    : centsOf(member(product, "price"));

/** What the values of combinations are called, and what they are values of, by their ids. */
const optionNames = (api: Api, own: string): Promise<Map<string, readonly [option: string, value: string]>> =>
  api.once(`prestashop options ${own}`, async () => {
    const listed = async (resource: string, fields: string) =>
      listOf(member(await call(api, `${resource}?display=[${fields}]`, {}, () => true), resource));
    const groups = new Map(
      (await listed("product_options", "id,name")).map((each) => [
        String(member(each, "id")),
        textIn(member(each, "name"), own) ?? "",
      ]),
    );
    const values = await listed("product_option_values", "id,id_attribute_group,name");
    return new Map(
      values.map((each) => {
        const group = groups.get(String(member(each, "id_attribute_group"))) ?? "";
        return [String(member(each, "id")), [group, textIn(member(each, "name"), own) ?? ""] as const];
      }),
    );
  });

/** The options of a combination; those that the key may not read are left out. */
function optionsIn(combination: unknown, names: Awaited<ReturnType<typeof optionNames>>): Record<string, string> {
  const ids = listOf(member(combination, "associations", "product_option_values")).map((each) => member(each, "id"));
  const known = ids.flatMap((id) => {
    const name = names.get(String(id));
    return name && name[0] !== "" && name[1] !== "" ? [name] : [];
  });
  return Object.fromEntries(known);
}

/** The combinations of some products as variants, with their stock; those that have none are left out. */
export async function variantsOf(
  api: Api,
  products: readonly unknown[],
  { reductions, own }: { reductions: Awaited<ReturnType<typeof reductionsOf>>; own: string },
): Promise<Map<string, PulledVariant[]>> {
  const varied = products.filter((product) => listOf(member(product, "associations", "combinations")).length > 0);
  if (varied.length === 0) return new Map();
  const prices = new Map(varied.map((each) => [String(member(each, "id")), priceIn(each)]));
  const which = encodeURIComponent([...prices.keys()].join("|"));
  const path = `combinations?filter[id_product]=[${which}]&display=full`;
  const found = listOf(member(await call(api, path), "combinations"));
  const options = await optionNames(api, own);
  const stocked = await call(
    api,
    `stock_availables?filter[id_product]=[${which}]&display=[id_product_attribute,quantity]`,
  );
  const stocks = new Map(
    listOf(member(stocked, "stock_availables")).map((each) => [
      String(member(each, "id_product_attribute")),
      numberOf(member(each, "quantity")),
    ]),
  );
  return Map.groupBy(found, (each) => String(member(each, "id_product")))
    .entries()
    .reduce((all, [productId, some]) => {
      const base = prices.get(productId);
      const read = some.map((each): PulledVariant => {
        const externalId = String(member(each, "id"));
        const more = numberOf(member(each, "price")) ?? 0;
        return {
          externalId,
          sku: textOf(member(each, "reference")) ?? null,
          ean: eanAmong(member(each, "ean13")),
          options: optionsIn(each, options),
          ...present({
            ...reducedBy(
              base === undefined ? undefined : base + Math.round(more * 1_000_000) / 10_000,
              reductionOf(reductions, productId, externalId),
            ),
            stock: stocks.get(externalId),
          }),
        };
      });
      return all.set(productId, read);
    }, new Map<string, PulledVariant[]>());
}
