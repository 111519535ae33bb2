import { describe, expect, test } from "bun:test";
import { faults } from "../products/given.ts";
import { answerOf, DESCRIPTION, givenModel, refusal } from "./given-provider.ts";

const INVENTED = "<p>Une chaise en chêne massif, garantie 25 ans.</p>";
type Waiting = { id: string; field: string; reason: string; value: unknown; confidence: number };

/** A chair whose description a person wrote, or none did, and what waits for a review. */
async function givenQueue(product: object = {}) {
  const made = await givenModel({}, product);
  const queue = async (query = ""): Promise<Waiting[]> =>
    (await made.tenant.get(`/enrichment/review${query}`)).body.items;
  const shown = async () => (await made.tenant.get(`/products/${made.id}`)).body;
  const one = async (): Promise<Waiting> => {
    const [first] = await queue();
    if (!first) throw new Error("Nothing waits");
    return first;
  };
  return { ...made, queue, shown, one };
}

describe("what a run stores by itself", () => {
  test("what is empty and what a machine wrote; a person's words wait unless overwrite says so", async () => {
    const { run, shown, queue } = await givenQueue();
    const kept = await run("?types=descriptions,seo");
    expect(kept.body).toMatchObject({
      applied: true,
      applied_fields: ["seo_title", "seo_meta_description"],
      held: [{ field: "description", reason: "written" }],
    });
    expect(await shown()).toMatchObject({ description: "Ancienne", seo_title: "Chaise en chêne" });
    expect(await queue()).toMatchObject([
      { kind: "text", field: "description", value: DESCRIPTION, previous: "Ancienne" },
    ]);
    expect((await run("?types=descriptions&overwrite=true")).body).toMatchObject({ applied: true, held: [] });
    expect((await shown()).description).toBe(DESCRIPTION);
    // What waited for it is settled.
    expect(await queue()).toEqual([]);
    expect((await run("?types=descriptions")).body.applied).toBe(true);
  });

  test.each([
    ["", false],
    ["&auto_apply=true", false],
    ["&auto_apply=confident", false],
    ["&auto_apply=always", true],
  ])("an invented number waits with %j: stored %p", async (mode, isStored) => {
    const { provider, run, shown } = await givenQueue({ description: null });
    provider.says(() => INVENTED);
    const { body } = await run(`?types=descriptions${mode}`);
    expect(body.applied).toBe(isStored);
    expect((await shown()).description).toBe(isStored ? INVENTED : null);
    expect(body.ai_metadata.descriptions).toMatchObject({
      confidence: 0.1,
      grounding: { description: { flags: [{ kind: "number", text: "25 ans", confidence: 0.9 }] } },
    });
    expect(body.held).toMatchObject(isStored ? [] : [{ field: "description", reason: "unsure" }]);
  });

  test("confident asks for more than a text without sources; never and unknown words", async () => {
    const { run } = await givenQueue({ description: null });
    expect((await run("?types=descriptions&auto_apply=confident")).body.applied).toBe(false);
    expect((await run("?types=descriptions&auto_apply=never")).body.held).toMatchObject([{ reason: "requested" }]);
    expect((await run("?types=descriptions&auto_apply=perhaps")).status).toBe(400);
    expect((await run("?types=descriptions&auto_apply=true")).body.applied).toBe(true);
  });

  test("an edit while the model writes is kept, and its text waits", async () => {
    const { tenant, id, provider, run, shown } = await givenQueue({ description: null });
    provider.says(async () => {
      await tenant.patch(`/products/${id}`, { description: "Écrite entre-temps" });
      return DESCRIPTION;
    });
    const { body } = await run("?types=descriptions&overwrite=true");
    expect(body.held).toMatchObject([{ field: "description", reason: "edited" }]);
    expect((await shown()).description).toBe("Écrite entre-temps");
  });

  test("apply refuses what was edited since, and knows If-Match", async () => {
    const { tenant, id, path, run, shown } = await givenQueue({ description: null });
    await run("?types=descriptions&auto_apply=false");
    const tag = (await tenant.get(`/products/${id}`)).headers.get("etag") ?? "";
    await tenant.patch(`/products/${id}`, { description: "Écrite depuis" });
    const refused = await tenant.post(`${path}/apply`);
    expect(refusal(refused)).toEqual([409, "EDITED_MEANWHILE"]);
    expect(refused.body.error.details.fields).toEqual(["description"]);
    const stale = await tenant.post(`${path}/apply?overwrite=true`, undefined, { "if-match": tag });
    expect(refusal(stale)).toEqual([412, "PRECONDITION_FAILED"]);
    expect((await shown()).description).toBe("Écrite depuis");
    expect((await tenant.post(`${path}/apply?overwrite=true`)).status).toBe(200);
    expect((await shown()).description).toBe(DESCRIPTION);
  });
});

describe("/enrichment/review", () => {
  test("shows sources, flags and the difference, filters, and settles by accept, edit and reject", async () => {
    const { tenant, id, provider, run, queue, shown } = await givenQueue();
    provider.says((body) => (body.includes("HTML") && !body.includes("JSON") ? INVENTED : answerOf(body)));
    await run("?types=descriptions,seo,attributes&auto_apply=never");
    const waiting = await queue();
    expect(waiting.map(({ field }) => field).toSorted()).toEqual([
      "attributes.Hauteur",
      "attributes.Matière",
      "description",
      "seo_meta_description",
      "seo_title",
    ]);
    expect((await queue("?kind=attribute")).length).toBe(2);
    expect((await queue("?max_confidence=0.2")).map(({ field }) => field).toSorted()).toEqual([
      "attributes.Hauteur",
      "description",
    ]);
    const byField = new Map(waiting.map((each) => [each.field, each]));
    const of = (field: string) => `/enrichment/review/${byField.get(field)?.id}`;
    expect((await tenant.get(of("description"))).body).toMatchObject({
      product_id: id,
      product_name: "Chaise",
      current: "Ancienne",
      is_edited: false,
      flags: [{ kind: "number", text: "25 ans" }],
      difference: [
        { op: "removed", text: "Ancienne" },
        { op: "added", text: INVENTED },
      ],
      prompt_version: "builtin-3",
    });
    const edited = await tenant.post(`${of("description")}/accept`, { value: "<p>En chêne.</p><script>x</script>" });
    expect(edited.body).toMatchObject({ state: "edited", value: "<p>En chêne.</p>" });
    expect((await tenant.post(`${of("attributes.Matière")}/accept`)).body.state).toBe("accepted");
    expect((await tenant.post(`${of("attributes.Hauteur")}/reject`)).body.state).toBe("rejected");
    expect(await shown()).toMatchObject({ description: "<p>En chêne.</p>", attributes: { Matière: "Chêne" } });
    expect(refusal(await tenant.post(`${of("description")}/reject`))).toEqual([409, "INVALID_STATE"]);
    expect((await queue("?state=rejected")).length).toBe(1);
    // A person answers for it now: it is a fact.
    const { body: preview } = await tenant.get(`/enrichment/products/${id}/prompt-preview?types=seo`);
    expect(JSON.stringify(preview.facts)).toContain("Chêne");
    expect(preview.prompts[0].messages[1].content).toContain("En chêne.");
  });

  test("an edit since is a conflict, and nothing is lost", async () => {
    const { tenant, id, run, one, shown } = await givenQueue();
    await run("?types=descriptions&auto_apply=never");
    const { id: proposal } = await one();
    await tenant.patch(`/products/${id}`, { description: "Écrite depuis" });
    const refused = await tenant.post(`/enrichment/review/${proposal}/accept`);
    expect(refusal(refused)).toEqual([409, "EDITED_MEANWHILE"]);
    expect(refused.body.error.details).toMatchObject({ fields: ["description"], current: "Écrite depuis" });
    expect((await tenant.get(`/enrichment/review/${proposal}`)).body).toMatchObject({
      is_edited: true,
      state: "waiting",
    });
    expect((await shown()).description).toBe("Écrite depuis");
    await tenant.post(`/enrichment/review/${proposal}/accept`, { overwrite: true });
    expect((await shown()).description).toBe(DESCRIPTION);
  });

  test("limits of fields hold for edited values", async () => {
    const { tenant, run, queue } = await givenQueue();
    await run("?types=seo&auto_apply=never");
    const [{ id } = { id: "" }] = await queue("?field=seo_title");
    const long = await tenant.post(`/enrichment/review/${id}/accept`, { value: "x".repeat(300) });
    expect([long.status, faults(long)]).toEqual([422, ["value"]]);
  });

  test("many are decided on by kind and confidence; a conflict leaves the others", async () => {
    const { tenant, id, run, queue, shown } = await givenQueue();
    await run("?types=descriptions,seo,attributes&auto_apply=never");
    await tenant.patch(`/products/${id}`, { description: "Écrite depuis" });
    const decide = (body: object) => tenant.post("/enrichment/review/decide", body);
    expect((await decide({ action: "accept" })).status).toBe(422);
    expect((await decide({ action: "accept", filter: {} })).status).toBe(422);
    const attributes = await decide({ action: "reject", filter: { kind: "attribute", max_confidence: 0.2 } });
    expect(attributes.body).toEqual({ done: 1, conflicts: [], waiting: 0 });
    const texts = await decide({ action: "accept", filter: { kind: "text" } });
    expect(texts.body).toMatchObject({ done: 2, waiting: 1, conflicts: [expect.any(String)] });
    expect(await shown()).toMatchObject({ description: "Écrite depuis", seo_title: "Chaise en chêne" });
    expect((await queue()).map(({ field }) => field).toSorted()).toEqual(["attributes.Matière", "description"]);
  });
});
