import type { Adapter } from "../../engine/adapter.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import type { PushOutcome } from "../../engine/push/push-outcome.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { refusalOf, sentAs } from "../each.ts";
import { changeAll, SMALL_BATCH } from "./presta-batches.ts";
import { check } from "./presta-check.ts";
import { dry } from "./presta-dry.ts";
import { find } from "./presta-find.ts";
import { languagesOf } from "./presta-languages.ts";
import { categories } from "./presta-names.ts";
import { pushPrices, pushStocks } from "./presta-offers.ts";
import { prestashopOrders } from "./presta-orders.ts";
import { pushProducts } from "./presta-push.ts";
import { node } from "./presta-requests.ts";
import { levels } from "./presta-stock.ts";
import { pull, read } from "./pull.ts";

/** Takes products from sale, or lets them be sold again. */
async function show(api: Api, items: readonly PushItem[], isShown: boolean): Promise<PushOutcome[]> {
  const all = items.flatMap((of) => {
    const id = of.externalId;
    if (id === null) return [];
    return { of, id, xml: `<product>${node("id", id)}${node("active", Number(isShown))}</product>` };
  });
  const refused = await changeAll(api, "products", all, SMALL_BATCH);
  return items.map((item) => {
    const error = refused.get(item);
    return error ? refusalOf(item, error) : sentAs(item);
  });
}

export const prestashop: Adapter = {
  sameSku: "doubled",
  sendsEmptied: true,
  test: check,
  show,
  languages: async (api) => (await languagesOf(api)).flatMap(({ code }) => code ?? []),
  categories,
  push: (api, kind, items) => {
    if (kind === "products") return pushProducts(api, items);
    return kind === "stock" ? pushStocks(api, items) : pushPrices(api, items);
  },
  find,
  levels,
  orders: prestashopOrders,
  pull,
  read,
  dry,
};
