import { randomUUID } from "node:crypto";
import { listOf, member, numberOf, textOf } from "../../engine/platform-values.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import type { PushOutcome } from "../../engine/push/push-outcome.ts";
import { levelAfter, type Stocked, stockedKey } from "../../engine/push/stocked.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { sentAs } from "../each.ts";
import { locationOf, query } from "./query.ts";
import { refusalOf } from "./shopify-refusal.ts";

// Source: https://shopify.dev/docs/api/admin-graphql/2026-10/mutations/inventorySetQuantities
const TRIES = 3;
const STALE = "CHANGE_FROM_QUANTITY_STALE";

/** The variant of a product, and its stock, as Shopify calls them. */
export const itemIds = ({ externalItemId }: Pick<PushItem, "externalItemId">) => (externalItemId ?? "").split(" ");

/** A level to be set. */
interface Level {
  inventoryItemId: string | undefined;
  quantity: number;
  /** What the shop had when the quantity was reckoned from it. */
  from: number | undefined;
}

const CURRENT = `query levels($ids: [ID!]!, $location: ID!) { nodes(ids: $ids) { ... on InventoryItem {
  id inventoryLevel(locationId: $location) { quantities(names: ["available"]) { quantity } } } } }`;

/** What a place has now of each item; `null`: nothing is kept there. */
async function currentOf(api: Api, locationId: string, levels: readonly Level[]): Promise<Map<string, number | null>> {
  const ids = levels.flatMap(({ inventoryItemId }) => inventoryItemId ?? []);
  const data = await query(api, CURRENT, { ids, location: locationId });
  return new Map(
    listOf(member(data, "nodes")).flatMap((node): [string, number | null][] => {
      const id = textOf(member(node, "id"));
      const quantity = numberOf(member(node, "inventoryLevel", "quantities", 0, "quantity"));
      return id === undefined ? [] : [[id, quantity ?? null]];
    }),
  );
}

const SET = `mutation stock($input: InventorySetQuantitiesInput!, $key: String!) {
  inventorySetQuantities(input: $input) @idempotent(key: $key) { userErrors { field message code } } }`;

const knownOf = (levels: readonly Level[]) =>
  new Map(levels.map(({ inventoryItemId = "", from = null }): [string, number | null] => [inventoryItemId, from]));

/** A level that was reckoned from what the shop had moves along when it has another now. */
function moved({ inventoryItemId, quantity, from }: Level, now: number | null | undefined): Level {
  if (from === undefined || now === null || now === undefined) return { inventoryItemId, quantity, from };
  return { inventoryItemId, quantity: levelAfter(now, quantity - from), from: now };
}

/** Sets levels that are still what they were read as: what is sold meanwhile is not written over. */
async function setLevels(api: Api, wanted: readonly Level[]): Promise<unknown[]> {
  let levels = wanted;
  const locationId = await locationOf(api);
  for (let attempt = 1; ; attempt++) {
    const isKnown = attempt === 1 && levels.every(({ from }) => from !== undefined);
    const current = isKnown ? knownOf(levels) : await currentOf(api, locationId, levels);
    levels = levels.map((level) => moved(level, current.get(level.inventoryItemId ?? "")));
    const quantities = levels.map(({ inventoryItemId, quantity }) => ({
      inventoryItemId,
      locationId,
      quantity,
      changeFromQuantity: current.get(inventoryItemId ?? "") ?? null,
    }));
    const input = { name: "available", reason: "correction", quantities };
    const data = await query(api, SET, { input, key: randomUUID() });
    const errors = listOf(member(data, "inventorySetQuantities", "userErrors"));
    const isStale = errors.some((error) => member(error, "code") === STALE);
    if (!isStale || attempt === TRIES) return errors;
  }
}

/** Sets the stock of products. Nothing of a request is set when a part of it is refused: the rest goes again. */
export async function pushStock(api: Api, items: readonly PushItem[]): Promise<PushOutcome[]> {
  const levels = items.map((item) => ({
    inventoryItemId: itemIds(item)[1],
    quantity: item.stock,
    from: item.stockThere ?? undefined,
  }));
  const errors = new Map(
    (await setLevels(api, levels)).map((error) => [Number(listOf(member(error, "field"))[2]), error]),
  );
  if (errors.size === 0) return items.map(sentAs);
  const refused = items.flatMap((item, index) => {
    const error = errors.get(index) ?? errors.get(Number.NaN);
    return error === undefined ? [] : [refusalOf(item, error)];
  });
  const rest = items.filter((_, index) => !errors.has(index));
  if (refused.length === 0 || refused.length === items.length || errors.has(Number.NaN)) {
    const [error] = errors.values();
    return items.map((item, index) => refusalOf(item, errors.get(index) ?? error));
  }
  return [...refused, ...(await pushStock(api, rest))];
}

/** What is available of products and variants at the place whose stock is set. */
export async function levels(api: Api, stocked: readonly Stocked[]): Promise<Map<string, number>> {
  const itemOf = ({ externalItemId, variant }: Stocked) =>
    itemIds({ externalItemId: variant ? variant.externalId : externalItemId })[1];
  const wanted = stocked.map((each) => ({ inventoryItemId: itemOf(each), quantity: 0, from: undefined }));
  const there = await currentOf(api, await locationOf(api), wanted);
  return new Map(
    stocked.flatMap((each) => {
      const level = there.get(itemOf(each) ?? "") ?? undefined;
      return level === undefined ? [] : [[stockedKey(each), level] as const];
    }),
  );
}
