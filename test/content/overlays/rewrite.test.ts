import { describe, expect, test } from "bun:test";
import { readRewritten } from "../../../src/content/overlays/rewriting.ts";
import { openChatProvider } from "../../doubles/chat-provider.ts";
import { faults, given } from "../../products/given.ts";

const TEXTS = { description: "<p>New</p>", short_description: "New" };

/** A product that is a member of the entities, and a provider unless it is left out. */
async function givenMember({ entities = ["One"], isConfigured = true } = {}) {
  const { tenant, id } = await given({ title: "Chair", description: "Old" });
  const provider = await openChatProvider();
  if (isConfigured) {
    await tenant.admin.put("/settings/ai-provider", {
      enabled: true,
      provider: "openai_compatible",
      model: "test-model",
      base_url: provider.baseUrl,
      api_key: "sk-0123456789",
    });
  }
  const ids: string[] = [];
  for (const name of entities) {
    const { body } = await tenant.post("/entities", { code: name, name, default_language: "en" });
    await tenant.post(`/products/${id}/entities/${body.id}`);
    ids.push(body.id);
  }
  const path = `/products/${id}/entities`;
  return {
    tenant,
    id,
    provider,
    path,
    ids,
    one: (body?: object) => tenant.post(`${path}/${ids[0]}/rewrite-description`, body),
    all: (body?: object) => tenant.post(`${path}/rewrite-all`, body),
  };
}
const refusal = ({ status, body }: { status: number; body: { error: { error_code: string } } }) => [
  status,
  body.error.error_code,
];

describe("refuses", () => {
  test("S21.9 S8.12 everyone until there is a provider, before it looks at the membership", async () => {
    const { tenant, one, all, path, ids } = await givenMember({ isConfigured: false });
    await tenant.delete(`${path}/${ids[0]}`);
    for (const answer of [await one(), await all()]) {
      expect(refusal(answer)).toEqual([409, "AI_PROVIDER_NOT_CONFIGURED"]);
      expect(answer.body.error.details).toMatchObject({ dependency: "ai_provider", how_to_fix: expect.any(String) });
    }
  });

  test("S21.9 what is no member, and what has texts already unless they may be overwritten", async () => {
    const { tenant, path, ids, one, provider } = await givenMember();
    provider.says(() => JSON.stringify(TEXTS));
    await tenant.put(`${path}/${ids[0]}`, { short_description_override: "Mine" });
    expect(refusal(await one())).toEqual([409, "INVALID_STATE"]);
    expect((await one({ overwrite: true })).body.short_description_override).toBe("New");
    await tenant.delete(`${path}/${ids[0]}`);
    expect(refusal(await one({ overwrite: true }))).toEqual([409, "INVALID_STATE"]);
    expect(provider.asked.length).toBe(1);
  });

  test.each([
    [{ instructions: 5 }, "instructions"],
    [{ instructions: "x".repeat(4001) }, "instructions"],
    [{ overwrite: "yes" }, "overwrite"],
  ])("%j", async (body, field) => {
    const { one, all } = await givenMember({ isConfigured: false });
    for (const answer of [await one(body), await all(body)]) {
      expect([answer.status, faults(answer)]).toEqual([422, [field]]);
    }
  });
});

describe("POST …/{entity_id}/rewrite-description", () => {
  test("S21.9 stores what the model wrote as the entity's own, never in the product", async () => {
    const { tenant, id, one, provider, ids } = await givenMember();
    provider.says(() => `Here:\n${JSON.stringify({ ...TEXTS, description: "<p>New</p><script>x</script>" })}`);

    const { status, body } = await one({ instructions: "short and dry" });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      product_id: id,
      entity_id: ids[0],
      description_override: "<p>New</p>",
      short_description_override: "New",
      prompt_slug: null,
      provider: "openai_compatible",
      model: "test-model",
      overlay: { is_member: true, description: "<p>New</p>" },
    });
    expect((await tenant.get(`/products/${id}`)).body.description).toBe("Old");
    const [{ path, authorization, body: sent } = { path: "", authorization: "", body: {} as Record<string, unknown> }] =
      provider.asked;
    expect([path, authorization, sent["model"]]).toEqual([
      "/v1/chat/completions",
      "Bearer sk-0123456789",
      "test-model",
    ]);
    const said = JSON.stringify(sent["messages"]);
    for (const word of ["Chair", "Old", "short and dry", "One", ": en"]) expect(said).toContain(word);
  });

  test.each([
    ["refuses", () => 401],
    ["answers nonsense", () => "no"],
    ["leaves a text out", () => '{"description": "x"}'],
  ])("S21.9 is 503 and stores nothing when the provider %s", async (_, answer) => {
    const { tenant, path, one, provider, ids } = await givenMember();
    provider.says(answer);
    const answered = await one();
    expect(refusal(answered)).toEqual([503, "SYSTEM_SERVICE_UNAVAILABLE"]);
    expect(answered.body.error.details.dependency).toBe("ai_provider");
    expect((await tenant.get(`${path}/${ids[0]}`)).body.description_override).toBe(null);
  });

  test("a refusal that waiting cannot mend is 409, in the provider's words", async () => {
    const { one, provider } = await givenMember();
    provider.says(() => 404);
    const answered = await one();
    expect(refusal(answered)).toEqual([409, "AI_PROVIDER_REFUSED"]);
    expect(answered.body.error.details.reason).toBe("The provider answered 404");
  });

  test("leads nowhere but to where it may", async () => {
    const { tenant, one } = await givenMember();
    const inside = { enabled: true, provider: "openai_compatible", model: "m", base_url: "http://127.0.0.1:9/v1" };
    await tenant.admin.put("/settings/ai-provider", { ...inside, api_key: "sk-0123456789" });
    expect(refusal(await one())).toEqual([409, "AI_PROVIDER_REFUSED"]);
  });
});

describe("POST …/rewrite-all", () => {
  test("S21.9 rewrites for members, skips those with texts, and reports which failed", async () => {
    const { tenant, id, all, path, provider, ids } = await givenMember({ entities: ["Good", "Bad", "Said"] });
    await tenant.post("/entities", { code: "no member", name: "No member" });
    await tenant.put(`${path}/${ids[2]}`, { description_override: "Mine" });
    provider.says((requests) => (requests.includes("Bad") ? 500 : JSON.stringify(TEXTS)));

    const { status, body } = await all();

    expect(status).toBe(200);
    expect(body).toMatchObject({ product_id: id, total: 3, rewritten: 1, skipped: 1, failed: 1 });
    const statusOf = Object.fromEntries(
      body.results.map((each: { entity_id: string; status: string; error?: string }) => [
        each.entity_id,
        [each.status, each.error],
      ]),
    );
    expect(ids.map((each) => statusOf[each])).toEqual([
      ["rewritten", undefined],
      ["failed", "The provider answered 500"],
      ["skipped", undefined],
    ]);
    expect((await tenant.get(`${path}/${ids[0]}`)).body.description).toBe("<p>New</p>");
    provider.says(() => JSON.stringify(TEXTS));
    expect((await all({ overwrite: true })).body).toMatchObject({ rewritten: 3, skipped: 0, failed: 0 });
  });

  test("sends no request when there is nothing to write", async () => {
    const { all, provider } = await givenMember({ entities: [] });
    expect((await all()).body).toMatchObject({ total: 0, results: [] });
    expect(provider.asked).toEqual([]);
  });
});

test.each([
  ['{"description":"a","short_description":"b"}', { description: "a", shortDescription: "b" }],
  ['```json\n{"description":"a","short_description":"b"}\n```', { description: "a", shortDescription: "b" }],
  ['{"description":" ","short_description":"b"}', undefined],
  ["}{", undefined],
  ["", undefined],
  ["null", undefined],
])("readRewritten of %j", (answer, texts) => {
  expect(readRewritten(answer)).toEqual(texts as never);
});
