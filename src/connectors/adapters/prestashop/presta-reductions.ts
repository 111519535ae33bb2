import { PlatformError } from "../../engine/platform-error.ts";
import { centsOf, listOf, member, textOf } from "../../engine/platform-values.ts";
import type { PushItem, PushPrice } from "../../engine/push/push-item.ts";
import { isVaried } from "../../engine/push/variant-changes.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { changeAll, chunksOf, SMALL_BATCH } from "./presta-batches.ts";
import { call, document, node } from "./presta-requests.ts";
import { lacking, rightsOf, WHERE } from "./presta-rights.ts";

// Source: classes/SpecificPrice.php of PrestaShop 9: of the reductions that a customer may have, the one of a combination goes before that of its
// product, that of a group or a currency before that of all, and of two for all the one with the later beginning.
/** The rights that reductions need. */
export const REDUCTIONS = { resource: "specific_prices", methods: ["get", "post", "patch", "delete"] } as const;

/** Ours begin then: no owner's does, and those of an owner that begin at a day of theirs go before. */
const OURS_SINCE = "2000-01-01 00:00:00";
const EVERYBODY = [
  ...["id_cart", "id_shop", "id_shop_group", "id_currency", "id_country", "id_group", "id_customer"],
  "id_specific_price_rule",
];

/** Why reductions are not sent with this key; `undefined`: they are. */
async function lacksReductions(api: Api): Promise<string | undefined> {
  const right = lacking(await rightsOf(api), REDUCTIONS.resource, REDUCTIONS.methods);
  if (right === undefined) return undefined;
  return `The reduction was not sent, and what it costs is its price there: the webservice key may not ${right}; tick these in ${WHERE}, and push the product with force`;
}

/** A reduction of ours in the shop, in cents without tax. */
export interface Reduction {
  id: string;
  cents: number;
}

const keyOf = (productId: string, combinationId: string) => `${productId} ${combinationId}`;
/** That of a product, of one that has no combinations. */
const OWN = "0";

/** The reductions of ours that some products and their combinations have; `null` where the key may not read them. */
export async function reductionsOf(api: Api, productIds: readonly string[]): Promise<Map<string, Reduction> | null> {
  if (productIds.length === 0) return new Map();
  const path = `specific_prices?filter[id_product]=[${encodeURIComponent(productIds.join("|"))}]&display=full`;
  const answer = await call(api, path, {}, () => true);
  if (member(answer, "errors") !== undefined) return null;
  return new Map(
    listOf(member(answer, "specific_prices"))
      .filter(isOurs)
      .map((row) => [
        keyOf(String(member(row, "id_product")), String(member(row, "id_product_attribute"))),
        { id: String(member(row, "id")), cents: centsOf(member(row, "reduction")) ?? 0 },
      ]),
  );
}

const isOurs = (row: unknown): boolean =>
  textOf(member(row, "from")) === OURS_SINCE &&
  member(row, "reduction_type") === "amount" &&
  EVERYBODY.every((name) => Number(member(row, name) ?? 0) === 0);

/** By how much a product or a combination is reduced; `undefined`: it is not. */
export const reductionOf = (
  all: ReadonlyMap<string, Reduction> | null,
  productId: string,
  combinationId: string = OWN,
): Reduction | undefined => all?.get(keyOf(productId, combinationId));

/** What a product costs in the shop before its reduction; what it costs here where the key may not reduce it. */
export const regularPrice = ({ priceCents, compareAtPriceCents }: PushPrice, isReducing: boolean): number | null =>
  isReducing && priceCents !== null ? (compareAtPriceCents ?? priceCents) : priceCents;

/** The same of a product; the reductions of one with combinations are theirs. */
export const ownPrice = (item: PushItem, isReducing: boolean): number | null =>
  regularPrice(item, isReducing && !isVaried(item));

const isReduced = ({ priceCents, compareAtPriceCents }: PushPrice) =>
  priceCents !== null && compareAtPriceCents !== null;

/** Whether a price or one of its variants is reduced, or was when it was sent last, or may have been. */
export function concernsReductions(item: PushItem): boolean {
  if (item.isPriceUnknown) return true;
  const prices: readonly PushPrice[] = isVaried(item) ? item.variants : [item];
  return prices.some((price) => isReduced(price) || price.wasReduced === true);
}

/** Whether a product would be reduced there, or is: what is said of it where the key lacks the right. */
const isOrWasReduced = (item: PushItem) => concernsReductions({ ...item, isPriceUnknown: false });

/** Whether the reductions of these are to be sent: the key is asked for its rights only where there is one. */
export const isReducing = async (api: Api, items: readonly PushItem[]): Promise<boolean> =>
  items.some(concernsReductions) && (await lacksReductions(api)) === undefined;

/** What is said of those whose reductions are not sent. */
export async function reductionRemarks(api: Api, items: readonly PushItem[]): Promise<string[]> {
  const why = items.some(isOrWasReduced) ? await lacksReductions(api) : undefined;
  return why === undefined ? [] : [why];
}

/** A product that is in the shop, with what its combinations are called. */
export interface Reducible {
  of: PushItem;
  productId: string;
  ids: Readonly<Record<string, string>>;
}

/** What the shop is to have for a product or a combination; `null`: no reduction. */
interface Wanted {
  of: PushItem;
  productId: string;
  combinationId: string;
  cents: number | null;
}

const centsOff = ({ priceCents, compareAtPriceCents }: PushPrice) =>
  priceCents === null || compareAtPriceCents === null ? null : compareAtPriceCents - priceCents;

function wantedOf({ of, productId, ids }: Reducible): Wanted[] {
  if (!isVaried(of)) return [{ of, productId, combinationId: OWN, cents: centsOff(of) }];
  return of.variants.flatMap((variant) => {
    const combinationId = ids[variant.variantId];
    return combinationId === undefined ? [] : { of, productId, combinationId, cents: centsOff(variant) };
  });
}

const amount = (cents: number) => (cents / 100).toFixed(6);
const isSame = (one: number, other: number) => amount(one) === amount(other);

/** A reduction of an amount without tax, for everybody. */
function rowXml({ productId, combinationId, cents }: Wanted): string {
  const whose = EVERYBODY.map((name) => node(name, 0)).join("");
  const what = node("id_product", productId) + node("id_product_attribute", combinationId);
  const off = `${node("reduction", amount(cents ?? 0))}${node("reduction_tax", 0)}${node("reduction_type", "amount")}`;
  const when = `${node("from", OURS_SINCE)}${node("to", "0000-00-00 00:00:00")}`;
  return `<specific_price>${what}${whose}${node("price", -1)}${node("from_quantity", 1)}${off}${when}</specific_price>`;
}

/** Not with the status of its refusal: it is the reduction that is not there, and no product. */
const notSent = (why: string) => new PlatformError("refused", `The reduction was not sent: ${why}`);

type Refused = Map<PushItem, PlatformError>;

/** The shop has one such reduction at most: it refuses a second one, so that what was made is looked for once an answer was lost. */
async function make(api: Api, all: readonly Wanted[], refused: Refused): Promise<void> {
  for (const some of chunksOf(all, SMALL_BATCH)) {
    if ((await post(api, some)) === undefined) continue;
    const there = await reductionsOf(api, [...new Set(some.map(({ productId }) => productId))]);
    for (const each of some.filter(({ productId, combinationId }) => !reductionOf(there, productId, combinationId))) {
      const error = await post(api, [each]);
      if (error && error.reason !== "refused") throw error;
      if (error) refused.set(each.of, error);
    }
  }
}

/** Makes reductions in one request. Returns why that failed. */
async function post(api: Api, some: readonly Wanted[]): Promise<PlatformError | undefined> {
  const body = document(some.map(rowXml).join(""));
  try {
    await call(api.careful(), REDUCTIONS.resource, { method: "POST", body });
    return undefined;
  } catch (error) {
    if (error instanceof PlatformError && error.reason !== "credentials") return error;
    throw error;
  }
}

/** Makes, changes and removes reductions of ours, and leaves those that the owner has made. Returns which products were refused, and why. */
export async function sendReductions(api: Api, all: readonly Reducible[]): Promise<Map<PushItem, PlatformError>> {
  const concerned = all.filter(({ of }) => concernsReductions(of));
  const refused: Refused = new Map();
  const there = await reductionsOf(
    api,
    concerned.map(({ productId }) => productId),
  );
  const wanted = concerned.flatMap(wantedOf).map((each) => ({
    ...each,
    row: reductionOf(there, each.productId, each.combinationId),
  }));
  const gone = wanted.flatMap(({ cents, row }) => (cents === null && row ? [row.id] : []));
  if (gone.length > 0) await call(api, `${REDUCTIONS.resource}?id=[${gone.join(",")}]`, { method: "DELETE" });
  const changed = wanted.flatMap(({ of, cents, row }) =>
    cents === null || row === undefined || isSame(cents, row.cents) ? [] : { of, id: row.id, cents },
  );
  const changes = changed.map(({ of, id, cents }) => ({
    of: { of },
    id,
    xml: `<specific_price>${node("id", id)}${node("reduction", amount(cents))}</specific_price>`,
  }));
  for (const [{ of }, error] of await changeAll(api, REDUCTIONS.resource, changes, SMALL_BATCH)) refused.set(of, error);
  const fresh = wanted.filter(({ cents, row }) => cents !== null && row === undefined);
  await make(api, fresh, refused);
  return new Map([...refused].map(([of, { message }]) => [of, notSent(message)]));
}

/** What a reduced price is in the shop, and what it is compared with, in cents. */
export function reducedBy(regularCents: number | undefined, reduction: Reduction | undefined) {
  if (regularCents === undefined) return {};
  if (reduction === undefined) return { priceCents: regularCents, compareAtPriceCents: null };
  const priceCents = Math.round((regularCents - reduction.cents) * 10_000) / 10_000;
  return { priceCents, compareAtPriceCents: regularCents };
}
