import { sentFields } from "../../engine/fields.ts";
import { centsOf, eanAmong, listOf, member, numberOf, present, textOf } from "../../engine/platform-values.ts";
import type { PulledVariant } from "../../engine/pull/pulled-product.ts";
import type { PushItem, PushVariant } from "../../engine/push/push-item.ts";
import { NO_VALUE, optionValue } from "../../engine/push/variant-options.ts";
import { addressesOf, newImagesOf } from "../each.ts";
import { priceFields, priceNow } from "./wizishop-prices.ts";

// Source: https://github.com/WiziShop/api-v3-js-sdk, src/forms/product/product-create.form.ts: a product has attributes with options,
// and each option has a SKU of its own. So what variants differ in is one attribute there, with all that they have of it.
// A change of a product replaces its attributes whole: what is not sent of an option is sent back as the shop has it.
const JOINED = " / ";

const attributeName = ({ options }: PushItem) => options.map(({ name }) => name).join(JOINED);
const valueIn = (item: PushItem, variant: PushVariant) =>
  item.options.map(({ name }) => optionValue(item, variant, name)).join(JOINED);

const optionsIn = (attribute: unknown) => listOf(member(attribute, "options"));
const skuIn = (option: unknown) => textOf(member(option, "sku"));

/** The options that a product of a shop has, by their SKUs. */
const optionsThere = (product: unknown): Map<string, unknown> =>
  new Map(
    listOf(member(product, "attributes"))
      .flatMap(optionsIn)
      .flatMap((option) => {
        const sku = skuIn(option);
        return sku === undefined ? [] : [[sku, option] as const];
      }),
  );

export const isVariedThere = (product: unknown): boolean => optionsThere(product).size > 0;

function optionOf(item: PushItem, variant: PushVariant, there: unknown) {
  const { sku, ean, weight, stock, image } = variant;
  // The shop has the pictures of those that are there, unless they are others by now.
  const isPictured = there === undefined || newImagesOf(item) !== null;
  const [address] = addressesOf(image === null || !isPictured ? [] : [image]);
  return {
    ...Object(there ?? { active: true }),
    value: valueIn(item, variant),
    sku,
    ...sentFields(item, {
      ean: ean !== null && { ean13: ean },
      weight: weight !== null && { weight },
      price: priceFields(variant),
      images: address !== undefined && { image: address },
      // The stock of one that is there has a request of its own.
      stock: there === undefined && item.isStockOfShop !== true && { quantity: stock },
    }),
  };
}

const known = (there: ReadonlyMap<string, unknown>, { externalId, sku }: PushVariant) =>
  there.get(externalId ?? sku) ?? there.get(sku);

/**
 * The variants of a product as the options of an attribute: ours that are no longer here go, what its owner has added stays, and so
 * do attributes that have none of ours. `product`: as the shop has it; `undefined`: not yet.
 */
export function attributesOf(item: PushItem, product: unknown) {
  const there = optionsThere(product);
  const ours = new Set([...item.variants.map(({ sku }) => sku), ...Object.values(item.parts.variants)]);
  const isOurs = (option: unknown) => ours.has(skuIn(option) ?? "");
  const all = listOf(member(product, "attributes"));
  const others = all.filter((attribute) => !optionsIn(attribute).some(isOurs));
  const held = all.filter((attribute) => !others.includes(attribute));
  const owners = held.flatMap(optionsIn).filter((option) => !isOurs(option));
  const name = attributeName(item);
  const label = held.map((attribute) => member(attribute, "name") === name && textOf(member(attribute, "label")));
  const options = [...item.variants.map((variant) => optionOf(item, variant, known(there, variant))), ...owners];
  return { attributes: [{ name, label: label.find(Boolean) || name, options }, ...others] };
}

/** The attributes of a product as the shop has them, with other prices of our variants. */
export function pricedAttributes(item: PushItem, product: unknown) {
  const there = optionsThere(product);
  const prices = new Map(item.variants.map((variant) => [known(there, variant), priceFields(variant)]));
  const attributes = listOf(member(product, "attributes")).map((attribute) => ({
    ...Object(attribute),
    options: optionsIn(attribute).map((option) => ({ ...Object(option), ...prices.get(option) })),
  }));
  return { attributes };
}

/** What a shop calls the variants of a product once they are stored: their SKUs. */
export const variantParts = ({ variants }: PushItem): Record<string, string> =>
  Object.fromEntries(variants.map(({ variantId, sku }) => [variantId, sku]));

/** What an option of an attribute says of a variant, each of its own option. */
function namedIn(name: string, value: string): Record<string, string> {
  const [names, values] = [name.split(JOINED), value.split(JOINED)];
  if (names.length !== values.length) return { [name]: value };
  return Object.fromEntries(
    names.map((each, place) => [each, values[place] ?? ""]).filter(([, each]) => each !== NO_VALUE),
  );
}

/** The variants of a product as a pull takes them. */
export const variantsIn = (product: unknown): PulledVariant[] =>
  listOf(member(product, "attributes")).flatMap((attribute) =>
    optionsIn(attribute).map((option) => {
      const sku = skuIn(option) ?? null;
      const name = textOf(member(attribute, "name")) ?? textOf(member(attribute, "label")) ?? "";
      return {
        ...{ externalId: sku ?? "", sku, ean: eanAmong(member(option, "ean13")) },
        options: namedIn(name, textOf(member(option, "value")) ?? ""),
        ...present({
          priceCents: priceNow(option),
          compareAtPriceCents: centsOf(member(option, "price_tax_excluded")),
          stock: numberOf(member(option, "quantity")),
        }),
      };
    }),
  );
