import { describe, expect, test } from "bun:test";
import { openTranslator } from "../doubles/translator.ts";
import { newTenant, runJobs } from "../harness.ts";
import { given } from "../products/given.ts";

const PATH = "/content-variants/unreviewed";
type Row = { id: string; etag: string };

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

describe("many are accepted at once", () => {
  const DECIDE = `${PATH}/decide`;

  test("by language and score; what somebody has edited since a machine wrote it waits; all of it can be taken back", async () => {
    const { tenant, chair, bench, list, waiting } = await translated();
    const decide = async (body: object) => (await tenant.post(DECIDE, body)).body;
    expect((await list("?language=es")).items).toMatchObject([
      { score: expect.any(Number) },
      { score: expect.any(Number) },
    ]);
    expect(await waiting()).toMatchObject([{ decide_path: DECIDE }]);
    await tenant.put(`/products/${bench}/content-variants/es`, { title: "Banco" });
    // A text in a user's words has no score.
    expect((await list("?language=es&min_score=1")).items).toMatchObject([{ product_id: chair }]);

    const accepted = await decide({ action: "accept", filter: { language: "es" } });
    const ids: string[] = [...accepted.decided, ...accepted.conflicts];
    expect([accepted.done, ids.length, accepted.waiting]).toEqual([1, 2, 1]);
    const reviewed = async (id: string) => (await tenant.get(`/products/${id}/content-variants/es`)).body.reviewed;
    expect([await reviewed(chair), await reviewed(bench)]).toEqual([true, false]);
    expect(await decide({ action: "accept", filter: { language: "es" }, overwrite: true })).toMatchObject({
      done: 1,
      conflicts: [],
      waiting: 0,
    });

    // What was changed after its review is left alone.
    await tenant.put(`/products/${bench}/content-variants/es`, { title: "Banco largo" });
    expect(await decide({ action: "reopen", ids })).toMatchObject({ done: 1, conflicts: [ids[1]] });
    expect([(await list("?language=es")).items[0], await reviewed(chair)]).toMatchObject([
      { product_id: chair },
      false,
    ]);
    const { body } = await tenant.get(`/products/${chair}/history?limit=1`);
    expect(JSON.stringify(body.items[0])).toContain("content_variants");
  });

  test("by ids, of the versions that were read: one that another has changed meanwhile is a conflict", async () => {
    const { tenant, chair, list } = await translated();
    const { items } = await list("?language=it");
    const [ids, etags] = [items.map(({ id }: Row) => id), items.map(({ etag }: Row) => etag)];
    const other = await tenant.put(`/products/${chair}/content-variants/it`, { seo_title: "Sedia" });
    const { id: changed } = other.body;
    const { body } = await tenant.post(DECIDE, { action: "accept", ids, etags });
    expect(body).toMatchObject({ done: 1, conflicts: [changed], waiting: 1 });
    expect((await list("?language=it")).items).toMatchObject([{ id: changed }]);
  });

  test("no more than a limit, the oldest first", async () => {
    const { tenant, list } = await translated();
    const [first, second] = (await list()).items;
    const { body } = await tenant.post(DECIDE, { action: "accept", filter: { min_score: 0 }, limit: 2 });
    expect(body).toMatchObject({ done: 2, decided: [first.id, second.id], waiting: 2 });
  });

  test.each([
    [{ action: "accept" }, "filter"],
    [{ action: "accept", filter: {} }, "filter"],
    [{ action: "accept", filter: { language: "es" }, ids: [crypto.randomUUID()] }, "filter"],
    [{ action: "accept", filter: { language: "spanish" } }, "filter.language"],
    [{ action: "accept", filter: { min_score: 101 } }, "filter.min_score"],
    [{ action: "accept", filter: { langauge: "es" } }, "filter.langauge"],
    [{ action: "accept", filter: { language: "es" }, etags: ["newest"] }, "etags.0"],
    [{ action: "accept", filter: { language: "es" }, limit: 501 }, "limit"],
    [{ action: "reopen", filter: { language: "es" } }, "filter"],
    [{ action: "reject", filter: { language: "es" } }, "action"],
  ])("%j is refused by its field", async (body, field) => {
    const { tenant, list } = await translated();
    const answer = await tenant.post(DECIDE, body);
    expect([answer.status, answer.body.error.details.map((each: { field: string }) => each.field)]).toEqual([
      422,
      [field],
    ]);
    expect((await list()).meta.total).toBe(4);
  });

  test("another tenant's are not there, and a viewer may not", async () => {
    const { tenant, list } = await translated();
    const ids = (await list()).items.map(({ id }: Row) => id);
    const { body } = await (await newTenant()).post(DECIDE, { action: "accept", ids });
    expect(body).toMatchObject({ done: 0, decided: [], conflicts: [] });
    expect((await (await tenant.as("viewer")).post(DECIDE, { action: "accept", ids })).status).toBe(403);
    expect((await list()).meta.total).toBe(4);
  });
});
