import { join } from "node:path";
import { openConnection } from "../../db/local/connection.ts";
import { openPlainWooCommerce, PLAIN_SHOPS } from "../doubles/plain-shops.ts";
import { newApiKey, startService } from "../servers/service.ts";
import { mappedProducts } from "./push-products.ts";

const PATIENCE_MS = 120_000;
const ANSWERS_AFTER_MS = 30;

/** How often the catalog has each reference. */
function referencesOf(folder: string): Map<string, number> {
  const connection = openConnection(join(folder, "data", "catalogd.db"), "reader");
  const rows = connection.rows("select reference, count(*) as count from product group by reference", {});
  connection.close();
  return new Map(rows.map((row) => [String(row["reference"]), Number(row["count"])]));
}

/** What of the shop's products the catalog has twice, lacks, or does not know to be there. */
function faultsOf(folder: string, atShop: ReadonlyMap<number, Record<string, unknown>>, products: number): string[] {
  const found = referencesOf(folder);
  const faults = [...atShop.values()].flatMap(({ sku }) => {
    const count = found.get(String(sku)) ?? 0;
    return count === 1 ? [] : [`${sku} is ${count} times in the catalog`];
  });
  if (found.size !== products) faults.push(`${found.size} products are in the catalog`);
  if (atShop.size !== products) faults.push(`${atShop.size} products are at the shop`);
  const mapped = mappedProducts(folder);
  if (mapped !== products) faults.push(`${mapped} of ${products} are known to be at the shop`);
  return faults;
}

/**
 * A shop's products are pulled again and again while the service is killed; then what the catalog has is compared. Returns
 * what it has twice, what it lacks and what it does not know to be at the shop.
 */
export async function survivePulls(
  folder: string,
  { products, kills }: { products: number; kills: number },
  random: () => number,
): Promise<{ kills: number; requests: number; faults: string[] }> {
  const shop = await openPlainWooCommerce(undefined, { answersAfterMs: ANSWERS_AFTER_MS });
  for (let id = 1; id <= products; id++) {
    shop.products.set(id, { id, sku: `PULL-${id}`, name: `Product ${id}`, regular_price: "5.00", stock_quantity: 3 });
  }
  let service = await startService({ folder, env: PLAIN_SHOPS });
  const headers = { "x-api-key": await newApiKey(service.url), "content-type": "application/json" };
  const call = async (method: string, path: string, body?: object) => {
    const given = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await fetch(`${service.url}/api/v1${path}`, given);
    // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
    return (await answer.json()) as any;
  };
  const sync = { auto_push: ["products", "stock", "prices"] };
  const given = { platform_id: "woocommerce", name: "Pulled", credentials: shop.credentials, sync_options: sync };
  const path = `/connectors/${(await call("POST", "/connectors", given)).id}`;
  const isPulling = async () => (await call("GET", `${path}/jobs`))[0]?.status === "processing";
  for (let done = 0; done < kills; done++) {
    const before = shop.requests();
    // One that is under way goes on.
    if (!(await isPulling())) await call("POST", `${path}/sync/pull-products`);
    while (shop.requests() === before) await Bun.sleep(2);
    await Bun.sleep(random() * ANSWERS_AFTER_MS * 4);
    await service.kill("SIGKILL");
    service = await startService({ folder, env: PLAIN_SHOPS });
  }
  const givesUpAtMs = performance.now() + PATIENCE_MS;
  while ((await isPulling()) && performance.now() < givesUpAtMs) await Bun.sleep(20);
  await call("POST", `${path}/sync/pull-products`);
  while ((await isPulling()) && performance.now() < givesUpAtMs) await Bun.sleep(20);
  const pushed = (await call("GET", `${path}/jobs?limit=100`)).filter(
    (job: { job_type: string }) => job.job_type === "live",
  );
  const exitCode = await service.kill("SIGTERM");
  shop.close();
  const faults = faultsOf(folder, shop.products, products);
  if (pushed.length > 0) faults.push("what was pulled was pushed back");
  if (exitCode !== 0) faults.push(`the last stop exited with ${exitCode}`);
  return { kills, requests: shop.requests(), faults };
}
