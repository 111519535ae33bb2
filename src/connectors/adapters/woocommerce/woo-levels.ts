import { listOf, member, numberOf } from "../../engine/platform-values.ts";
import { apartOf, idThere, type Stocked } from "../../engine/push/stocked.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { levelsBy } from "../each.ts";
import { call, PAGE } from "./woo-requests.ts";

const NOT_FOUND = 404;
/** A product that is gone has no variations. */
const isRead = (status: number) => status < 400 || status === NOT_FOUND;

const ofThese = (stocked: readonly Stocked[]) =>
  `per_page=${PAGE}&include=${stocked.flatMap((each) => idThere(each) ?? []).join(",")}&_fields=id,stock_quantity`;

/** What a shop has of products, in one request, and of variations, in one for each product. The ids of neither are the other's. */
export async function levels(api: Api, stocked: readonly Stocked[]): Promise<Map<string, number>> {
  const { plain, variants } = apartOf(stocked);
  const found = plain.length === 0 ? [] : listOf(await call(api, `/products?${ofThese(plain)}`));
  for (const [id, some] of Map.groupBy(variants, ({ externalId }) => externalId)) {
    found.push(...listOf(await call(api, `/products/${id}/variations?${ofThese(some)}`, {}, isRead)));
  }
  return levelsBy(stocked, found, (each) => ({
    externalId: String(member(each, "id")),
    level: numberOf(member(each, "stock_quantity")),
  }));
}
