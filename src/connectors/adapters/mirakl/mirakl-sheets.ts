import { isSent, type Source } from "../../engine/fields.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import type { Offer } from "../../engine/push/variant-offers.ts";
import { addressesOf } from "../each.ts";

type Row = Record<string, string>;

/** The column of a picture: the first is the main one. */
const imageColumn = (place: number) => (place === 0 ? "image" : `image_${place + 1}`);

/** The column of what variants differ in. */
const optionColumn = (name: string) => `option_${name}`;

/** The columns of a file that the connector's own rules name, `attributes.COLOR` or `offers.ecotax`: the same ones in all rows. */
export function ruledColumns(items: readonly PushItem[], file: "attributes" | "offers"): (item: PushItem) => Row {
  const own = ({ attributes }: PushItem) =>
    attributes.flatMap(({ name, value }): [string, string][] =>
      name.startsWith(`${file}.`) ? [[name.slice(file.length + 1), value]] : [],
    );
  const columns = [...new Set(items.flatMap((item) => own(item).map(([name]) => name)))];
  return (item) => {
    const said = new Map(own(item));
    return Object.fromEntries(columns.map((name) => [name, said.get(name) ?? ""]));
  };
}

/** Texts in the other languages of the operator, each in columns of their own: `title_en`. */
function spokenColumns(offers: readonly Offer[]): (offer: Offer) => Row {
  const languages = [...new Set(offers.flatMap(({ translations }) => Object.keys(translations)))];
  const sends = (source: Source) => offers.some((offer) => isSent(offer, source));
  return ({ translations }) =>
    Object.fromEntries(
      languages.flatMap((language) => [
        ...(sends("name") ? [[`title_${language}`, translations[language]?.title ?? ""]] : []),
        ...(sends("description") ? [[`description_${language}`, translations[language]?.description ?? ""]] : []),
      ]),
    );
}

/** The category that was chosen for ours, else the name of ours. */
const categoryOf = ({ categoryIds, category }: Offer) => categoryIds[0] ?? category ?? "";

/**
 * Product sheets in the seller's own columns, which the operator's mapping turns into its attributes. Sheets of variants have the code of
 * their group and what they differ in; all rows have the same columns, of which there are none of fields that are not sent.
 */
export function sheetRows(offers: readonly Offer[], skuOf: (offer: Offer) => string): Row[] {
  const sends = (source: Source) => offers.some((offer) => isSent(offer, source));
  const images = sends("images") ? Math.max(1, ...offers.map((offer) => addressesOf(offer.images).length)) : 0;
  const options = [...new Set(offers.flatMap(({ group }) => (group?.options ?? []).map(({ name }) => name)))];
  const [ruled, spoken] = [ruledColumns(offers, "attributes"), spokenColumns(offers)];
  const isGrouped = offers.some(({ group }) => group !== undefined);
  return offers.map((offer) => {
    const { ean, title, description, brand, group } = offer;
    const addresses = addressesOf(offer.images);
    return {
      sku: skuOf(offer),
      ...(sends("ean") && { ean: ean ?? "" }),
      ...(sends("name") && { title }),
      ...(sends("description") && { description }),
      ...spoken(offer),
      ...(sends("brand") && { brand: brand ?? "" }),
      ...(sends("category") && { category: categoryOf(offer) }),
      ...Object.fromEntries(Array.from({ length: images }, (_, place) => [imageColumn(place), addresses[place] ?? ""])),
      ...(isGrouped && { variant_group_code: group?.sku ?? "" }),
      ...Object.fromEntries(options.map((name) => [optionColumn(name), group?.variant.options[name] ?? ""])),
      ...ruled(offer),
    };
  });
}
