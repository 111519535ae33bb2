import { expect, test } from "bun:test";
import { openTranslator } from "../doubles/translator.ts";
import { newTenant, runJobs } from "../harness.ts";
import { given } from "../products/given.ts";

const PATH = "/content-variants/unreviewed";

/** A tenant with two products that a machine has translated into Spanish and Italian, and one that a user has. */
async function translated() {
  const { tenant, ids } = await given(
    { title: "Chaise", description: "Une chaise." },
    { title: "Banc" },
    { title: "Table" },
  );
  const [chair = "", bench = "", table = ""] = ids;
  const translator = await openTranslator();
  const setting = { enabled: true, provider: "libretranslate", api_key: "key-0123456789abcdef" };
  await tenant.admin.put("/settings/translator", { ...setting, base_url: translator.baseUrl });
  await tenant.put(`/products/${table}/content-variants/es`, { title: "Mesa" });
  const filter = { product_ids: [chair, bench] };
  await tenant.post("/enrichment/translate/batch", { languages: ["es", "it"], filter });
  await runJobs();
  const list = async (query = "") => (await tenant.get(`${PATH}${query}`)).body;
  const review = (id: string, language: string, body: object = {}, headers: Record<string, string> = {}) =>
    tenant.patch(`/products/${id}/content-variants/${language}/review`, body, headers);
  const waiting = async () =>
    (await tenant.get("/decisions")).body.items.filter(({ kind }: { kind: string }) => kind === "translations");
  return { tenant, chair, bench, list, review, waiting };
}

test("what a machine has translated waits until somebody reviews it, with what it was made of", async () => {
  const { chair, list, review, waiting } = await translated();
  const before = await list();
  expect(before.meta.total).toBe(4);
  expect(await waiting()).toMatchObject([{ count: 4, oldest_at: expect.any(String), path: PATH }]);
  const spanish = before.items.find(
    (each: { product_id: string; language: string }) => each.product_id === chair && each.language === "es",
  );
  expect(spanish).toMatchObject({
    product_name: "Chaise",
    entity_id: null,
    texts: [
      { field: "title", source: "Chaise", text: "Chaise [es]" },
      { field: "description", source: "Une chaise.", text: "Une chaise. [es]" },
    ],
  });

  expect((await review(chair, "es", {}, { "if-match": '"1"' })).status).toBe(412);
  expect((await review(chair, "es", {}, { "if-match": spanish.etag })).status).toBe(200);
  expect([(await list()).meta.total, await waiting()]).toMatchObject([3, [{ count: 3 }]]);
  // A review that is withdrawn waits again.
  await review(chair, "es", { reviewed: false });
  expect((await list("?language=es")).meta.total).toBe(2);
});

test("texts that are deleted, and those of deleted products, wait no longer; a user's own never do", async () => {
  const { tenant, chair, bench, list, waiting } = await translated();
  await tenant.delete(`/products/${chair}/content-variants/it`);
  await tenant.delete(`/products/${bench}`);
  const { items } = await list();
  expect(items).toMatchObject([{ product_id: chair, language: "es" }]);
  expect(await waiting()).toMatchObject([{ count: 1 }]);
});

test("pages follow each other, other tenants see nothing, and a language that is none is refused by name", async () => {
  const { tenant, list } = await translated();
  const found: string[] = [];
  for (let cursor = ""; ; ) {
    const { items, meta } = await list(`?per_page=3${cursor}`);
    found.push(...items.map(({ id }: { id: string }) => id));
    if (meta.next_cursor === null) break;
    cursor = `&cursor=${meta.next_cursor}`;
  }
  expect([found.length, new Set(found).size]).toEqual([4, 4]);
  expect((await (await newTenant()).get(PATH)).body).toMatchObject({ items: [], meta: { total: 0 } });
  const { status, body } = await tenant.get(`${PATH}?language=spanish`);
  expect([status, JSON.stringify(body).includes("language")]).toEqual([400, true]);
});
