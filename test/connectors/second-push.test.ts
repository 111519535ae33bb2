import { expect, test } from "bun:test";
import { openShelf } from "../doubles/platforms/platform.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";
import { openShop } from "../doubles/shops.ts";
import { clock, newTenant, runJobs } from "../harness.ts";
import { withTax } from "./with-tax.ts";

const platform = SHOPS.find(({ id }) => id === "prestashop") ?? expect.unreachable();
const KINDS = ["push-products", "push-stock", "push-prices"] as const;
const DAY_MS = 24 * 60 * 60_000;

/** A catalog of two chairs, and a PrestaShop that has these languages. */
async function given(more: object = {}) {
  const languages = [
    { id: 1, iso_code: "fr" },
    { id: 2, iso_code: "en" },
  ];
  const answer = platform.answer(openShelf());
  const shop = await openShop((requests) => {
    const url = new URL(requests.path, "https://receiver.test");
    if (url.pathname === "/api/languages") return { json: { languages } };
    const route = `${requests.method} ${url.pathname}`;
    return answer({ ...requests, host: "", route, query: url.searchParams, body: undefined });
  });
  const tenant = await newTenant();
  const make = (reference: string) => tenant.post("/products", { name: "Chair", reference, price: 12 });
  const chair: string = (await make("CHAIR-1")).body.id;
  await make("CHAIR-2");
  const { body } = await tenant.post(
    "/connectors",
    withTax({
      platform_id: "prestashop",
      name: "Shop",
      credentials: { ...platform.credentials, shop_url: shop.url },
      sync_options: { default_tax_rate: 20, stock_owner: "catalog", ...more },
    }),
  );
  /** What a push reports, and the requests that it took. */
  const push = async (kind: (typeof KINDS)[number], wanted: object = {}) => {
    const before = shop.asked.length;
    const { body: job } = await tenant.post(`/connectors/${body.id}/sync/${kind}`, wanted);
    await runJobs();
    const { pushed, errors } = (await tenant.get(`/connectors/${body.id}/sync/jobs/${job.job_id}`)).body;
    const asked = shop.asked.slice(before);
    return { pushed, errors, asked, routes: asked.map(({ method, path }) => `${method} ${path.split("?")[0]}`) };
  };
  const change = (fields: object) => tenant.patch(`/products/${chair}`, fields);
  const stock = (quantity: number) => tenant.put(`/products/${chair}/stock`, { quantity });
  return { push, change, stock, languages };
}

const QUIET = { pushed: 0, errors: 0, routes: [] };
const ASKS = "GET /api/languages";

test("a second push of products, stock and prices to PrestaShop makes no call", async () => {
  const { push } = await given();
  const first = await push("push-products");
  expect(first).toMatchObject({ pushed: 2, errors: 0 });
  expect(first.routes.filter((route) => route === ASKS)).toHaveLength(1);
  for (const kind of KINDS) expect(await push(kind)).toMatchObject(QUIET);
});

test("a push of stock or prices does not ask for languages, one of texts does, once", async () => {
  const { push, change, stock } = await given();
  await push("push-products");
  await change({ price: 15 });
  expect(await push("push-prices")).toMatchObject({ pushed: 1, routes: ["PATCH /api/products/1"] });
  await stock(7);
  const { pushed, routes } = await push("push-stock");
  expect([pushed, routes.includes(ASKS)]).toEqual([1, false]);
  await change({ name: "Stool" });
  const { routes: spoken } = await push("push-products");
  expect(spoken.filter((route) => route === ASKS)).toHaveLength(1);
});

test("a language that the shop has got is found when something is sent, and by the next push everywhere", async () => {
  const { push, change, languages } = await given();
  await push("push-products");
  languages.push({ id: 3, iso_code: "de" });
  expect(await push("push-products")).toMatchObject(QUIET);
  await change({ name: "Stool" });
  // Both are of one chunk, which is judged again by the languages that were just read.
  const { pushed, asked } = await push("push-products");
  expect(pushed).toBe(2);
  expect(asked.filter(({ method, text }) => method === "PATCH" && text.includes('id="3"'))).not.toEqual([]);
  expect(await push("push-products")).toMatchObject(QUIET);
});

test("after a day the languages are read again", async () => {
  const { push, languages } = await given();
  await push("push-products");
  clock.nowMs += DAY_MS + 1;
  expect(await push("push-products")).toMatchObject({ pushed: 0, routes: [ASKS] });
  expect(await push("push-products")).toMatchObject(QUIET);
  languages.push({ id: 3, iso_code: "de" });
  clock.nowMs += DAY_MS + 1;
  expect(await push("push-products")).toMatchObject({ pushed: 2 });
});

test("a connector that names its languages judges by those", async () => {
  const { push } = await given({ languages: ["en"] });
  await push("push-products");
  clock.nowMs += DAY_MS + 1;
  expect(await push("push-products")).toMatchObject(QUIET);
});
