import { describe, expect, test } from "bun:test";
import { mayRead } from "../../src/ai/web/read-web-page.ts";
import { formWith } from "../documents/files.ts";
import { openWebServer } from "../doubles/web-server.ts";
import { givenModel, refusal } from "../enrichment/given-provider.ts";
import { runJobs } from "../harness.ts";

const PAGE = "<html><script>secret()</script><p>Chaise Nordlys, hauteur 81 cm</p></html>";

/** A product with this number of passages in its documents, a model and a web. */
async function givenWeb({ passages = 0, search = "searxng" as string | null } = {}) {
  const model = await givenModel({}, { title: "Chaise Nordlys" });
  const web = await openWebServer();
  web.has({ "/page": PAGE });
  if (search !== null) {
    const key = search === "searxng" ? {} : { api_key: "key-0123456789abcdef" };
    await model.tenant.admin.put("/settings/web-search", {
      enabled: true,
      provider: search,
      base_url: web.baseUrl,
      ...key,
    });
  }
  for (let index = 0; index < passages; index++) {
    const form = formWith(`fiche-${index}.txt`, `Chaise Nordlys, passage ${index}`, { product_id: model.id });
    await model.tenant.post("/enrichment/documents", form);
  }
  await runJobs();
  const path = `/enrichment/web/products/${model.id}`;
  return {
    ...model,
    web,
    research: (body?: object) => model.tenant.post(`${path}/run`, body),
    results: async () => (await model.tenant.get(`${path}/results`)).body,
  };
}

describe("a web run", () => {
  test("D3-039 D3-040 D3-043 S33.13 by default is made of documents, and never searches", async () => {
    const { tenant, id, path, provider, web, research, results } = await givenWeb({ passages: 1 });
    expect(await results()).toMatchObject({
      rag_chunks_found: 0,
      phases: { collect: "not_started", synthesize: "not_started" },
    });
    const { status, body } = await research();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      product_id: id,
      rag_chunks_found: 1,
      used_web_search: false,
      phases: { collect: "completed", synthesize: "completed" },
      descriptions: expect.any(String),
      warnings: [],
    });
    expect(await results()).toMatchObject({ phases: { synthesize: "completed" }, finished_at: expect.any(String) });
    expect(provider.told()).toContain("passage 0");
    expect(web.asked.length).toBe(0);
    expect((await tenant.get(`/products/${id}`)).body.description).toBe("Ancienne");
    expect((await tenant.post(`${path}/apply?fields=description`)).body.applied_fields).toEqual(["description"]);
  });

  test.each([
    [3, false],
    [2, true],
  ])("D3-041 with %i passages searches the web: %p", async (passages, isSearched) => {
    const { provider, web, research } = await givenWeb({ passages });
    const { body } = await research({ skip_phase_b: false });
    expect(body).toMatchObject({ rag_chunks_found: passages, used_web_search: isSearched });
    expect(web.asked.length > 0).toBe(isSearched);
    expect(provider.told().includes("81 cm")).toBe(isSearched);
    expect(provider.told()).not.toContain("secret()");
    const urls = body.sources.flatMap(({ url }: { url: string | null }) => url ?? []);
    expect(urls).toEqual(isSearched ? [`${web.baseUrl}/page`] : []);
  });

  test.each(["searxng", "brave", "tavily", "serper"])("S32.5 searches by %s", async (search) => {
    const { web, research } = await givenWeb({ search });
    const { status, body } = await research({ skip_phase_b: false });
    expect([status, body.used_web_search, body.sources.length]).toEqual([200, true, 1]);
    expect(web.paths()).toContain("/page");
  });

  test("obeys robots.txt and outlives pages that are not there", async () => {
    const { web, research } = await givenWeb();
    web.has({ "/robots.txt": "User-agent: *\nDisallow: /private", "/private/page": PAGE, "/gone": 500 });
    const { body } = await research({ skip_phase_b: false });
    expect(web.paths()).not.toContain("/private/page");
    expect(body.sources.length).toBe(2);
  });

  test("S33.12 D3-030 refuses what has no source or no model", async () => {
    const { tenant, research, results } = await givenWeb({ search: null });
    expect((await research({ skip_phase_a: true, skip_phase_b: true })).status).toBe(422);
    expect(refusal(await research({ skip_phase_b: false }))).toEqual([409, "WEB_SEARCH_NOT_CONFIGURED"]);
    expect(await results()).toMatchObject({ phases: { collect: "failed" } });
    expect((await research()).body).toMatchObject({ phases: { collect: "completed", synthesize: "skipped" } });
    await tenant.admin.delete("/settings/ai-provider");
    expect(refusal(await research())).toEqual([409, "AI_PROVIDER_NOT_CONFIGURED"]);
  });

  test("S33.12 goes on with a warning when the web is not configured and there is a passage", async () => {
    const { research } = await givenWeb({ search: null, passages: 1 });
    expect((await research({ skip_phase_b: false })).body).toMatchObject({
      used_web_search: false,
      warnings: ["Web search is not configured"],
    });
  });

  test("D3-042 answers at once and goes on in the background", async () => {
    const { id, path, tenant, research, results } = await givenWeb({ passages: 1 });
    const { status, body } = await research({ async_task: true });
    expect(status).toBe(202);
    expect(body).toEqual({ id: expect.any(String), status: "processing", product_id: id });
    expect((await tenant.get(`${path}/progress`)).body.in_progress).toBe(true);
    expect(refusal(await research())).toEqual([409, "ENRICHMENT_IN_PROGRESS"]);
    await runJobs();
    expect(await results()).toMatchObject({ phases: { collect: "completed", synthesize: "completed" } });
    expect((await tenant.get(`${path}/progress`)).body.in_progress).toBe(false);
  });
});

describe("robots.txt", () => {
  test.each([
    ["", "/x", true],
    ["User-agent: *\nDisallow: /", "/x", false],
    ["User-agent: other\nDisallow: /", "/x", true],
    ["User-agent: *\nDisallow: /\n\nUser-agent: catalogd\nDisallow: /no", "/x", true],
    ["User-agent: *\nDisallow: /a\nAllow: /a/b", "/a/b/c", true],
    ["User-agent: *\nDisallow: /*.pdf$", "/x.pdf", false],
    ["User-agent: *\nDisallow:", "/x", true],
    ["User-agent: a\nUser-agent: catalogd\nDisallow: /x*y$", "/x-y", false],
    [`User-agent: *\nDisallow: /${"*a".repeat(400)}$`, `/${"a".repeat(5000)}b`, true],
  ])("%j lets %s through: %p", (robots, path, expected) => {
    expect(mayRead(robots, path)).toBe(expected);
  });
});
