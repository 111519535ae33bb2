import { preview as previewOf } from "../../workers/connectors/preview.ts";
import type { Call } from "../doubles/platforms/platform.ts";
import { openShop, type Received, type Reply } from "../doubles/shops.ts";
import { newTenant } from "../harness.ts";
import { SMALL } from "../media/given-images.ts";
import { FORMATS, formOf } from "../media/images.ts";
import { runOutside, servicesTo } from "./services-to.ts";
import { withTax } from "./with-tax.ts";

/** The EANs of a shirt and of its two sizes. */
export const EANS = { shirt: "4006381333931", small: "4006381333948", medium: "4006381333955" } as const;

/** Where the pictures of variants are. */
export const IMAGES = "https://images.example";

type Shop = Awaited<ReturnType<typeof openShop>>;

interface Shirt {
  credentials: Record<string, string>;
  syncOptions?: object;
  apiUrl?: string;
  brand?: string;
  /** What it has beside its name and texts. */
  fields: object;
  /** Its options and variants; `sku`: what one of them is called. */
  variantsOf: (sku: (name: string) => string) => object;
}

/** A catalog with a shirt in variants and two pictures, and a connector to a shop at this address. */
async function openShirt(platformId: string, shop: Shop, given: Shirt) {
  const { credentials, syncOptions = {}, apiUrl = "https://pim.example", brand, fields, variantsOf } = given;
  const there = servicesTo(shop.url, { apiUrl });
  const tenant = await newTenant();
  const code = tenant.id.slice(0, 8);
  const sku = (name: string) => `${code}-${name}`;
  const branded = brand === undefined ? {} : { brand_id: (await tenant.post("/brands", { name: brand })).body.id };
  const { body: product } = await tenant.post("/products", {
    ...{ name: "Shirt", description: "<p>Linen</p>", price: 20, ...fields, reference: sku("SH"), ...branded },
  });
  const path = `/products/${product.id}`;
  const picture = (file: Buffer, title: string) =>
    tenant.post(`${path}/media/upload`, formOf(file, { title, alt_text: title }));
  await picture(SMALL, "Front");
  await picture(FORMATS["image/png"](30, 10), "Back");
  await tenant.post(`${path}/variants/bulk`, variantsOf(sku));
  const named = { platform_id: platformId, name: "Shop", credentials, sync_options: syncOptions };
  const { body: connector } = await tenant.post("/connectors", withTax(named));
  const sync = async (what: string, body: object = {}) => {
    const { body: begun } = await tenant.post(`/connectors/${connector.id}/sync/${what}`, body);
    await runOutside(there);
    return (await tenant.get(`/connectors/${connector.id}/sync/jobs/${begun.job_id}`)).body;
  };
  const variantId = async (wanted: string): Promise<string> => {
    const { body: list } = await tenant.get(`${path}/variants`);
    return list.variants.find((each: { sku: string }) => each.sku === wanted).id;
  };
  /** All that the catalog has. */
  const whole = async () => {
    const [read, list, all] = await Promise.all(
      [path, `${path}/variants`, "/products"].map(async (each) => (await tenant.get(each)).body),
    );
    return [read, list, all.total, all.items.length];
  };
  const preview = async () => {
    const input = { connectorId: connector.id, isForced: false, after: 0 };
    const found = await previewOf(there, tenant.id, input, new AbortController().signal);
    if ("error" in found) throw new Error(found.error);
    return found;
  };
  return { there, tenant, code, sku, product, path, picture, connector, sync, variantId, whole, preview };
}

interface Given {
  credentials: Record<string, string>;
  syncOptions?: object;
  isToken?: (path: string) => boolean;
}

/** A shirt in four variants of two options, and a connector to a shop at this address. `path`: where its variants are. */
export async function givenVaried(
  platformId: string,
  shop: Shop,
  { credentials, syncOptions = {}, isToken = () => false }: Given,
) {
  const variantIn = (sku: (name: string) => string) => (colour: string, size: string, more: object) => ({
    ...{ sku: sku(`${colour}-${size}`), option_values: { Colour: colour, Size: size } },
    ...{ stock: 3, image_url: `${IMAGES}/${colour.toLowerCase()}.png`, ...more },
  });
  const variantsOf: Shirt["variantsOf"] = (sku) => {
    const variant = variantIn(sku);
    const options = { Colour: ["Red", "Blue"], Size: ["S", "M"] };
    return {
      options: Object.entries(options).map(([name, values]) => ({ name, values })),
      variants: [
        ...[variant("Red", "S", {}), variant("Red", "M", { price: 22 })],
        ...[variant("Blue", "S", { price: 18, compare_at_price: 25 }), variant("Blue", "M", {})],
      ],
    };
  };
  const shirt = await openShirt(platformId, shop, {
    ...{ credentials, variantsOf, fields: { weight: 0.2 } },
    syncOptions: { stock_owner: "catalog", default_tax_rate: 20, ...syncOptions },
  });
  const { path, picture: upload, sync: run, sku } = shirt;
  /** What an operation asks of the shop. */
  const asked = async (operation: string, input: object = {}) => {
    const before = shop.asked.length;
    const job = await run(operation, input);
    const calls = shop.asked.slice(before).filter((call) => !isToken(call.path));
    return { job, calls, routes: calls.map(({ method, path: route }) => `${method} ${route.split("?")[0]}`) };
  };
  const variantOf = (colour: string, size: string, more: object = {}) => variantIn(sku)(colour, size, more);
  return { ...shirt, path: `${path}/variants`, upload, variantOf, asked, run };
}

const callOf = (received: Received): Call => {
  const { pathname, searchParams: query } = new URL(received.path, "https://receiver.test");
  const body = /^[[{]/.test(received.text) ? JSON.parse(received.text) : undefined;
  return { ...received, host: "", route: `${received.method} ${pathname}`, query, body };
};

/** A shirt in two sizes, and a connector to a platform on this machine that answers so. What is stored here has an address. */
export async function openVariedCatalog(
  platformId: string,
  credentials: Record<string, string>,
  reply: (call: Call) => Reply | Promise<Reply>,
  syncOptions: object = {},
  apiUrl = "https://pim.example",
) {
  const shop = await openShop((received) => reply(callOf(received)));
  const variantsOf: Shirt["variantsOf"] = (sku) => ({
    variants: [
      { sku: sku("S"), ean: EANS.small, option_values: { Size: "S" }, price: 20, stock: 2 },
      { sku: sku("M"), ean: EANS.medium, option_values: { Size: "M" }, price: 22, stock: 5 },
    ],
  });
  const fields = { ean: EANS.shirt, stock: 7, weight: 0.3 };
  const shirt = await openShirt(platformId, shop, {
    ...{ credentials, syncOptions, apiUrl, brand: "Oakline", fields, variantsOf },
  });
  return {
    ...{ ...shirt, shop },
    own: async () => JSON.stringify(await shirt.whole()),
    push: (body?: object) => shirt.sync("push-products", body),
    /** What is asked while something is done. */
    askedIn: async (work: () => Promise<unknown>) => {
      const before = shop.asked.length;
      await work();
      return shop.asked.slice(before).map(callOf);
    },
  };
}
