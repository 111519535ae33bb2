import type { Api, PushItem, PushOutcome } from "../../engine/adapter.ts";
import { listOf, member, numberOf, textOf } from "../../engine/platform-values.ts";
import { sentAs } from "../each.ts";
import { locationOf, query } from "./query.ts";

/** Whether Shopify refuses a product because it has it no longer. */
export const missingBy = (error: unknown): { isMissing?: true } =>
  /NOT_FOUND|DOES_NOT_EXIST|^INVALID_INVENTORY_ITEM$/.test(String(member(error, "code"))) ? { isMissing: true } : {};

/** What Shopify calls the variant and the stock of a product. */
export const itemIds = ({ externalItemId }: PushItem) => (externalItemId ?? "").split(" ");

/** Sets levels. */
export async function pushStock(api: Api, items: readonly PushItem[]): Promise<PushOutcome[]> {
  const locationId = await locationOf(api);
  const quantities = items.map((item) => ({
    inventoryItemId: itemIds(item)[1],
    locationId,
    quantity: item.stock,
  }));
  const data = await query(
    api,
    `mutation stock($input: InventorySetQuantitiesInput!) {
      inventorySetQuantities(input: $input) { userErrors { field message code } } }`,
    { input: { name: "available", reason: "correction", ignoreCompareQuantity: true, quantities } },
  );
  const errors = new Map(
    listOf(member(data, "inventorySetQuantities", "userErrors")).map((error) => [
      Number(listOf(member(error, "field"))[2]),
      { error: textOf(member(error, "message")) ?? "refused", ...missingBy(error) },
    ]),
  );
  if (errors.size === 0) return items.map(sentAs);
  // Nothing of a request is set when a part of it is refused: the rest goes again.
  const refused = items.flatMap(({ productId }, index) => {
    const error = errors.get(index) ?? errors.get(Number.NaN);
    return error === undefined ? [] : [{ productId, ...error }];
  });
  const rest = items.filter((_, index) => !errors.has(index));
  if (refused.length === 0 || refused.length === items.length || errors.has(Number.NaN)) {
    const [error = { error: "refused" }] = errors.values();
    return items.map(({ productId }, index) => ({ productId, ...(errors.get(index) ?? error) }));
  }
  return [...refused, ...(await pushStock(api, rest))];
}

/** What is available of products at the place whose stock is set. */
export async function levels(api: Api, items: readonly PushItem[]): Promise<Map<string, number>> {
  const locationId = await locationOf(api);
  const ids = items.flatMap((item) => itemIds(item)[1] ?? []);
  const data = await query(
    api,
    `query levels($ids: [ID!]!, $at: ID!) { nodes(ids: $ids) { ... on InventoryItem { id
      inventoryLevel(locationId: $at) { quantities(names: ["available"]) { quantity } } } } }`,
    { ids, at: locationId },
  );
  const there = new Map(
    listOf(member(data, "nodes")).map((node) => [
      textOf(member(node, "id")),
      numberOf(member(node, "inventoryLevel", "quantities", 0, "quantity")),
    ]),
  );
  return new Map(
    items.flatMap((item) => {
      const level = there.get(itemIds(item)[1]);
      return level === undefined ? [] : [[item.productId, level] as const];
    }),
  );
}
