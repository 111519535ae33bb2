import type { Adapter } from "../engine/adapter.ts";
import type { PulledProduct } from "../engine/pull/pulled-product.ts";
import { idThere } from "../engine/push/stocked.ts";
import type { Api } from "../engine/requests/platform-api.ts";
import { levelsBy } from "./each.ts";

/** A list of a seller's offers that can be read page by page, or by one SKU. */
interface OfferList {
  /** Offers a page. */
  size: number;
  /** A page, from 0 on, and how many offers there are in all. */
  page(place: number): Promise<{ offers: PulledProduct[]; total: number }>;
  one(sku: string): Promise<PulledProduct[]>;
}

/** All pages, where they are no more than there are SKUs; else the first page, and each of the others alone. */
async function gather({ size, page, one }: OfferList, skus: readonly string[]): Promise<PulledProduct[]> {
  const first = await page(0);
  const found = [...first.offers];
  const pages = Math.ceil(first.total / size);
  if (pages <= skus.length) {
    for (let place = 1; place < pages; place++) found.push(...(await page(place)).offers);
    return found;
  }
  const seen = new Set(found.map(({ externalId }) => externalId));
  for (const sku of skus) if (!seen.has(sku)) found.push(...(await one(sku)));
  return found;
}

/** Offers by their SKUs: each alone, or page by page where that takes fewer requests. */
export async function offersBySku(list: OfferList, skus: readonly string[]): Promise<PulledProduct[]> {
  const [only] = skus;
  if (only === undefined) return [];
  const found = skus.length === 1 ? await list.one(only) : await gather(list, skus);
  const bySku = new Map(found.map((each) => [each.externalId, each]));
  return [...new Set(skus)].flatMap((sku) => bySku.get(sku) ?? []);
}

/** The levels that a marketplace reports with its offers, which go by their SKUs. */
export const levelsOfOffers =
  (read: (api: Api, skus: readonly string[]) => Promise<PulledProduct[]>): NonNullable<Adapter["levels"]> =>
  async (api, stocked) => {
    const skus = [...new Set(stocked.flatMap((each) => idThere(each) ?? []))];
    return levelsBy(stocked, await read(api, skus), ({ externalId, stock: level }) => ({ externalId, level }));
  };
