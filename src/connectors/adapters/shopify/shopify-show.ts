import { listOf, member } from "../../engine/platform-values.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import type { PushOutcome } from "../../engine/push/push-outcome.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { sentAs } from "../each.ts";
import { query } from "./query.ts";
import { MUTATION_COST, portionsByCost } from "./shopify-cost.ts";
import { refusalOf } from "./shopify-refusal.ts";

/** Takes products from sale as drafts, or lets them be sold again: what is not named of them stays. */
export async function show(api: Api, items: readonly PushItem[], isShown: boolean): Promise<PushOutcome[]> {
  const outcomes: PushOutcome[] = [];
  for (const some of portionsByCost(items, () => MUTATION_COST + 2))
    outcomes.push(...(await showSome(api, some, isShown)));
  return outcomes;
}

async function showSome(api: Api, items: readonly PushItem[], isShown: boolean): Promise<PushOutcome[]> {
  const status = isShown ? "ACTIVE" : "DRAFT";
  const declared = items.map((_, index) => `$p${index}: ProductSetInput!`).join(", ");
  const calls = items.map(
    (_, index) =>
      `m${index}: productSet(synchronous: true, input: $p${index}) { userErrors { field message code } product { id } }`,
  );
  const variables = Object.fromEntries(
    items.map(({ externalId: id }, index) => [`p${index}`, { id: id ?? "", status }]),
  );
  const data = await query(api, `mutation show(${declared}) { ${calls.join("\n")} }`, variables);
  return items.map((item, index) => {
    const [error] = listOf(member(data, `m${index}`, "userErrors"));
    return error === undefined ? sentAs(item) : refusalOf(item, error);
  });
}
