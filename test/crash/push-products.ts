import { join } from "node:path";
import { openConnection } from "../../db/local/connection.ts";
import { openPlainWooCommerce, PLAIN_SHOPS } from "../doubles/plain-shops.ts";
import { newApiKey, startService } from "../servers/service.ts";

export interface PushReport {
  kills: number;
  /** Requests that the shop took. */
  requests: number;
  /** What the shop has twice, what it lacks and what is not known to be there; empty when all is well. */
  faults: string[];
}

const PATIENCE_MS = 60_000;
const LOOK_MS = 50;
/** How often an answer is cut off after the shop has stored what came. */
const CUT_SHARE = 0.2;

/** A shop that outlives the service; some answers are lost after it has stored. */
const openUnsureShop = (random: () => number) =>
  openPlainWooCommerce(({ method }, said) => (method === "POST" && random() < CUT_SHARE ? null : said));

/** How many products are known to be on the shop. */
export function mappedProducts(folder: string): number {
  const connection = openConnection(join(folder, "data", "catalogd.db"), "reader");
  const [row] = connection.rows("select count(distinct product_id) as count from platform_mapping", {});
  connection.close();
  return Number(row?.["count"]);
}

/** What of the products is not on the shop once, at that price, and known to be there. */
function faultsOf(
  onShop: ReadonlyMap<number, Record<string, unknown>>,
  folder: string,
  references: readonly string[],
  price: string,
): string[] {
  const bySku = Map.groupBy(onShop.values(), ({ sku }) => String(sku));
  const faults = references.flatMap((reference) => {
    const found = bySku.get(reference) ?? [];
    if (found.length !== 1) return [`${reference} is ${found.length} times on the shop`];
    return found[0]?.["regular_price"] === price ? [] : [`${reference} has ${found[0]?.["regular_price"]}`];
  });
  const mapped = mappedProducts(folder);
  if (mapped !== references.length) faults.push(`${mapped} of ${references.length} are known to be on the shop`);
  return faults;
}

/**
 * Products are made and changed while a connector pushes them by itself, and the service is killed again and again; then
 * what the shop has is compared. `random` gives numbers from 0 to 1.
 */
export async function survivePushes(
  folder: string,
  { products, kills }: { products: number; kills: number },
  random: () => number,
): Promise<PushReport> {
  const shop = await openUnsureShop(random);
  const env = PLAIN_SHOPS;
  let service = await startService({ folder, env });
  const key = await newApiKey(service.url);
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${service.url}/api/v1${path}`, {
      method,
      headers: { "x-api-key": key, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
    return (await answer.json()) as any;
  };
  await call("POST", "/connectors", {
    platform_id: "woocommerce",
    name: "Crash",
    credentials: shop.credentials,
    sync_options: { auto_push: ["products", "stock", "prices"], create_missing: true },
  });
  const rows = (from: number, to: number, price: number) =>
    Array.from({ length: to - from }, (_, index) => ({
      reference: `CRASH-${from + index}`,
      name: `Product ${from + index}`,
      price_ttc: price,
    }));
  const perLife = Math.ceil(products / (kills + 1));
  let price = 10;
  let made = 0;
  const makeMore = async () => {
    const to = Math.min(products, made + perLife);
    // New ones, and all that are there at another price.
    price++;
    await call("POST", "/appsync/products/sync", rows(0, to, price));
    made = to;
  };
  await makeMore();
  for (let done = 0; done < kills; done++) {
    const before = shop.requests();
    // Each life sends something before it ends.
    while (shop.requests() === before) await Bun.sleep(5);
    await Bun.sleep(random() * 200);
    await service.kill("SIGKILL");
    service = await startService({ folder, env });
    await makeMore();
  }
  const givesUpAtMs = performance.now() + PATIENCE_MS;
  const references = rows(0, products, price).map(({ reference }) => reference);
  const faults = () => faultsOf(shop.products, folder, references, `${price}.00`);
  while (faults().length > 0 && performance.now() < givesUpAtMs) await Bun.sleep(LOOK_MS);
  const exitCode = await service.kill("SIGTERM");
  shop.close();
  const stop = exitCode === 0 ? [] : [`the last stop exited with ${exitCode}`];
  return { kills, requests: shop.requests(), faults: [...faults(), ...stop] };
}
