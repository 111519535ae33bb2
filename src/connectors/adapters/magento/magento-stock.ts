import { listOf, member, numberOf } from "../../engine/platform-values.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import type { PushOutcome } from "../../engine/push/push-outcome.ts";
import { idThere, type Stocked } from "../../engine/push/stocked.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { levelsBy, GONE as NO_PRODUCT, pushEach, pushTogether, sentAs } from "../each.ts";
import { search } from "./magento-push.ts";
import { answerOf, bySkus, call, criteria } from "./magento-requests.ts";

// Source: https://developer.adobe.com/commerce/webapi/rest/inventory/ and, for shops without sources,
// `stockItems` of Adobe's description of the API
const PAGE = 100;
const SOURCE = "default";
/** An address that the shop does not have, or a product. */
const GONE = 404;
const isAnswer = (status: number) => status < 400 || status === GONE;

/** Whether the shop has sources (MSI); else it has one quantity of each product, which falls with its orders. */
export const hasSources = (api: Api): Promise<boolean> =>
  api.once("magento sources", async () => {
    const path = `V1/inventory/sources?${criteria([], { size: 1 })}`;
    return (await answerOf(api, path, {}, isAnswer)).status !== GONE;
  });

/** Sets levels of the source, which takes those of products that are no longer there, too. `undefined`: the shop has none. */
async function setSources(api: Api, items: readonly PushItem[]): Promise<PushOutcome[] | undefined> {
  const found = await search(
    api,
    items.flatMap(({ externalId }) => externalId ?? []),
  );
  const there = new Set(found.map(({ externalId }) => externalId));
  const isThere = ({ externalId }: PushItem) => there.has(externalId ?? "");
  const gone = items
    .filter((item) => !isThere(item))
    .map(({ productId, externalId }) => ({ productId, error: NO_PRODUCT(externalId), isMissing: true as const }));
  const known = items.filter(isThere);
  if (known.length === 0) return gone;
  const sourceItems = known.map(({ externalId, stock }) => ({
    sku: externalId,
    source_code: SOURCE,
    quantity: stock,
    status: stock > 0 ? 1 : 0,
  }));
  const request = { method: "POST", json: { sourceItems } } as const;
  const { status } = await answerOf(api, "V1/inventory/source-items", request, isAnswer);
  return status === GONE ? undefined : [...gone, ...known.map(sentAs)];
}

/** The id in the address is not looked at: the SKU says whose it is. */
async function setOne(api: Api, item: PushItem): Promise<PushOutcome> {
  if (item.externalId === null) return sentAs(item);
  const json = { stockItem: { qty: item.stock, is_in_stock: item.stock > 0 } };
  await call(api, `products/${encodeURIComponent(item.externalId)}/stockItems/1`, { method: "PUT", json });
  return sentAs(item);
}

/** Sets levels: of the source, a hundred a request; without sources one by one. */
export const pushStock = (api: Api, items: readonly PushItem[]): Promise<PushOutcome[]> =>
  pushTogether(
    items,
    PAGE,
    async (some) => (await setSources(api, some)) ?? (await pushEach(some, (item) => setOne(api, item))),
  );

/** What the source has of at most a hundred products. `undefined`: the shop has none. */
export async function inSource(api: Api, skus: readonly string[]): Promise<unknown[] | undefined> {
  const wanted = `${criteria([["source_code", "eq", SOURCE]], { size: PAGE })}&${bySkus(skus, 1)}`;
  const answer = await answerOf(api, `V1/inventory/source-items?${wanted}`, {}, isAnswer);
  return answer.status === GONE ? undefined : listOf(member(answer.json(), "items"));
}

async function inStock(api: Api, skus: readonly string[]): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const sku of skus) {
    const answer = await answerOf(api, `V1/stockItems/${encodeURIComponent(sku)}`, {}, isAnswer);
    if (answer.status !== GONE) found.push({ sku, quantity: member(answer.json(), "qty") });
  }
  return found;
}

/** What the shop has of some products and variants, each of which is a product there. */
export async function levels(api: Api, stocked: readonly Stocked[]): Promise<Map<string, number>> {
  const skus = stocked.flatMap((each) => idThere(each) ?? []);
  const there = (await inSource(api, skus)) ?? (await inStock(api, skus));
  return levelsBy(stocked, there, (each) => ({
    externalId: String(member(each, "sku")),
    level: numberOf(member(each, "quantity")),
  }));
}
