import { createApp } from "../../src/app.ts";
import type { Services } from "../../src/runtime/services.ts";
import { preview as previewOf } from "../../workers/connectors/preview.ts";
import type { openShop } from "../doubles/shops.ts";
import { newTenant } from "../harness.ts";
import { SMALL } from "../media/given-images.ts";
import { FORMATS, formOf } from "../media/images.ts";
import { runOutside, servicesTo } from "./services-to.ts";

/** Where the pictures of variants are. */
export const IMAGES = "https://images.example";

type Shop = Awaited<ReturnType<typeof openShop>>;

/** A product with two pictures and four variants of two options, and a connector to a shop at this address. */
export async function givenVaried(
  platformId: string,
  shop: Shop,
  { credentials, syncOptions = {}, isToken = () => false }: Given,
) {
  const there = servicesTo(shop.url, { apiUrl: "https://pim.example" });
  const tenant = await newTenant();
  const code = tenant.id.slice(0, 8);
  const { body: product } = await tenant.post("/products", {
    ...{ name: "Shirt", reference: `SHIRT-${code}`, description: "<p>Linen</p>", price: 20, weight: 0.2 },
  });
  const upload = (file: Buffer, title: string) =>
    tenant.post(`/products/${product.id}/media/upload`, formOf(file, { title, alt_text: title }));
  await upload(SMALL, "Front");
  await upload(FORMATS["image/png"](30, 10), "Back");
  const variantOf = (colour: string, size: string, more: object = {}) => ({
    ...{ sku: `${code}-${colour}-${size}`, option_values: { Colour: colour, Size: size } },
    ...{ stock: 3, image_url: `${IMAGES}/${colour.toLowerCase()}.png`, ...more },
  });
  const path = `/products/${product.id}/variants`;
  await tenant.post(`${path}/bulk`, {
    options: [
      { name: "Colour", values: ["Red", "Blue"] },
      { name: "Size", values: ["S", "M"] },
    ],
    variants: [
      ...[variantOf("Red", "S"), variantOf("Red", "M", { price: 22 })],
      ...[variantOf("Blue", "S", { price: 18, compare_at_price: 25 }), variantOf("Blue", "M")],
    ],
  });
  const sent = {
    ...{ platform_id: platformId, name: "Shop", credentials },
    sync_options: { stock_owner: "catalog", default_tax_rate: 20, ...syncOptions },
  };
  const { body: connector } = await tenant.post("/connectors", sent);
  const run = async (operation: string, input: object = {}) => {
    const { body } = await tenant.post(`/connectors/${connector.id}/sync/${operation}`, input);
    await runOutside(there);
    return (await tenant.get(`/connectors/${connector.id}/sync/jobs/${body.job_id}`)).body;
  };
  /** What an operation asks of the shop. */
  const asked = async (operation: string, input: object = {}) => {
    const before = shop.asked.length;
    const job = await run(operation, input);
    const calls = shop.asked.slice(before).filter((call) => !isToken(call.path));
    return { job, calls, routes: calls.map(({ method, path: route }) => `${method} ${route.split("?")[0]}`) };
  };
  const preview = async () => {
    const call = (_: unknown, tenantId: string, input: unknown) =>
      previewOf(there, tenantId, input as never, AbortSignal.timeout(10_000));
    const app = createApp({ ...there, call: call as Services["call"] });
    const url = `http://localhost/api/v1/connectors/${connector.id}/sync/preview`;
    const headers = { "x-api-key": tenant.apiKey, "content-type": "application/json" };
    const answer = await app.handle(new Request(url, { method: "POST", headers, body: "{}" }));
    // biome-ignore lint/suspicious/noExplicitAny: an answer, of which a test reads what it expects
    return (await answer.json()) as any;
  };
  const variants = async () => (await tenant.get(path)).body.variants as Record<string, unknown>[];
  const variantId = async (sku: string) => String((await variants()).find((each) => each["sku"] === sku)?.["id"]);
  /** All that the catalog has of it. */
  const whole = async () => [(await tenant.get(`/products/${product.id}`)).body, await variants()];
  return {
    ...{ there, tenant, code, product, connector, path, upload, variantOf },
    ...{ asked, run, preview, variantId, whole },
  };
}

interface Given {
  credentials: Record<string, string>;
  syncOptions?: object;
  isToken?: (path: string) => boolean;
}
