import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import process from "node:process";
import { temporaryFolder } from "../cleanup.ts";
import { openPlainWooCommerce, PLAIN_SHOPS } from "../doubles/plain-shops.ts";
import { newApiKey, PROGRAM, type StartedService, startService } from "../servers/service.ts";

// Commands of the terminal that have the service ask others: a shop, a receiver of webhooks.
setDefaultTimeout(60_000);

let service: StartedService;
let key: string;
beforeAll(async () => {
  const env = { ...PLAIN_SHOPS, CATALOGD_WEBHOOK_ALLOW_PRIVATE_URLS: "1" };
  service = await startService({ folder: temporaryFolder(), env });
  key = await newApiKey(service.url);
});
afterAll(() => service.kill("SIGTERM"));

async function catalogd(...args: string[]) {
  const child = Bun.spawn([...PROGRAM, ...args, "--json"], {
    cwd: temporaryFolder(),
    env: { ...process.env, CATALOGD_URL: service.url, CATALOGD_KEY: key },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { exitCode: await child.exited, err, said: out === "" ? undefined : JSON.parse(out) };
}
const made = async (path: string, body: object): Promise<string> => {
  const { said, err } = await catalogd("api", "POST", path, "-d", JSON.stringify(body));
  if (!said) throw new Error(err);
  return said.id;
};

test("connectors push sends products and prices to a shop, follows them, and ends with what became of them", async () => {
  const shop = await openPlainWooCommerce((_, said) => said);
  const product = await made("/products", { name: "Handsaw", reference: "SAW-1", price: 19 });
  const id = await made("/connectors", { platform_id: "woocommerce", name: "Shop", credentials: shop.credentials });
  const first = await catalogd("connectors", "push", id, "--watch");
  expect([first.exitCode, first.said]).toMatchObject([0, { status: "completed", pushed: 1, errors: 0 }]);
  await catalogd("products", "set", product, "price=21");
  const second = await catalogd("connectors", "push", id, "--prices", "--watch");
  expect([second.exitCode, second.said]).toMatchObject([0, { status: "completed", errors: 0 }]);
  expect(shop.products.get(1)).toMatchObject({ sku: "SAW-1", regular_price: "21.00" });
  const away = await made("/connectors", {
    platform_id: "woocommerce",
    name: "Closed",
    credentials: { ...shop.credentials, store_url: "http://127.0.0.1:1" },
  });
  const failed = await catalogd("connectors", "push", away, "--watch");
  expect(failed.exitCode).not.toBe(0);
  expect((await catalogd("jobs", "list")).said).toContainEqual(expect.objectContaining({ id: failed.said.id }));
});

test("webhooks replay sends again what a receiver has refused", async () => {
  let isBroken = true;
  const received: string[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      received.push(await request.text());
      return new Response(null, { status: isBroken ? 500 : 204 });
    },
  });
  const url = `http://127.0.0.1:${server.port}/`;
  const id = await made("/webhooks", { name: "ERP", url, events: ["product.created"], max_retries: 0 });
  const product = await made("/products", { name: "Hammer" });
  const attempts = async () => (await catalogd("webhooks", "tail", id, "--once")).said;
  while ((await attempts()) === undefined) await Bun.sleep(100);
  isBroken = false;
  const { said } = await catalogd("webhooks", "replay", id);
  expect(said).toMatchObject({ replayed: 1 });
  while (received.length < 2) await Bun.sleep(50);
  expect(received.map((each) => JSON.parse(each).data.id ?? JSON.parse(each).data.product_id)).toEqual([
    product,
    product,
  ]);
  server.stop(true);
});
