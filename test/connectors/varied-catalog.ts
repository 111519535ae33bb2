import { preview } from "../../workers/connectors/preview.ts";
import type { Call } from "../doubles/platforms/platform.ts";
import { openShop, type Received, type Reply } from "../doubles/shops.ts";
import { newTenant } from "../harness.ts";
import { SMALL } from "../media/given-images.ts";
import { FORMATS, formOf } from "../media/images.ts";
import { runOutside, servicesTo } from "./services-to.ts";

/** The EANs of a shirt and of its two sizes. */
export const EANS = { shirt: "4006381333931", small: "4006381333948", medium: "4006381333955" } as const;

const callOf = (received: Received): Call => {
  const { pathname, searchParams: query } = new URL(received.path, "https://receiver.test");
  const body = /^[[{]/.test(received.text) ? JSON.parse(received.text) : undefined;
  return { ...received, host: "", route: `${received.method} ${pathname}`, query, body };
};

/**
 * A catalog with a shirt of two sizes and two pictures, and a connector to a platform on this machine that answers so. What is stored
 * here has an address.
 */
export async function openVariedCatalog(
  platformId: string,
  credentials: Record<string, string>,
  reply: (call: Call) => Reply,
  syncOptions: object = {},
  apiUrl = "https://pim.example",
) {
  const shop = await openShop((received) => reply(callOf(received)));
  const there = servicesTo(shop.url, { apiUrl });
  const tenant = await newTenant();
  const sku = (name: string) => `${tenant.id.slice(0, 8)}-${name}`;
  const { body: brand } = await tenant.post("/brands", { name: "Oakline" });
  const { body: product } = await tenant.post("/products", {
    ...{ name: "Shirt", reference: sku("SH"), ean: EANS.shirt, price: 20, stock: 7, brand_id: brand.id },
    ...{ description: "<p>Linen</p>", weight: 0.3 },
  });
  const path = `/products/${product.id}`;
  const picture = (file: Buffer, title: string) =>
    tenant.post(`${path}/media/upload`, formOf(file, { title, alt_text: title }));
  await picture(SMALL, "Front");
  await picture(FORMATS["image/png"](30, 10), "Back");
  await tenant.post(`${path}/variants/bulk`, {
    variants: [
      { sku: sku("S"), ean: EANS.small, option_values: { Size: "S" }, price: 20, stock: 2 },
      { sku: sku("M"), ean: EANS.medium, option_values: { Size: "M" }, price: 22, stock: 5 },
    ],
  });
  const named = { platform_id: platformId, name: "Shop", credentials, sync_options: syncOptions };
  const { body: connector } = await tenant.post("/connectors", named);
  const sync = async (what: string, body: object = {}) => {
    const { body: begun } = await tenant.post(`/connectors/${connector.id}/sync/${what}`, body);
    await runOutside(there);
    return (await tenant.get(`/connectors/${connector.id}/sync/jobs/${begun.job_id}`)).body;
  };
  const variantId = async (wanted: string): Promise<string> => {
    const { body: list } = await tenant.get(`${path}/variants`);
    return list.variants.find((each: { sku: string }) => each.sku === wanted).id;
  };
  const own = async () => {
    const [read, list, all] = await Promise.all(
      [path, `${path}/variants`, "/products"].map(async (each) => (await tenant.get(each)).body),
    );
    return JSON.stringify([read, list, all.total, all.items.length]);
  };
  return {
    ...{ tenant, product, path, shop, sku, sync, own, picture, variantId },
    preview: async () => {
      const input = { connectorId: connector.id, isForced: false, after: 0 };
      const found = await preview(there, tenant.id, input, new AbortController().signal);
      if ("error" in found) throw new Error(found.error);
      return found;
    },
    push: (body?: object) => sync("push-products", body),
    /** What is asked while something is done. */
    askedIn: async (work: () => Promise<unknown>) => {
      const before = shop.asked.length;
      await work();
      return shop.asked.slice(before).map(callOf);
    },
  };
}
