import { createHash } from "node:crypto";
import type { Source } from "../../src/connectors/engine/fields.ts";
import { filledIn } from "../../src/connectors/engine/push/emptied.ts";
import type { PushImage, PushItem } from "../../src/connectors/engine/push/push-item.ts";
import type { Lacking, PushKind } from "../../src/connectors/engine/push/push-outcome.ts";

/** What is not known to have been sent. */
const UNKNOWN = "?";

const CONTENT_LENGTH = 22;
const IMAGE_LENGTH = 11;
const hashOf = (text: string, length: number) => createHash("sha256").update(text).digest("base64url").slice(0, length);

/** Before a hash of prices: whether one of them is reduced. What has neither was noted by 0.1.0. */
const REDUCED = "~";
const NOT_REDUCED = "=";

/** The pictures of a product, then those that only its variants have. */
function picturesOf({ images, variants }: Pictured): readonly PushImage[] {
  const own = new Set(images.map(({ key }) => key));
  const more = variants.flatMap(({ image }) => (image === null || own.has(image.key) ? [] : image));
  return [...images, ...more];
}
type Pictured = Pick<PushItem, "images" | "variants">;

/** The part of a hash that the pictures make. */
export const imagePart = (item: Pictured): string =>
  `.${hashOf(JSON.stringify(picturesOf(item).map(({ key, alt, url }) => [key, alt, url === null])), IMAGE_LENGTH)}`;

/** What is known of what was sent; the stock that a shop follows is its level. */
type SentKind = Exclude<PushKind, "stock">;

/** What of a product a platform gets: a hash of its content with one of its pictures, and its price. */
export function partsOf(item: PushItem): Record<SentKind, string> {
  const {
    productId: _,
    wasReduced: _was,
    lackedPrice: _lacked,
    isPriceUnknown: _unknown,
    externalId: _id,
    externalItemId: _item,
    parts: _parts,
    hasImages: _has,
    categoryIds: _ids,
    stock: _stock,
    stockFrom: _from,
    stockThere: _there,
    stockSent: _moving,
    isStockOfShop: _owner,
    isBothTaxed: _both,
    taxRate: _rate,
    taxClass: _class,
    priceProblem: _why,
    fitted: _fitted,
    emptied: _emptied,
    ...said
  } = item;
  const { images, priceCents, compareAtPriceCents, currency, variants, sends, ...content } = said;
  const ofVariants = variants.map(({ variantId, sku, ean, options, weight, image }) => [
    ...[variantId, sku, ean, options, weight, image?.key],
  ]);
  const chosen = sends && [...sends];
  const own = [priceCents, compareAtPriceCents];
  const prices = variants.map((variant) => [variant.priceCents, variant.compareAtPriceCents]);
  const hasHash = compareAtPriceCents !== null || variants.length > 0;
  const mark = [own, ...prices].some(([, compareAt]) => compareAt !== null) ? REDUCED : NOT_REDUCED;
  const taxed = item.isBothTaxed ? `@${item.taxRate ?? ""}` : "";
  return {
    products: hashOf(JSON.stringify([content, ofVariants, chosen]), CONTENT_LENGTH) + imagePart({ images, variants }),
    prices: hasHash
      ? mark + hashOf(JSON.stringify([own, prices]), IMAGE_LENGTH) + currency + taxed
      : `${priceCents ?? ""}${currency}${taxed}`,
  };
}

/** What was sent of a product, as it is stored in its mapping; `fields`: digests of texts that are not read there, as `digestsOf` writes them. */
export function readSent(sent: string | null): Record<SentKind, string> & { fields: string } {
  const [products = UNKNOWN, prices = UNKNOWN, fields = ""] = sent?.split(" ") ?? [];
  return { products, prices, fields };
}

const DIGEST_LENGTH = 8;
const TEXTS: Partial<Record<Source, (item: PushItem) => string | null>> = {
  name: ({ title }) => title,
  description: ({ description }) => description,
  brand: ({ brand }) => brand,
  ean: ({ ean }) => ean,
  reference: ({ sku }) => sku,
};

/** Short hashes of some texts of a product, in the order of `unread`: `name:3kR0t_2a,ean:…`. */
const digestsOf = (item: PushItem, unread: readonly Source[]): string =>
  unread
    .flatMap((field) => {
      const text = TEXTS[field];
      return text ? `${field}:${hashOf(text(item) ?? "", DIGEST_LENGTH)}` : [];
    })
    .join(",");

const FILLED = "+";
/** The letters of the fields that a product was sent with. */
export const sentFilled = (sent: string | null): string =>
  readSent(sent)
    .fields.split(",")
    .find((each) => each.startsWith(FILLED))
    ?.slice(FILLED.length) ?? "";

/** Whether a text or the reduction of a product is the one that was sent last. */
export function isAsSent(sent: string | null, item: PushItem, field: Source): boolean {
  const { prices, fields } = readSent(sent);
  if (field === "compare_at_price") return isPricedAs(prices, partsOf(item).prices);
  return TEXTS[field] !== undefined && fields.split(",").includes(digestsOf(item, [field]));
}

/** The price that a product of one price was sent with last, in cents; `null`: it had none, or it is not known. */
export function sentPriceOf(sent: string | null): number | null {
  const [, cents = ""] = /^([\d.]+)[A-Z]{3}(?:@[\d.]*)?$/.exec(readSent(sent).prices) ?? [];
  return cents === "" ? null : Number(cents);
}

/** Whether a price of a product was sent as reduced, or may have been: 0.1.0 did not say so. */
export const wasReduced = (sent: string | null): boolean =>
  !/^(?:[\d.]*[A-Z]{3}(?:@[\d.]*)?|\?|=.*)$/.test(readSent(sent).prices);

/** Whether prices are as they were noted. Those that are reduced go once more where 0.1.0 noted them: it sent few reductions. */
export const isPricedAs = (noted: string, prices: string): boolean =>
  noted === prices || NOT_REDUCED + noted === prices;

/** Whether it is not known what price a product was sent with. */
export const isPriceUnknown = (sent: string | null): boolean => readSent(sent).prices === UNKNOWN;

/** Whether a product of one price was sent without any. */
export const lackedPrice = (sent: string | null): boolean => /^[A-Z]{3}(?:@[\d.]*)?$/.test(readSent(sent).prices);

/** How a platform is sent products, and what of this one is to go again. */
interface Sending {
  isSeparate: boolean;
  lacks?: Lacking | undefined;
  unread?: readonly Source[];
  /** Which fields were filled is noted. */
  notesFilled?: boolean;
}

/** What is sent of a product once this kind is, as it is stored in its mapping. `lacks`: what is to be sent again. */
export function sentOf(
  before: string | null,
  item: PushItem,
  kind: PushKind,
  { isSeparate, lacks, unread = [], notesFilled = false }: Sending,
): string {
  const parts = partsOf(item);
  if (lacks === "variants") parts.products = UNKNOWN + parts.products.slice(CONTENT_LENGTH);
  if (lacks === "images") parts.products = `${parts.products.slice(0, CONTENT_LENGTH)}.${UNKNOWN.repeat(IMAGE_LENGTH)}`;
  if (lacks === "prices") parts.prices = UNKNOWN;
  const known = readSent(before);
  if (kind !== "stock") known[kind] = parts[kind];
  else if (lacks === "variants") known.products = parts.products;
  const { products, prices } = kind === "products" && !isSeparate ? parts : known;
  const noted = [digestsOf(item, unread), notesFilled ? FILLED + filledIn(item) : ""].filter((each) => each !== "");
  const fields = kind === "products" ? noted.join(",") : known.fields;
  return [products, prices, ...(fields === "" ? [] : [fields])].join(" ");
}
