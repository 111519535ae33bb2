import { afterAll, expect, test } from "bun:test";
import { ADMIN, newApiKey } from "../servers/service.ts";
import { callerAt, callersWithKey, callersWithSession, logIn, within } from "./caller.ts";
import { startCluster } from "./cluster.ts";

// What one process has stored the others know.

const cluster = await startCluster({ processes: 2, env: { CATALOGD_LOCKOUT_THRESHOLD: "4" } });
afterAll(() => cluster.stop());
const urls = cluster.members.map(({ service }) => service.url);
const [first = "", second = ""] = urls;
const [here = callerAt("", {}), there = here] = await callersWithKey(urls);

test("a change is in the next answer of every process: the product, the list and their counts", async () => {
  const name = `Agreed ${crypto.randomUUID()}`;
  const { body: product } = await here("POST", "/products", { name, price: 1 });
  for (let price = 2; price <= 30; price++) {
    const [writes, reads] = price % 2 === 0 ? [here, there] : [there, here];
    // Both have the answer of before.
    await Promise.all([writes("GET", `/products/${product.id}`), reads("GET", `/products/${product.id}`)]);
    const { status } = await writes("PATCH", `/products/${product.id}`, { price });
    expect(status).toBe(200);
    const { body } = await reads("GET", `/products/${product.id}`);
    expect(Number(body.price)).toBe(price);
    const { body: list } = await reads("GET", `/products?search=${encodeURIComponent(name)}`);
    expect(list.items.map((each: { price: unknown }) => Number(each.price))).toEqual([price]);
  }
  await there("DELETE", `/products/${product.id}`);
  expect((await here("GET", `/products/${product.id}`)).status).toBe(404);
}, 60_000);

test("changes of both have numbers of one sequence: who reads them page by page has each of them once", async () => {
  const since = new Date(Date.now() - 60_000).toISOString();
  const made = await Promise.all(
    Array.from({ length: 60 }, async (_, at) => {
      const { body } = await (at % 2 === 0 ? here : there)("POST", "/products", { name: `Numbered ${at}` });
      return body.id as string;
    }),
  );
  const seen: { id: string; updated_at: string }[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const after: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const { body } = await there("GET", `/ext/products/delta?since=${since}&page_size=20${after}`);
    seen.push(...body.data);
    cursor = body.meta.next_cursor;
  }
  const numbered = seen.filter(({ id }) => made.includes(id));
  expect(numbered.map(({ id }) => id).toSorted()).toEqual(made.toSorted());
  const times = numbered.map(({ updated_at: time }) => time);
  expect(times).toEqual([...new Set(times)].toSorted());
});

test("a search finds what another process has stored", async () => {
  const name = `Zwiebelschneider ${crypto.randomUUID().slice(0, 8)}`;
  await there("POST", "/products", { name });
  await within(5_000, async () => {
    const { body } = await here("GET", `/search/products?q=${encodeURIComponent(name)}`);
    return body.hits?.length === 1 || body.items?.length === 1;
  });
});

test("a revoked key and a session that has ended are refused everywhere within a second", async () => {
  const [admin = here] = await callersWithSession([first]);
  const made = await admin("POST", "/api-keys", { name: "to be revoked", scopes: ["products:read"] });
  const withKey = callerAt(second, { "x-api-key": made.body.key });
  expect((await withKey("GET", "/products")).status).toBe(200);
  expect((await admin("DELETE", `/api-keys/${made.body.id}`)).status).toBeLessThan(300);
  await within(1_000, async () => (await withKey("GET", "/products")).status === 401);

  const { body: session } = await logIn(first);
  const [mine, same] = urls.map((url) => callerAt(url, { authorization: `Bearer ${session.access_token}` }));
  expect((await same?.("GET", "/products"))?.status).toBe(200);
  expect((await mine?.("POST", "/auth/logout", {}))?.status).toBeLessThan(300);
  await within(1_000, async () => (await same?.("GET", "/products"))?.status === 401);
});

test("one idempotency key makes one product in all processes together", async () => {
  const name = `Once ${crypto.randomUUID()}`;
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      (index % 2 === 0 ? here : there)("POST", "/products", { name }, { "idempotency-key": name }),
    ),
  );
  const made = answers.filter(({ status }) => status === 201);
  expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
  for (const { status } of answers) expect([201, 409]).toContain(status);
  expect((await there("GET", `/products?search=${encodeURIComponent(name)}`)).body.items).toHaveLength(1);
});

test("of changes with one If-Match, sent to both at once, one is taken", async () => {
  const { body: product } = await here("POST", "/products", { name: `Match ${crypto.randomUUID()}` });
  const read = await fetch(`${second}/api/v1/products/${product.id}`, {
    headers: { "x-api-key": await newApiKey(second) },
  });
  const etag = read.headers.get("etag") ?? "";
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, price) =>
      (price % 2 === 0 ? here : there)("PATCH", `/products/${product.id}`, { price }, { "if-match": etag }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200,
    ...Array(7).fill(412),
  ]);
});

// The last: the account is locked.
test("failed logins of one account count over all processes", async () => {
  for (const url of urls) expect((await logIn(url)).status).toBe(200);
  for (let tries = 0; tries < 4; tries++) await logIn(urls[tries % 2] ?? "", { ...ADMIN, password: "wrong-horse-1" });
  for (const url of urls) expect((await logIn(url)).status).toBe(423);
});
