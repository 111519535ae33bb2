import { nameKey } from "../../../text/name-key.ts";
import { isSent } from "../../engine/fields.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { refusalIn } from "../each.ts";
import { type Attribute, addValues, attributesOf } from "./magento-attributes.ts";
import { DEFAULT_ATTRIBUTE_SET } from "./magento-requests.ts";

// Source: https://experienceleague.adobe.com/docs/commerce-admin/catalog/product-attributes/ : `manufacturer` comes with each shop, as a
// dropdown of values. Those that are in no attribute set of a product are not kept of it.
export const BRAND_CODE = "manufacturer";

/** The attribute of brands, with all of these; none where the shop keeps none, or the integration may not see it. */
async function withBrands(api: Api, names: readonly string[]): Promise<Attribute | undefined> {
  try {
    const attribute = (await attributesOf(api, DEFAULT_ATTRIBUTE_SET)).find(({ code }) => code === BRAND_CODE);
    if (attribute) await addValues(api, attribute, names);
    return attribute;
  } catch (error) {
    refusalIn(error);
    return undefined;
  }
}

/** Which brand a product has, as an attribute of the shop. Brands that the shop has not are added to it; none where it keeps none. */
export async function openBrands(api: Api, items: readonly PushItem[]) {
  const brandOf = (item: PushItem) => (isSent(item, "brand") ? item.brand : null);
  const names = [...new Set(items.flatMap((item) => brandOf(item) ?? []))];
  if (names.length === 0) return () => [];
  const attribute = await withBrands(api, names);
  if (!attribute) return () => [];
  return (item: PushItem) => {
    const value = attribute.values.get(nameKey(brandOf(item) ?? ""));
    return value ? [{ attribute_code: BRAND_CODE, value }] : [];
  };
}

export type BrandOf = Awaited<ReturnType<typeof openBrands>>;
