import { expect, test } from "bun:test";
import { openPlatform } from "../doubles/platforms/open.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";
import { openShop, wooCommerce } from "../doubles/shops.ts";
import { newTenant, runJobs } from "../harness.ts";
import { withTax } from "./with-tax.ts";

interface Term {
  id: number;
  name: string;
  parent: number;
}

/** A WooCommerce shop with categories, to which a product below two of ours was pushed. */
async function given(syncOptions: object = {}, refuses = /^$/) {
  const { products, reply, credentialsAt } = wooCommerce();
  const terms = new Map<number, Term>();
  const calls: string[] = [];
  const shop = await openShop((received) => {
    const { pathname } = new URL(received.path, "https://receiver.test");
    const [, id] = /\/products\/categories(?:\/(\d+))?$/.exec(pathname) ?? [];
    if (!pathname.includes("/products/categories")) return reply(received);
    calls.push(`${received.method} ${pathname.split("/products/")[1]}`);
    if (received.method === "GET") return { json: [...terms.values()] };
    const sent = JSON.parse(received.text);
    if (refuses.test(sent.name)) return { status: 400, json: { code: "invalid", message: "Not this name" } };
    const termId = Number(id ?? terms.size + 20);
    terms.set(termId, { parent: 0, ...terms.get(termId), ...sent, id: termId });
    return { json: terms.get(termId) };
  });
  const tenant = await newTenant();
  const make = async (name: string, parentId: string | null = null) =>
    (await tenant.post("/categories", { name, parent_id: parentId })).body.id as string;
  const home = await make("Home");
  const lamps = await make("Lamps & co", home);
  const { body: product } = await tenant.post("/products", { name: "Lamp", category_id: lamps, price: 5 });
  const { body: connector } = await tenant.post(
    "/connectors",
    withTax({
      ...{ platform_id: "woocommerce", name: "Shop", credentials: credentialsAt(shop.url), sync_options: syncOptions },
    }),
  );
  const push = async () => {
    calls.length = 0;
    await tenant.post(`/connectors/${connector.id}/sync/push-products`, {});
    await runJobs();
    const [job] = (await tenant.get(`/connectors/${connector.id}/jobs`)).body;
    expect(job).toMatchObject({ status: "completed", errors: 0 });
    return { calls: [...calls], tree: [...terms.values()].map(({ id, name, parent }) => `${id} ${parent} ${name}`) };
  };
  const job = async () => {
    const [{ id }] = (await tenant.get(`/connectors/${connector.id}/jobs`)).body;
    return (await tenant.get(`/connectors/${connector.id}/sync/jobs/${id}`)).body;
  };
  const categoriesOf = () => [...products.values()].map(({ categories }) => categories);
  return { tenant, terms, make, home, lamps, product, push, job, categoriesOf };
}

test("a category that is renamed or moved here follows in the shop, as the same one", async () => {
  const { tenant, make, home, lamps, push, categoriesOf } = await given();
  expect((await push()).tree).toEqual(["20 0 Home", "21 20 Lamps & co"]);
  await tenant.patch(`/categories/${lamps}`, { name: "Lamps & more" });
  expect(await push()).toEqual({
    calls: ["GET categories", "PUT categories/21"],
    tree: ["20 0 Home", "21 20 Lamps & more"],
  });
  const garden = await make("Garden");
  await tenant.patch(`/categories/${lamps}`, { parent_id: garden });
  expect((await push()).tree).toEqual(["20 0 Home", "21 22 Lamps & more", "22 0 Garden"]);
  expect(categoriesOf()).toEqual([[{ id: 21 }]]);
  await tenant.patch(`/categories/${home}`, { name: "House" });
  // No product of ours is below it any more.
  expect(await push()).toMatchObject({ calls: [] });
});

test("one that the owner of the shop has renamed, or that was chosen, keeps its name", async () => {
  const { tenant, terms, lamps, push } = await given();
  await push();
  const [, term = expect.unreachable()] = [...terms.values()];
  terms.set(term.id, { ...term, name: "Our lamps" });
  await tenant.patch(`/categories/${lamps}`, { name: "Lights" });
  expect((await push()).tree).toEqual(["20 0 Home", "21 20 Our lamps"]);

  const other = await given({ categories: "mapped" });
  other.terms.set(7, { id: 7, name: "Home", parent: 0 });
  other.terms.set(8, { id: 8, name: "Lamps &amp; co", parent: 7 });
  await other.push();
  expect(other.categoriesOf()).toEqual([[{ id: 8 }]]);
  await other.tenant.patch(`/categories/${other.lamps}`, { name: "Lights" });
  expect(await other.push()).toMatchObject({ calls: [], tree: ["7 0 Home", "8 7 Lamps &amp; co"] });
});

test("a name that the shop does not take is that category's own: products stay in it, and others go", async () => {
  const { tenant, make, lamps, push, job, categoriesOf } = await given({}, /bad/);
  await push();
  await tenant.patch(`/categories/${lamps}`, { name: "Lamps, bad" });
  await tenant.post("/products", { name: "Pot", category_id: await make("Garden bad"), price: 5 });
  await tenant.post("/products", { name: "Spade", category_id: await make("Tools"), price: 5 });
  expect((await push()).tree).toEqual(["20 0 Home", "21 20 Lamps & co", "22 0 Tools"]);
  expect(categoriesOf()).toEqual([[{ id: 21 }], undefined, [{ id: 22 }]]);
  const messages = (await job()).products.map(({ message }: { message: string }) => message);
  expect(messages.toSorted()).toEqual([
    "The category Garden bad was not sent: Not this name",
    expect.stringMatching(/^The category Home > Lamps, bad was not renamed or moved there: .*Not this name/),
  ]);
});

test("a new category that is called what another one was is another one there, too", async () => {
  const { tenant, make, home, lamps, push, categoriesOf } = await given();
  await push();
  await tenant.patch(`/categories/${lamps}`, { name: "Lights" });
  await tenant.post("/products", { name: "Old lamp", category_id: await make("Lamps & co", home), price: 5 });
  expect((await push()).tree).toEqual(["20 0 Home", "21 20 Lights", "22 20 Lamps & co"]);
  expect(categoriesOf()).toEqual([[{ id: 21 }], [{ id: 22 }]]);
});

test("PrestaShop's other names of a category, in its owner's words, stay", async () => {
  const platform = SHOPS.find(({ id }) => id === "prestashop") ?? expect.unreachable();
  const names = [
    { id: 1, value: "Lampes (2, 3)" },
    { id: 2, value: "Lights" },
    { id: 3, value: "Lampes (2, 3)" },
  ];
  let sent = "";
  const { adapter, api } = await openPlatform(platform, {
    when: () => true,
    reply: ({ route, text }) => {
      if (route === "GET /api/languages")
        return { json: { languages: [1, 2, 3].map((id) => ({ id, iso_code: `l${id}` })) } };
      if (route === "GET /api/categories/9") return { json: { category: { id: 9, name: names } } };
      if (route === "PATCH /api/categories/9") sent = text;
      return { json: {} };
    },
  });
  await adapter.categories?.change?.(api, { id: "9", name: "Luminaires", parentId: null }, "Lampes {2; 3}");
  const said = [...sent.matchAll(/<language id="(\d)"><!\[CDATA\[(.*?)\]\]>/g)].map(([, id, name]) => `${id} ${name}`);
  expect(said).toEqual(["1 Luminaires", "2 Lights", "3 Luminaires"]);
  expect(sent).toContain("<id_parent><![CDATA[2]]></id_parent>");
});
