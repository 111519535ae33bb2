import { slugOf } from "../../../text/name-key.ts";
import { PlatformError } from "../../engine/platform-error.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { call } from "./magento-requests.ts";

/** A product as it is sent. */
export interface ProductBody {
  sku: string;
  name?: string;
  custom_attributes?: readonly object[];
}

/** Why Magento refuses a new product that has the name of another one: it makes its address of the name alone. */
export const isAddressTaken = (message: string): boolean => /URL key/i.test(message);

/** The address of a product whose name is not its own. */
export const ownAddress = (name: string, sku: string) => ({
  attribute_code: "url_key",
  value: slugOf(`${name} ${sku}`),
});

const addressed = <T extends ProductBody>(product: T): T => ({
  ...product,
  custom_attributes: [...(product.custom_attributes ?? []), ownAddress(product.name ?? "", product.sku)],
});

const put = (api: Api, product: ProductBody & { media_gallery_entries?: readonly object[] }) =>
  call(api, `products/${encodeURIComponent(product.sku)}`, { method: "PUT", json: { product, saveOptions: true } });

/** Makes or changes a product: known by its SKU, the same request does either. A new one whose name is another's gets its SKU in its address. */
export async function save(
  api: Api,
  product: ProductBody,
  { isThere, isTaken = false }: { isThere: boolean; isTaken?: boolean },
): Promise<unknown> {
  if (isTaken) return put(api, addressed(product));
  try {
    return await put(api, product);
  } catch (error) {
    const isOurs = error instanceof PlatformError && error.reason === "refused" && isAddressTaken(error.message);
    if (isThere || !isOurs) throw error;
    return put(api, addressed(product));
  }
}

/** Gives a product these pictures, which the shop has, and no others. */
export const setGallery = (api: Api, sku: string, entries: readonly object[]): Promise<unknown> =>
  put(api, { sku, media_gallery_entries: entries });
