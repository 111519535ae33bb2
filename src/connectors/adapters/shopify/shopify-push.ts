import { isSent } from "../../engine/fields.ts";
import { member } from "../../engine/platform-values.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import type { PushOutcome } from "../../engine/push/push-outcome.ts";
import { isVaried, refusedShape } from "../../engine/push/variant-changes.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { GONE } from "../each.ts";
import { locationOf, query } from "./query.ts";
import { BULK, isBegun, pushInBulk } from "./shopify-bulk-products.ts";
import { portionsByCost } from "./shopify-cost.ts";
import { translate } from "./shopify-languages.ts";
import { refusedOptions } from "./shopify-options.ts";
import { productOutcome, remarked, withParts } from "./shopify-outcome.ts";
import {
  filesOf,
  isThere,
  metafieldsOf,
  productInput,
  pushCost,
  resultOf,
  VARIANT_IDS,
  variantChange,
} from "./shopify-product.ts";
import { isUnpublished, publish } from "./shopify-publish.ts";
import { allVariants, type Placed, placeVariants, type There } from "./shopify-variants.ts";

// Source: https://shopify.dev/docs/api/admin-graphql/2026-10, `productSet`, `productVariantsBulkUpdate`, `metafieldsSet`
const VARIANT_OF_PRODUCT = (index: number) =>
  `u${index}: productVariantsBulkUpdate(productId: $i${index}, variants: $v${index}) { userErrors { field message code } }`;
const FIELDS_OF_PRODUCT = (index: number) =>
  `x${index}: metafieldsSet(metafields: $x${index}) { userErrors { field message code } }`;

/** A product that was stored with variants is not made one: that would delete what is there. */
const wasVaried = (item: PushItem) =>
  item.externalId !== null &&
  isSent(item, "variants") &&
  !isVaried(item) &&
  Object.keys(item.parts.variants).length > 0;

/** Why a product is not sent; `undefined`: it is. */
function problemOf(item: PushItem, placed: There | undefined): PushOutcome | undefined {
  const { productId, externalId } = item;
  if (placed === "gone") return { productId, error: GONE(externalId), isMissing: true };
  if (placed === "one") return { productId, error: refusedShape(externalId, false) };
  if (wasVaried(item)) return { productId, error: refusedShape(externalId, true) };
  const error = refusedOptions(item);
  return error === undefined ? undefined : { productId, error };
}

const isBulk = (items: readonly PushItem[]) => items.length > BULK.above && items.every(BULK.takes);

/** What of some products is sent as one operation. */
const bulkOf = (items: readonly PushItem[]) => items.filter((item) => problemOf(item, undefined) === undefined);

/** Whether these are products of an operation that was begun in an earlier turn. */
export const isUnderWay = async (api: Api, items: readonly PushItem[]): Promise<boolean> =>
  isBulk(items) && (await isBegun(api, bulkOf(items)));

/** Many products as one operation, others as many a query as one may cost. */
export async function pushProducts(api: Api, given: readonly PushItem[]): Promise<PushOutcome[]> {
  const isOne = isBulk(given);
  const placed = isOne ? new Map<string, There>() : await placeVariants(api, given);
  const problems = new Map(
    given.flatMap((item) => {
      const problem = problemOf(item, placed.get(item.productId));
      return problem === undefined ? [] : [[item.productId, problem] as const];
    }),
  );
  const fit = () => given.filter(({ productId }) => !problems.has(productId));
  const outcomes = isOne ? await pushInBulk(api, bulkOf(given)) : await pushFitting(api, fit(), placed);
  return [...problems.values(), ...outcomes];
}

interface Ready extends Placed {
  files: Awaited<ReturnType<typeof filesOf>>["files"];
  remarks: readonly string[];
}

async function pushFitting(
  api: Api,
  items: readonly PushItem[],
  placed: ReadonlyMap<string, There>,
): Promise<PushOutcome[]> {
  const ready: Ready[] = [];
  for (const item of items) {
    const there = placed.get(item.productId);
    const own = typeof there === "object" ? { ...there, item: { ...item, variants: there.item.variants } } : undefined;
    ready.push({ ...(own ?? { item, others: [] }), ...(await filesOf(api, item)) });
  }
  const pushed: Pushed[] = [];
  for (const some of portionsByCost(ready, ({ item, files }) => pushCost(item, files.size)))
    pushed.push(...(await pushSome(api, some)));
  return finished(api, pushed);
}

/** What became of a product, and whether it is to be published. */
interface Pushed {
  item: PushItem;
  outcome: PushOutcome;
  isNew: boolean;
}

/** Publishes those that were made, and sends the texts of all in the further languages of the shop. */
async function finished(api: Api, pushed: readonly Pushed[]): Promise<PushOutcome[]> {
  const stored = pushed.flatMap(({ item, outcome, isNew }) =>
    "error" in outcome ? [] : [{ id: outcome.externalId, item, isNew }],
  );
  const made = stored.flatMap(({ id, isNew }) => (isNew ? [id] : []));
  const unpublished = await publish(api, made);
  const untold = await translate(api, stored);
  return pushed.map(({ outcome }) =>
    "error" in outcome
      ? outcome
      : remarked(outcome, [unpublished.get(outcome.externalId), untold.get(outcome.externalId)]),
  );
}

/** The parts of a query that are of one product. */
function partsOf({ item, others, files }: Ready, index: number, locationId: string) {
  const calls = [`m${index}: productSet(synchronous: true, input: $p${index}) { ${resultOf(item, files.size)} }`];
  const declared = [`$p${index}: ProductSetInput!`];
  const variables: [string, unknown][] = [[`p${index}`, productInput(item, { locationId, files, others })]];
  if (isThere(item)) {
    calls.push(VARIANT_OF_PRODUCT(index));
    declared.push(`$i${index}: ID!`, `$v${index}: [ProductVariantsBulkInput!]!`);
    variables.push([`i${index}`, item.externalId], [`v${index}`, [variantChange(item)]]);
  }
  const fields = item.externalId === null || !isSent(item, "attributes") ? [] : metafieldsOf(item);
  if (fields.length > 0) {
    calls.push(FIELDS_OF_PRODUCT(index));
    declared.push(`$x${index}: [MetafieldsSetInput!]!`);
    variables.push([`x${index}`, fields.map((field) => ({ ownerId: item.externalId, ...field }))]);
  }
  return { calls, declared, variables };
}

/** Some products by one query of as many mutations; of those that are there the variant is changed by one of its own. */
async function pushSome(api: Api, some: readonly Ready[]): Promise<Pushed[]> {
  const locationId = await locationOf(api);
  const parts = some.map((each, index) => partsOf(each, index, locationId));
  const declared = parts.flatMap((each) => each.declared).join(", ");
  const text = `mutation push(${declared}) { ${parts.flatMap(({ calls }) => calls).join("\n")} }`;
  const data = await query(api, text, Object.fromEntries(parts.flatMap(({ variables }) => variables)));
  const pushed: Pushed[] = [];
  for (const [index, { item, files, remarks }] of some.entries()) {
    const made = member(data, `m${index}`);
    const product = member(made, "product");
    const said = productOutcome(item, made, member(data, `u${index}`), member(data, `x${index}`));
    const nodes = "error" in said || !isVaried(item) ? [] : await allVariants(api, product, VARIANT_IDS);
    const stored = { product, nodes, sent: [...files.keys()] };
    const outcome = "error" in said ? said : withParts(item, said, stored, remarks);
    pushed.push({ item, outcome, isNew: item.externalId === null || isUnpublished(product) });
  }
  return pushed;
}
