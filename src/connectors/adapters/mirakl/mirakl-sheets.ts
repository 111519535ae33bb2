import { isSent, type Source } from "../../engine/fields.ts";
import type { Offer } from "../../engine/push/variant-offers.ts";
import { addressesOf } from "../each.ts";

type Row = Record<string, string>;

/** The column of a picture: the first is the main one. */
const imageColumn = (place: number) => (place === 0 ? "image" : `image_${place + 1}`);

/** The column of what variants differ in. */
const optionColumn = (name: string) => `option_${name}`;

/**
 * Product sheets in the seller's own columns, which the operator's mapping turns into its attributes. Sheets of variants have the code of
 * their group and what they differ in; all rows have the same columns, of which there are none of fields that are not sent.
 */
export function sheetRows(offers: readonly Offer[], skuOf: (offer: Offer) => string): Row[] {
  const sends = (source: Source) => offers.some((offer) => isSent(offer, source));
  const images = sends("images") ? Math.max(1, ...offers.map((offer) => addressesOf(offer.images).length)) : 0;
  const options = [...new Set(offers.flatMap(({ group }) => (group?.options ?? []).map(({ name }) => name)))];
  const isGrouped = offers.some(({ group }) => group !== undefined);
  return offers.map((offer) => {
    const { ean, title, description, brand, category, group } = offer;
    const addresses = addressesOf(offer.images);
    return {
      sku: skuOf(offer),
      ...(sends("ean") && { ean: ean ?? "" }),
      ...(sends("name") && { title }),
      ...(sends("description") && { description }),
      ...(sends("brand") && { brand: brand ?? "" }),
      ...(sends("category") && { category: category ?? "" }),
      ...Object.fromEntries(Array.from({ length: images }, (_, place) => [imageColumn(place), addresses[place] ?? ""])),
      ...(isGrouped && { variant_group_code: group?.sku ?? "" }),
      ...Object.fromEntries(options.map((name) => [optionColumn(name), group?.variant.options[name] ?? ""])),
    };
  });
}
