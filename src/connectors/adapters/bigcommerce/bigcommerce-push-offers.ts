import type { PlatformError } from "../../engine/platform-error.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import type { PushKind, PushOutcome } from "../../engine/push/push-outcome.ts";
import { dueVariants, isVaried, withoutVariants } from "../../engine/push/variant-changes.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { GONE, pushTogether, refusalOf, sentAs } from "../each.ts";
import { call } from "./bigcommerce-call.ts";
import { productPrices, variantPrices } from "./bigcommerce-offer.ts";
import { changeVariants, type VariantThere, variantsThere } from "./bigcommerce-variants.ts";

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
  const there = await variantsThere(
    api,
    [...refused.keys()].flatMap(({ externalId }) => externalId ?? []),
  );
  return items.map((item): PushOutcome => {
    const error = refused.get(item);
    return error ? refusalIn(item, error, there.get(item.externalId ?? "")) : sentAs(item);
  });
}

/** What became of a product of which a variant was refused; `there`: its variants there, of which each product has one at least. */
function refusalIn(item: PushItem, error: PlatformError, there: readonly VariantThere[] | undefined): PushOutcome {
  const { productId, externalId } = item;
  if (there === undefined) return { productId, error: GONE(externalId), isMissing: true };
  const ids = new Set(there.map(({ id }) => id));
  const lost = item.variants.filter((variant) => variant.externalId !== null && !ids.has(variant.externalId));
  return lost.length > 0 ? withoutVariants(item, lost) : refusalOf(item, error);
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
