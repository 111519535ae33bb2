import { listOf, member, numberOf } from "../../engine/platform-values.ts";
import { apartOf, type Stocked } from "../../engine/push/stocked.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { levelsBy } from "../each.ts";
import { call } from "./bigcommerce-call.ts";
import { listVariants } from "./bigcommerce-variants.ts";

const PAGE = 100;
const FIELDS = "&include_fields=id,inventory_level";

const levelIn = (each: unknown) => ({
  externalId: String(member(each, "id")),
  level: numberOf(member(each, "inventory_level")),
});

/** What a store has of products and of variants, which have ids of their own. */
export async function levels(api: Api, stocked: readonly Stocked[]): Promise<Map<string, number>> {
  const { plain, variants } = apartOf(stocked);
  const idsOf = (some: readonly Stocked[]) => [...new Set(some.flatMap(({ externalId }) => externalId ?? []))];
  const path = `catalog/products?id:in=${idsOf(plain).join(",")}&limit=${PAGE}${FIELDS}`;
  const products = plain.length === 0 ? [] : listOf(member(await call(api, path), "data"));
  const parts = await listVariants(api, idsOf(variants), FIELDS);
  return new Map([...levelsBy(plain, products, levelIn), ...levelsBy(variants, parts, levelIn)]);
}
