import { listOf, member, textOf } from "../../engine/platform-values.ts";
import type { PushItem, PushVariant } from "../../engine/push/push-item.ts";
import { variantChanges, variantRemark } from "../../engine/push/variant-changes.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { refusalIn } from "../each.ts";
import { idIn, ofProducts } from "./salesforce-call.ts";
import { ONLINE } from "./salesforce-fields.ts";

// Source: https://developer.salesforce.com/docs/commerce/commerce-api/references/products, its variation-attributes and variations
/** The attribute that an option is; a site must have it among the attributes of its products. */
const attributeOf = (name: string) => idIn(name).toLowerCase();

export const isMaster = (product: unknown): boolean =>
  member(product, "type", "master") === true || listOf(member(product, "variants")).length > 0;

/** A product with its variation attributes and variants, as it is alone. */
export const masterOf = async (api: Api, id: string): Promise<unknown> =>
  (await ofProducts(api, `products/${encodeURIComponent(id)}`)).body;

const put = (api: Api, path: string, json: object) => ofProducts(api, path, { method: "PUT", json });

/** Brings the options of a product there as variation attributes, with the values that are not there yet. */
async function sendAttributes(api: Api, { options }: PushItem, path: string, there: unknown): Promise<void> {
  const known = listOf(member(there, "variationAttributes"));
  for (const { name, values } of options) {
    const id = attributeOf(name);
    const attribute = known.find((each) => member(each, "id") === id);
    const at = `${path}/variation-attributes/${encodeURIComponent(id)}`;
    if (!attribute) await put(api, at, { id, attributeDefinitionId: id, name: { default: name } });
    const taken = new Set(listOf(member(attribute, "values")).map((each) => member(each, "value")));
    for (const value of values.filter((each) => !taken.has(idIn(each)))) {
      await put(api, `${at}/values/${encodeURIComponent(idIn(value))}`, {
        value: idIn(value),
        name: { default: value },
      });
    }
  }
}

/** What a variant is of each attribute. */
const valuesOf = ({ options }: PushItem, variant: PushVariant): Record<string, string> =>
  Object.fromEntries(
    options.flatMap(({ name }) => {
      const value = variant.options[name];
      return value === undefined ? [] : [[attributeOf(name), idIn(value)] as const];
    }),
  );

const isSame = (there: unknown, values: Record<string, string>) =>
  Object.entries(values).every(([name, value]) => member(there, "variationValues", name) === value);

/** What became of variants: what they are called there, and which were refused. */
interface Sent {
  ids: Record<string, string>;
  remarks: string[];
}

/** One that is no longer here is taken from its master, which makes it a product of its own, and off the site. */
async function remove(api: Api, path: string, id: string): Promise<void> {
  await ofProducts(api, `${path}/variations/${encodeURIComponent(id)}`, { method: "DELETE" }, 404);
  const json = { onlineFlag: { default: false } };
  await ofProducts(api, `products/${encodeURIComponent(id)}`, { method: "PATCH", json }, 404);
}

/**
 * Makes, changes and removes the variations of a product that is there as their master; `there`: as it was before, `fieldsOf`: what
 * is sent of a variant as of any product.
 */
export async function sendVariants(
  api: Api,
  item: PushItem,
  there: unknown,
  fieldsOf: (variant: PushVariant) => object,
): Promise<Sent> {
  const path = `products/${encodeURIComponent(item.externalId ?? "")}`;
  const sent: Sent = { ids: {}, remarks: [] };
  const attempt = async (variant: Pick<PushVariant, "sku">, send: () => Promise<void>) => {
    try {
      await send();
    } catch (error) {
      sent.remarks.push(variantRemark(variant, refusalIn(error)));
    }
  };
  const known = new Map(
    listOf(member(there, "variants")).map((each) => [textOf(member(each, "productId")) ?? "", each]),
  );
  const { gone } = variantChanges(
    item,
    [...known.keys()].map((id) => ({ id, sku: id })),
  );
  for (const [variantId, id] of Object.entries(item.parts.variants).filter((each) => gone.includes(each[1]))) {
    await attempt({ sku: id }, async () => {
      // One that is refused is tried again.
      sent.ids[variantId] = id;
      await remove(api, path, id);
      delete sent.ids[variantId];
    });
  }
  await sendAttributes(api, item, path, there);
  for (const variant of item.variants) {
    const id = variant.externalId ?? variant.sku;
    await attempt(variant, async () => {
      const variationValues = valuesOf(item, variant);
      if (!isSame(known.get(id), variationValues)) {
        await put(api, `${path}/variations/${encodeURIComponent(id)}`, { productId: id, variationValues });
      }
      const json = { ...(!known.has(id) && ONLINE), ...fieldsOf(variant) };
      await ofProducts(api, `products/${encodeURIComponent(id)}`, { method: "PATCH", json });
      sent.ids[variant.variantId] = id;
    });
  }
  return sent;
}
