import type { PushItem } from "../../engine/push/push-item.ts";
import type { PushKind, PushOutcome } from "../../engine/push/push-outcome.ts";
import { dueVariants, isVaried } from "../../engine/push/variant-changes.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { pushTogether, refusalOf, sentAs } from "../each.ts";
import { call } from "./bigcommerce-call.ts";
import { productPrices, variantPrices } from "./bigcommerce-offer.ts";
import { changeVariants } from "./bigcommerce-variants.ts";

const BATCH = 10;

/** Changes products in batches. */
export const change = (api: Api, items: readonly PushItem[], fields: (item: PushItem) => Record<string, unknown>) =>
  pushTogether(items, BATCH, async (some) => {
    const json = some.map((item) => ({ id: Number(item.externalId), ...fields(item) }));
    await call(api, "catalog/products", { method: "PUT", json });
    return some.map(sentAs);
  });

/** The levels or prices of variants, those of all products together. */
async function changeOffers(api: Api, kind: Exclude<PushKind, "products">, items: readonly PushItem[]) {
  const rows = items.flatMap((of) =>
    (kind === "stock" ? dueVariants(of) : of.variants).flatMap((variant) => {
      const { externalId, stock } = variant;
      const fields = kind === "stock" ? { inventory_level: stock } : variantPrices(variant);
      const isThere = externalId !== null && Object.keys(fields).length > 0;
      return isThere ? { of, fields: { id: Number(externalId), ...fields } } : [];
    }),
  );
  const refused = await changeVariants(api, rows);
  return items.map((item): PushOutcome => {
    const error = refused.get(item);
    return error ? refusalOf(item, error) : sentAs(item);
  });
}

export async function pushOffers(api: Api, kind: Exclude<PushKind, "products">, items: readonly PushItem[]) {
  const varied = items.filter(isVaried);
  const plain = kind === "stock" ? items.filter((item) => !isVaried(item)) : items;
  const outcomes = await change(api, plain, (item) =>
    kind === "stock" ? { inventory_level: item.stock } : productPrices(item),
  );
  const failed = new Set(outcomes.flatMap((each) => ("error" in each ? each.productId : [])));
  const rest = varied.filter(({ productId }) => !failed.has(productId));
  const changed = new Map((await changeOffers(api, kind, rest)).map((each) => [each.productId, each]));
  return [...outcomes.filter(({ productId }) => !changed.has(productId)), ...changed.values()];
}
