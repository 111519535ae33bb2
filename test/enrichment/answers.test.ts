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

  test("is not stored when it was cut or withheld: the reason says so, and no second call is paid", async () => {
    const { tenant, id, provider, run } = await givenModel({}, { description: null });
    const answer = (message: object, reason: string) => ({
      raw: JSON.stringify({ choices: [{ message: { role: "assistant", ...message }, finish_reason: reason }] }),
    });
    const cut = "<p>Une chaise en chêne massif. Pour toutes les pièces de la maison, du";
    provider.says(() => answer({ content: cut }, "length"));
    const long = await run("?types=descriptions");
    expect(long.body.error.details.reason).toContain("max_output_tokens");
    provider.says(() => answer({ content: null, refusal: "No" }, "stop"));
    expect((await run("?types=descriptions")).body.error.details.reason).toContain("declined");
    provider.says(() => answer({ content: "" }, "content_filter"));
    expect((await run("?types=descriptions")).body.error.details.reason).toContain("filter");
    expect(provider.asked.length).toBe(3);
    expect((await tenant.get(`/products/${id}`)).body.description).toBe(null);
  });

  test("takes the catalog's own names, types and units of attributes", async () => {
    const { tenant, id, provider, run } = await givenModel();
    const others = { Couleurs: ["rouge"], Charge: { value: 90, unit: "kg" }, Pieds: 3, Pliante: false };
    await tenant.post("/products", { title: "Banc", attributes: others });
    provider.says(() =>
      JSON.stringify({
        attributes: [
          { name: "couleurs", value: "bleu, vert", unit: null },
          { name: "CHARGE", value: "120 kg", unit: null },
          { name: "Pieds", value: "4", unit: null },
          { name: "Pliante", value: "oui", unit: null },
          { name: "Poids", value: 3.2, unit: null },
          { name: "Puissance", value: 60, unit: "W" },
        ],
      }),
    );
    const { body } = await run("?types=attributes&auto_apply=always");
    expect(body.attributes).toEqual({
      Couleurs: ["bleu", "vert"],
      Charge: { value: 120, unit: "kg" },
      Pieds: 4,
      Pliante: true,
      Poids: { value: 3.2, unit: "kg" },
      Puissance: { value: 60, unit: "W" },
    });
    expect((await tenant.get(`/products/${id}`)).body.attributes).toEqual(body.attributes);
    const [, user] = JSON.parse(provider.told());
    for (const name of ["Charge (kg)", "Couleurs", "Pieds", "Pliante"]) expect(user.content).toContain(name);
  });

  test("keeps lists, numbers, flags and units of attributes as they are", async () => {
    const { tenant, id, provider, run } = await givenModel({}, { description: null });
    const attributes = { Couleurs: ["bleu", "vert"], Pieds: 4, Pliante: true, Charge: { value: 120, unit: "kg" } };
    provider.says(() => JSON.stringify({ attributes: { ...attributes, Autre: { a: { b: 1 } }, Vide: [] } }));
    expect((await run("?types=attributes&auto_apply=always")).body.attributes).toEqual(attributes);
    expect((await tenant.get(`/products/${id}`)).body.attributes).toEqual(attributes);
  });

  test("a category is not asked for without any, and of many the nearest are sent", async () => {
    const { tenant, provider, run } = await givenModel({}, { title: "Chaise de jardin pliante" });
    const none = await run("?types=categorize");
    expect(none.body.categorize).toEqual({ category_id: null, path: "", confidence: 0 });
    expect(provider.asked.length).toBe(0);
    await tenant.post("/categories", { name: "Chaises de jardin" });
    for (let number = 0; number < 401; number++) await tenant.post("/categories", { name: `Rayon ${number}` });
    provider.says(() => JSON.stringify({ category: "Chaises de jardin", confidence: 0.9 }));
    const found = await run("?types=categorize");
    expect(provider.told()).toContain("Chaises de jardin");
    expect(provider.told().match(/Rayon/g)?.length).toBe(99);
    expect(found.body.categorize).toMatchObject({ path: "Chaises de jardin", category_id: expect.any(String) });
  });
});
