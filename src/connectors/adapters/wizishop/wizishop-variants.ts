import { eanAmong, listOf, member, numberOf, present, textOf } from "../../engine/platform-values.ts";
import type { PulledVariant } from "../../engine/pull/pulled-product.ts";
import type { PushItem, PushVariant } from "../../engine/push/push-item.ts";
import { NO_VALUE, optionValue } from "../../engine/push/variant-options.ts";
import { addressesOf } from "../each.ts";
import { priceFields, priceNow } from "./wizishop-prices.ts";

// Source: https://github.com/WiziShop/api-v3-js-sdk, src/forms/product/product-create.form.ts: a product has attributes with options,
// and each option has a SKU of its own. So what variants differ in is one attribute there, with all that they have of it.
const JOINED = " / ";

const attributeName = ({ options }: PushItem) => options.map(({ name }) => name).join(JOINED);
const valueIn = (item: PushItem, variant: PushVariant) =>
  item.options.map(({ name }) => optionValue(item, variant, name)).join(JOINED);

/** The options that a product of a shop has, by their SKUs. */
export const optionsThere = (product: unknown): Map<string, unknown> =>
  new Map(
    listOf(member(product, "attributes"))
      .flatMap((attribute) => listOf(member(attribute, "options")))
      .flatMap((option) => {
        const sku = textOf(member(option, "sku"));
        return sku === undefined ? [] : [[sku, option] as const];
      }),
  );

export const isVariedThere = (product: unknown): boolean => optionsThere(product).size > 0;

function optionOf(item: PushItem, variant: PushVariant, there: unknown) {
  const { sku, ean, weight, stock, image } = variant;
  const [address] = addressesOf(image === null ? [] : [image]);
  // The stock of one that is there has a request of its own.
  const level = numberOf(member(there, "quantity")) ?? (item.isStockOfShop === true ? undefined : stock);
  return {
    ...Object(there ?? { active: true }),
    value: valueIn(item, variant),
    sku,
    ...(ean !== null && { ean13: ean }),
    ...(weight !== null && { weight }),
    ...(level !== undefined && { quantity: level }),
    ...priceFields(variant),
    ...(address !== undefined && { image: address }),
  };
}

/** The variants of a product as the options of an attribute: ours that are no longer here go, what its owner has added stays. */
export function attributesOf(item: PushItem, there: ReadonlyMap<string, unknown>) {
  const ours = new Set([...item.variants.map(({ sku }) => sku), ...Object.values(item.parts.variants)]);
  const owners = [...there].filter(([sku]) => !ours.has(sku)).map(([, option]) => option);
  const known = (variant: PushVariant) => there.get(variant.externalId ?? variant.sku) ?? there.get(variant.sku);
  const name = attributeName(item);
  const options = [...item.variants.map((variant) => optionOf(item, variant, known(variant))), ...owners];
  return { attributes: [{ name, label: name, options }] };
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
    listOf(member(attribute, "options")).map((option) => {
      const sku = textOf(member(option, "sku")) ?? null;
      const name = textOf(member(attribute, "name")) ?? textOf(member(attribute, "label")) ?? "";
      return {
        ...{ externalId: sku ?? "", sku, ean: eanAmong(member(option, "ean13")) },
        options: namedIn(name, textOf(member(option, "value")) ?? ""),
        ...present({
          priceCents: priceNow(option),
          stock: numberOf(member(option, "quantity")),
        }),
      };
    }),
  );
