import { isSent, sentFields } from "../../engine/fields.ts";
import type { PushItem, PushTexts } from "../../engine/push/push-item.ts";
import { firstStockOf } from "../each.ts";
import { ASIN } from "./amazon-asin.ts";
import { languagesOf, tagsOf } from "./amazon-marketplaces.ts";
import { picturesIn } from "./amazon-pictures.ts";
import { offerPrice } from "./amazon-prices.ts";

// Source: attributes as Amazon's pages on listings and public sellers' programs write them; a product type decides which it has
/** Below it the connector's own rules name attributes. */
const RULED = "attributes.";
/** `bullet_point.2`: the second of its values. */
const PLACE = /^(.+)\.\d+$/;

type Attribute = Record<string, unknown>[];

export const stockOf = ({ stock }: PushItem): Attribute => [{ fulfillment_channel_code: "DEFAULT", quantity: stock }];

/** A text in each language of the marketplace in which the product has one; where it has none of these, its own. */
function spoken(marketplace_id: string, item: PushItem, read: (texts: PushTexts) => string): Attribute {
  const [languages, tags] = [languagesOf(marketplace_id), tagsOf(marketplace_id)];
  const first = Math.max(0, languages.indexOf(item.language));
  const textIn = (language: string, place: number) => {
    const texts = language === item.language ? item : item.translations[language];
    return (texts && read(texts)) || (place === first ? read(item) : "");
  };
  if (languages.length === 0) return read(item) === "" ? [] : [{ value: read(item), marketplace_id }];
  return languages.flatMap((language, place) => {
    const value = textIn(language, place);
    return value === "" ? [] : [{ value, language_tag: tags[place], marketplace_id }];
  });
}

/** A value of a rule: JSON where it is an attribute as Amazon writes it, else a text. */
function ruledValue(marketplace_id: string, text: string): Attribute {
  const written = /^\[\s*\{/.test(text) ? parsed(text) : undefined;
  return (written ?? [{ value: text }]).map((each) => ({ marketplace_id, ...each }));
}

function parsed(text: string): Attribute | undefined {
  try {
    return JSON.parse(text) as Attribute; // a list of objects, as it begins
  } catch {
    return undefined;
  }
}

/** The attributes that rules name. */
function ruledOf(marketplace_id: string, { attributes, externalId, sends }: PushItem): Record<string, Attribute> {
  if (!isSent({ externalId, ...(sends && { sends }) }, "attributes")) return {};
  const ruled: Record<string, Attribute> = {};
  for (const { name, value } of attributes) {
    if (!name.startsWith(RULED) || name === ASIN) continue;
    const whole = name.slice(RULED.length);
    const [, listed = whole] = PLACE.exec(whole) ?? [];
    ruled[listed] = [...(ruled[listed] ?? []), ...ruledValue(marketplace_id, value)];
  }
  return ruled;
}

const sizeIn = (value: number) => ({ value, unit: "centimeters" });

/** The attributes of an offer: what it costs, and how many there are of a new one. */
export const offerAttributes = (marketplace_id: string, item: PushItem): Record<string, unknown> =>
  sentFields(item, {
    stock: firstStockOf(item) !== null && { fulfillment_availability: stockOf(item) },
    price: item.priceCents !== null && { purchasable_offer: offerPrice(marketplace_id, item) },
  });

/** All attributes of a listing. */
export function attributesOf(marketplace_id: string, item: PushItem): Record<string, unknown> {
  const { brand, ean, weight, length, width, height, externalId, taxClass } = item;
  const isSized = length !== null && width !== null && height !== null;
  const identifier = [{ type: "ean", value: ean, marketplace_id }];
  const description = spoken(marketplace_id, item, (texts) => texts.description);
  return {
    ...sentFields(item, {
      name: { item_name: spoken(marketplace_id, item, ({ title }) => title) },
      description: description.length > 0 && { product_description: description },
      brand: brand !== null && { brand: [{ value: brand, marketplace_id }] },
      ean: ean !== null && { externally_assigned_product_identifier: identifier },
      weight: weight !== null && { item_weight: [{ value: weight, unit: "kilograms", marketplace_id }] },
      dimensions: isSized && {
        item_dimensions: [{ length: sizeIn(length), width: sizeIn(width), height: sizeIn(height), marketplace_id }],
      },
      images: picturesIn(marketplace_id, item),
    }),
    ...offerAttributes(marketplace_id, item),
    ...(externalId === null && taxClass && { product_tax_code: [{ value: taxClass, marketplace_id }] }),
    ...ruledOf(marketplace_id, item),
  };
}

/** The ASIN that a new listing is an offer of; `undefined`: none is said, or it is of a family. */
export const asinOf = ({ attributes }: PushItem): string | undefined =>
  attributes.find(({ name }) => name === ASIN)?.value;
