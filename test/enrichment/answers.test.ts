import { describe, expect, test } from "bun:test";
import { DESCRIPTION, givenModel } from "./given-provider.ts";

describe("what a model answers", () => {
  test("S32.7 is requested once more when it cannot be used, then a type fails and leaves the others", async () => {
    const { provider, run } = await givenModel();
    provider.says((body) => (body.includes("seo_title") ? "no json" : DESCRIPTION));
    const { status, body } = await run("?types=descriptions,seo");
    expect(status).toBe(200);
    expect(body.errors).toEqual({ seo: expect.stringContaining("form and language") });
    expect(body.seo).toBeUndefined();
    expect(provider.asked.length).toBe(3);
    let tries = 0;
    provider.says(() => (++tries === 1 ? "" : DESCRIPTION));
    expect((await run("?types=descriptions")).body.ai_metadata.descriptions.input_tokens).toBe(2000);
  });

  test.each([
    ["breaks", () => 500, 503, 3],
    ["is busy", () => 429, 503, 3],
    ["refuses the key", () => 401, 409, 1],
    ["knows no such model", () => 404, 409, 1],
    ["answers nonsense", () => ({ raw: "{{" }), 503, 1],
    ["says nothing", () => "", 503, 2],
    [
      "answers in another language",
      () => "<p>This is a solid and comfortable chair made of oak for your dining room.</p>",
      503,
      2,
    ],
  ])("S32.7 stores nothing when it %s", async (_, say, status, calls) => {
    const { tenant, id, path, provider, run } = await givenModel();
    provider.says(say);
    const answer = await run("?types=descriptions");
    expect([answer.status, provider.asked.length]).toEqual([status, calls]);
    if (status === 503) expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(0);
    expect((await tenant.get(`/products/${id}`)).body.description).toBe("Ancienne");
    expect((await tenant.get(`${path}/progress`)).body.in_progress).toBe(false);
  });

  test("S32.3 small tasks go to the economy model, assigned ones where they are assigned", async () => {
    const { run, provider } = await givenModel({
      economy_model: "small",
      assignments: { attributes: { provider: "openai_compatible", model: "own" } },
    });
    await run("?types=descriptions,seo,attributes");
    expect(provider.asked.map(({ body }) => body["model"])).toEqual(["test-model", "small", "own"]);
  });
});
