import { PlatformError } from "../../engine/platform-error.ts";
import { listOf, member, textOf } from "../../engine/platform-values.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import type { PushOutcome } from "../../engine/push/push-outcome.ts";
import { isVaried } from "../../engine/push/variant-changes.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { gathered } from "../../engine/requests/portions.ts";
import { digestOf, newImagesOf, pushEach } from "../each.ts";
import { productOf, type Sending } from "./magento-body.ts";
import { type BrandOf, openBrands } from "./magento-brands.ts";
import { BULK, type Done, fileLength, hasBulk, isKept, NAME, sendRows } from "./magento-bulk.ts";
import { galleryOf, placeImages, replacesAll } from "./magento-content.ts";
import { areUnderWay, sendFamilies } from "./magento-families.ts";
import { noted, sendTexts } from "./magento-languages.ts";
import { amongSkus, call } from "./magento-requests.ts";
import { isAddressTaken, save, setGallery } from "./magento-save.ts";
import { openFamilies } from "./magento-variants.ts";

const PAGE = 100;
const TOO_LARGE = 413;

/** Products of the shop, of which only those are read that are asked about. */
async function openThere(api: Api, items: readonly PushItem[]) {
  const skus = items.flatMap(({ externalId }) => externalId ?? []);
  const found = new Set((await search(api, skus)).map(({ externalId }) => externalId));
  return ({ externalId }: PushItem) => externalId !== null && found.has(externalId);
}

const workOf = (items: readonly PushItem[]) => ({ name: NAME, content: digestOf(items) });

/** How long the files are that go with a product; `null`: that is not known before they are fetched, or it is to go alone. */
function filesOf(item: PushItem): number | null {
  if (replacesAll(item)) return null;
  const added = (newImagesOf(item) ?? []).filter(({ key }) => item.parts.images[key] === undefined);
  const sizes = added.map(({ file }) => file?.sizeBytes ?? null);
  return sizes.reduce<number | null>((sum, size) => (sum === null || size === null ? null : sum + fileLength(size)), 0);
}

const NOTHING: Sending = { isThere: false, gallery: {}, brandOf: () => [] };
const bodyOf = (item: PushItem, sending: Sending) => ({ product: productOf(item, sending), saveOptions: true });

/** Products that Magento's queue can keep, with the length of each; the others, such as those with large pictures, go alone. */
const keptOf = (items: readonly PushItem[]) =>
  items.flatMap((item) => {
    const files = filesOf(item);
    const body = bodyOf(item, NOTHING);
    return files !== null && isKept(body, files) ? [{ item, length: JSON.stringify(body).length + files }] : [];
  });
type Kept = ReturnType<typeof keptOf>;
const itemsIn = (kept: Kept) => kept.map(({ item }) => item);

/** Whether these are products of a bulk request that was begun in an earlier turn. */
export async function isUnderWay(api: Api, items: readonly PushItem[]): Promise<boolean> {
  const plain = items.filter((item) => !isVaried(item));
  const isBegun = plain.length > BULK.above && (await api.isFollowed(workOf(itemsIn(keptOf(plain)))));
  return isBegun || areUnderWay(api, items.filter(isVaried));
}

interface InBulk {
  kept: Kept;
  brandOf: BrandOf;
  /** Gets those whose name is another's there. */
  taken: Set<PushItem>;
  /** What follows them. */
  next: () => Promise<void>;
}

/** Sends products in bulk, as many in a request as it may hold, and then their texts in other languages. */
async function sendKept(
  api: Api,
  { kept, brandOf, next }: InBulk,
): Promise<{ done: Done[]; problems: Map<PushItem, string[]> }> {
  const items = itemsIn(kept);
  const { content } = workOf(items);
  let isThere: Awaited<ReturnType<typeof openThere>> | undefined;
  let problems = new Map<PushItem, string[]>();
  const rows = kept.map(({ item, length }) => ({
    length,
    body: async () => {
      isThere ??= await openThere(api, items);
      return bodyOf(item, { isThere: isThere(item), gallery: (await galleryOf(api, item)).fields, brandOf });
    },
  }));
  const texts = async (done: readonly Done[]) => {
    const through = items.filter((_, place) => done[place] === "done");
    problems = await sendTexts(api, through, content);
    await next();
  };
  return { done: await sendRows(api, { content, rows, next: texts }), problems };
}

type Bulked = Awaited<ReturnType<typeof sendKept>>;
const NONE: Bulked = { done: [], problems: new Map() };

/** What became of one that went in bulk; `undefined`: it is to go alone. */
function outcomeOf(item: PushItem, done: Done, problems: Bulked["problems"]): PushOutcome | undefined {
  const { productId, externalId, sku } = item;
  if (done === "done") return { productId, externalId: externalId ?? sku, ...noted(problems.get(item)) };
  return done === undefined || isAddressTaken(done.error) ? undefined : { productId, ...done };
}

/** Sends products in bulk. Those that the shop did not take so, or that its queue did not come through with, have no outcome. */
async function pushInBulk(api: Api, bulk: InBulk): Promise<Map<PushItem, PushOutcome>> {
  const { done, problems } = await sendKept(api, bulk).catch((error: unknown) => {
    // Each by itself says why.
    const isOwn = error instanceof PlatformError && error.reason === "refused" && error.status !== TOO_LARGE;
    if (!isOwn) throw error;
    return NONE;
  });
  const outcomes = new Map<PushItem, PushOutcome>();
  for (const [place, { item }] of bulk.kept.entries()) {
    const outcome = outcomeOf(item, done[place], problems);
    if (outcome) outcomes.set(item, outcome);
    else if (done[place] !== undefined) bulk.taken.add(item);
  }
  return outcomes;
}

/** Makes and changes products: many of them in one request, where the shop has such, and those with variants once they are through. */
export async function pushProducts(api: Api, items: readonly PushItem[]): Promise<PushOutcome[]> {
  const { families, refused } = await openFamilies(api, items);
  const brandOf = await openBrands(api, items);
  const varied: PushOutcome[] = [];
  let isSent = families.size === 0;
  const sendVaried = async () => {
    if (!isSent) varied.push(...(await sendFamilies(api, families, brandOf)));
    isSent = true;
  };
  const plain = items.filter((item) => !families.has(item) && !refused.has(item));
  const many = plain.length > BULK.above && (await hasBulk(api)) ? keptOf(plain) : [];
  const taken = new Set<PushItem>();
  const done =
    many.length > BULK.above
      ? await pushInBulk(api, { kept: many, brandOf, taken, next: sendVaried })
      : new Map<PushItem, PushOutcome>();
  await sendVaried();
  const left = plain.filter((item) => !done.has(item));
  const known = [...refused.values(), ...varied, ...done.values()];
  if (left.length === 0) return known;
  const isThere = await openThere(api, left);
  const send = (item: PushItem) =>
    pushProduct(api, item, { isThere: isThere(item), isTaken: taken.has(item), brandOf });
  return [...known, ...(await pushEach(left, send))];
}

/** Products of several: one of ours cannot replace them. */
const WITH_VARIANTS = new Set(["configurable", "bundle", "grouped"]);

/** Products of the shop that have one of these SKUs. */
export async function search(api: Api, skus: readonly string[]) {
  const found = await gathered(skus, PAGE, async (some) =>
    listOf(member(await call(api, `products?${amongSkus(some)}&fields=items[sku,type_id]`), "items")),
  );
  return found.map((each) => {
    const type = textOf(member(each, "type_id")) ?? "simple";
    const sku = String(member(each, "sku"));
    return { externalId: sku, sku, ...(WITH_VARIANTS.has(type) && { unfit: `it is of the type ${type}` }) };
  });
}

async function pushProduct(
  api: Api,
  item: PushItem,
  { isTaken, ...there }: Omit<Sending, "gallery"> & { isTaken: boolean },
): Promise<PushOutcome> {
  const { productId } = item;
  const gallery = await galleryOf(api, item);
  const product = productOf(item, { ...there, gallery: gallery.fields });
  const answer = await save(api, product, { isThere: there.isThere, isTaken });
  const images = await placeImages(item, gallery, answer, (entries) => setGallery(api, product.sku, entries));
  const texts = (await sendTexts(api, [item], [])).get(item) ?? [];
  const parts = { variants: {}, images };
  return { productId, externalId: product.sku, parts, ...noted(texts, gallery.remarks) };
}
