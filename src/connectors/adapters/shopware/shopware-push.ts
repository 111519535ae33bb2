import { isSent } from "../../engine/fields.ts";
import { member } from "../../engine/platform-values.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import type { PushKind, PushOutcome } from "../../engine/push/push-outcome.ts";
import { dueVariants, isVaried, shapeProblem } from "../../engine/push/variant-changes.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { portionsOf } from "../../engine/requests/portions.ts";
import { GONE, isStockSent, pushTogether, sendTogether, sentAs } from "../each.ts";
import { fieldOf, hashOf, search, sync } from "./shopware-call.ts";
import { contentOf, leftOf, type Named, namedOf, visibilitiesOf } from "./shopware-content.ts";
import { languagesOf, textsIn } from "./shopware-languages.ts";
import { type Pictures, picturesOf, uploadAll } from "./shopware-media.ts";
import { type Options, openOptions } from "./shopware-options.ts";
import { parentPrice, pricedAs, priceOf, taxIdOf } from "./shopware-prices.ts";
import { type There, thereOf, type Variants, variantsOf } from "./shopware-variants.ts";

/** Products and variants that one request makes or changes. */
const ROWS = 200;
/** Those that one request reads. */
const READ = 500;

/** Shopware takes ids that the caller makes: the same product always gets the same one. */
export const idOf = ({ externalId, productId }: PushItem): string => externalId ?? hashOf(productId);

const rowsOf = (item: PushItem) => 1 + (isVaried(item) ? item.variants.length : 0);

/** Products in parts that a request takes with their variants. */
function inParts(items: readonly PushItem[]): PushItem[][] {
  const parts: PushItem[][] = [];
  let rows = ROWS;
  for (const item of items) {
    rows += rowsOf(item);
    if (rows > ROWS) parts.push([]);
    if (rows > ROWS) rows = rowsOf(item);
    parts.at(-1)?.push(item);
  }
  return parts;
}

const LACKING =
  "Shopware makes no product without a price and a tax: set its price and tax_rate, or sync_options.default_tax_rate; a rate that the shop has no tax of needs sync_options.tax_classes";

/** A product that is about to be sent. */
interface Ready {
  item: PushItem;
  id: string;
  taxId: string | undefined;
  isNew: boolean;
}

/** Why a product is not sent; `undefined`: it is. */
function problemOf({ item, isNew, taxId }: Ready, there: There | undefined): string | undefined {
  if (!isNew) return shapeProblem(item, there?.isVaried === true);
  return parentPrice(item).priceCents === null || taxId === undefined ? LACKING : undefined;
}

/** What a product is sent with. One that is there keeps its tax. */
async function payloadOf(
  api: Api,
  { item, id, taxId, isNew }: Ready,
  {
    there,
    named,
    visibilities,
    properties,
    pictures,
    variants,
  }: Shared & {
    there: There | undefined;
    properties: ReturnType<Options["properties"]>;
    pictures: Pictures;
    variants: Variants;
  },
) {
  const priced = isVaried(item) ? parentPrice(item) : item;
  return {
    id,
    ...(isNew && { taxId, visibilities: visibilities(id) }),
    ...textsIn(isNew ? { ...item, externalId: null } : item, await languagesOf(api)),
    ...contentOf(item, named),
    ...(properties.length > 0 && { properties: properties.map(({ id: each }) => ({ id: each })) }),
    // Of a new one Shopware wants a number; that of one with variants is theirs.
    ...(isNew && { stock: isStockSent(item) && !isVaried(item) ? item.stock : 0 }),
    ...((isNew || isSent(item, "price")) && (await priceOf(api, priced, there?.price))),
    ...variants.fields,
    ...pictures.fields,
  };
}

/** Values of the same groups that a product has there and that are not ours: an upsert only adds. */
function otherProperties(item: PushItem, there: There, options: Options): object[] {
  const ours = options.properties(item);
  return there.properties
    .filter((each) => ours.some(({ id, groupId }) => groupId === each.groupId && id !== each.id))
    .map((each) => ({ productId: idOf(item), optionId: each.id }));
}

interface Shared {
  named: Named;
  visibilities: Awaited<ReturnType<typeof visibilitiesOf>>;
}

/** Products with their variants and pictures: one request makes or changes all of them, then each new picture is uploaded. */
async function pushSome(api: Api, items: readonly PushItem[]): Promise<PushOutcome[]> {
  const there = await thereOf(api, items);
  const outcomes: PushOutcome[] = [];
  const ready: Ready[] = [];
  for (const item of items) {
    const id = idOf(item);
    const isNew = !there.has(id);
    const one = { item, id, isNew, taxId: isNew ? await taxIdOf(api, item) : undefined };
    const error = problemOf(one, there.get(id));
    if (error === undefined) ready.push(one);
    else outcomes.push({ productId: item.productId, error });
  }
  if (ready.length === 0) return outcomes;
  const sent = ready.map(({ item }) => item);
  const named = await namedOf(api, sent);
  const visibilities = ready.some(({ isNew }) => isNew) ? await visibilitiesOf(api) : () => [];
  const options = await openOptions(api, sent);
  const all: (Ready & { pictures: Pictures; variants: Variants; payload: object })[] = [];
  for (const one of ready) {
    const { item, id, isNew } = one;
    const pictures = await picturesOf(api, item, id, isNew);
    const variants = await variantsOf(api, item, id, { there: there.get(id), options, pictures });
    const shared = { there: there.get(id), named, visibilities, properties: options.properties(item) };
    const payload = await payloadOf(api, one, { ...shared, pictures, variants });
    all.push({ ...one, pictures, variants, payload });
  }
  const upsert = (entity: string, payload: readonly object[]) => ({ entity, action: "upsert" as const, payload });
  const left = sent.flatMap((item) => {
    const before = there.get(idOf(item));
    return before ? [{ ...leftOf(item, before, named), properties: otherProperties(item, before, options) }] : [];
  });
  const drop = (entity: "product_category" | "product_tag") => ({
    ...{ entity, action: "delete" as const },
    payload: left.flatMap((each): object[] => each[entity]),
  });
  await sync(api, [
    drop("product_category"),
    drop("product_tag"),
    { entity: "product_property", action: "delete", payload: left.flatMap((each) => each.properties) },
    ...all.flatMap(({ pictures, variants }) => [...variants.removed, ...pictures.gone]),
    ...options.made,
    upsert(
      "media",
      all.flatMap(({ pictures }) => pictures.media),
    ),
    upsert(
      "product",
      all.map(({ payload }) => payload),
    ),
  ]);
  for (const { item, id, pictures, variants } of all) {
    const { ids: images, remarks } = await uploadAll(api, id, pictures);
    outcomes.push({
      ...{ productId: item.productId, externalId: id, parts: { variants: variants.ids, images } },
      ...(remarks.length > 0 && { remarks, lacks: "images" }),
    });
  }
  return outcomes;
}

export async function pushProducts(api: Api, items: readonly PushItem[]): Promise<PushOutcome[]> {
  const outcomes: PushOutcome[] = [];
  for (const part of inParts(items)) outcomes.push(...(await sendTogether(part, (some) => pushSome(api, some))));
  return outcomes;
}

/** The prices that some products and variants have in the shop, by its ids. */
async function pricesThere(api: Api, items: readonly PushItem[]): Promise<Map<string, unknown>> {
  const ids = items.flatMap((item) => [idOf(item), ...item.variants.flatMap(({ externalId }) => externalId ?? [])]);
  const includes = { product: ["id", "price"] };
  const found: unknown[] = [];
  for (const some of portionsOf(ids, READ)) {
    found.push(...(await search(api, "product", { limit: some.length, ids: some, includes })));
  }
  return new Map(found.map((each) => [String(member(each, "id")), fieldOf(each, "price")]));
}

/** The levels of a product that is there, or of its variants. */
const levelsOf = (item: PushItem): object[] =>
  isVaried(item)
    ? dueVariants(item).map(({ externalId: id, stock }) => ({ id, stock }))
    : [{ id: idOf(item), stock: item.stock }];

/** The prices of a product that is there, and of its variants. */
async function pricesOf(api: Api, item: PushItem, there: ReadonlyMap<string, unknown>): Promise<object[]> {
  const id = idOf(item);
  const row = async (each: string, priced: Parameters<typeof priceOf>[1]) => ({
    id: each,
    ...(await priceOf(api, priced, there.get(each))),
  });
  if (!isVaried(item)) return [await row(id, item)];
  const rows: object[] = [await row(id, parentPrice(item))];
  for (const variant of item.variants) {
    if (variant.externalId !== null) rows.push(await row(variant.externalId, pricedAs(item, variant)));
  }
  return rows;
}

async function offersOf(api: Api, kind: Exclude<PushKind, "products">, items: readonly PushItem[]): Promise<object[]> {
  if (kind === "stock") return items.flatMap(levelsOf);
  const there = await pricesThere(api, items);
  const rows: object[] = [];
  for (const item of items) rows.push(...(await pricesOf(api, item, there)));
  return rows;
}

/** What became of products: those that are no longer there are refused by what a part of them lacks, and said to be gone. */
async function withGone(api: Api, items: readonly PushItem[], outcomes: readonly PushOutcome[]) {
  const refused = new Set(outcomes.flatMap((each) => ("error" in each ? each.productId : [])));
  const asked = items.filter(({ productId, externalId }) => refused.has(productId) && externalId !== null);
  if (asked.length === 0) return outcomes;
  const ids = asked.map(idOf);
  const found = await search(api, "product", { limit: ids.length, ids, includes: { product: ["id"] } });
  const there = new Set(found.map((each) => String(member(each, "id"))));
  const gone = new Map(asked.filter((item) => !there.has(idOf(item))).map((item) => [item.productId, item.externalId]));
  return outcomes.map((each): PushOutcome => {
    const externalId = gone.get(each.productId);
    return externalId ? { productId: each.productId, error: GONE(externalId), isMissing: true } : each;
  });
}

export async function pushOffers(api: Api, kind: Exclude<PushKind, "products">, items: readonly PushItem[]) {
  const outcomes: PushOutcome[] = [];
  for (const part of inParts(items)) {
    const sent = await pushTogether(part, part.length, async (some) => {
      const payload = await offersOf(api, kind, some);
      if (payload.length > 0) await sync(api, [{ entity: "product", action: "upsert", payload }]);
      return some.map(sentAs);
    });
    outcomes.push(...(await withGone(api, part, sent)));
  }
  return outcomes;
}
