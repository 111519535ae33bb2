import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  CONTENT_FIELDS,
  languageChain,
  resolveContent,
  type Texts,
  withOverrides,
} from "../../../src/products/views/resolve-content.ts";
import { givenContent, refusal } from "./given-content.ts";

const LANGUAGES = ["fr", "en", "de"];
const FIELDS = ["title", "description", "bullet_points"] as const;

const texts = fc.record(
  {
    title: fc.constantFrom(null, "", "T1", "T2"),
    description: fc.constantFrom(null, "", "D1", "D2"),
    bullet_points: fc.constantFrom([], ["B"]),
  },
  { requiredKeys: [] },
);
const byLanguage = fc
  .dictionary(fc.constantFrom(...LANGUAGES), texts)
  .map((all) => new Map<string, Texts>(Object.entries(all)));
const maybe = fc.option(fc.constantFrom(...LANGUAGES));
const situation = fc.record({
  wanted: fc.uniqueArray(fc.constantFrom(...LANGUAGES, "it")),
  pivot: fc.constantFrom(...LANGUAGES),
  configurationLanguage: maybe,
  entityLanguage: maybe,
  overrides: fc.option(
    fc.record({ description: fc.constantFrom(null, "", "O1"), short_description: fc.constantFrom(null, "O2") }),
  ),
  configuration: byLanguage,
  entity: byLanguage,
  group: byLanguage,
});
type Situation = typeof situation extends fc.Arbitrary<infer T> ? T : never;

const isEmpty = (value: unknown) => !value || (Array.isArray(value) && value.length === 0);

/** The rule of S16.6 and S16.11 word by word, for one field. */
function expected(given: Situation, field: string) {
  const { wanted, configurationLanguage, entityLanguage, pivot } = given;
  for (const language of [...wanted, configurationLanguage, entityLanguage, pivot]) {
    if (language === null) continue;
    const override = language === (entityLanguage ?? pivot) ? (given.overrides as Texts | null)?.[field] : undefined;
    const candidates = [
      { value: given.configuration.get(language)?.[field], source: { language, layer: "configuration" } },
      { value: override, source: { language, layer: "entity" } },
      { value: given.entity.get(language)?.[field], source: { language, layer: "entity" } },
      { value: given.group.get(language)?.[field], source: { language, layer: "group" } },
    ];
    const found = candidates.find(({ value }) => !isEmpty(value));
    if (found) return found;
  }
  return { value: null, source: undefined };
}

test("S16.6 S16.11 resolves every field as the rule says, for any texts", () => {
  fc.assert(
    fc.property(situation, (given) => {
      const { wanted, configurationLanguage, entityLanguage, pivot, configuration, group } = given;
      const chain = languageChain([...wanted, configurationLanguage, entityLanguage], pivot);
      const entity = withOverrides(given.entity, given.overrides, entityLanguage ?? pivot);
      const resolved = resolveContent({ configuration, entity, group }, chain, pivot);
      for (const field of [...FIELDS, "short_description"] as const) {
        const { value, source } = expected(given, field);
        expect([resolved.texts[field], resolved.sources[field] as unknown]).toEqual([value, source]);
      }
      expect(resolved.language).toBe(resolved.sources.title?.language ?? pivot);
      expect(Object.keys(resolved.texts)).toEqual([...CONTENT_FIELDS]);
    }),
    { numRuns: 2000 },
  );
});

describe("GET /products/{product_id} with entity_id or configuration_id", () => {
  test("D2-050 S16.6 shows the entity's text, else the group's in the language, else the pivot's", async () => {
    const { put, show, scopes, entity } = await givenContent();
    await put("en", { title: "Group", short_description: "Group short" });
    await put("en", { title: "Entity" }, scopes.ofEntity);

    const { body, headers } = await show(scopes.ofEntity, "en");

    expect(body).toMatchObject({ title: "Entity", short_description: "Group short", description: "Pivot text" });
    expect(body.resolved).toEqual({
      language: "en",
      pivot_language: "fr",
      entity_id: entity,
      configuration_id: null,
      sources: {
        title: { language: "en", layer: "entity" },
        short_description: { language: "en", layer: "group" },
        description: { language: "fr", layer: "group" },
      },
    });
    expect([headers.get("content-language"), headers.get("vary")]).toEqual(["en", "Accept-Language, Accept-Encoding"]);
    expect((await show(scopes.ofEntity)).body.title).toBe("Pivot");
    expect((await show({}, "en")).body.title).toBe("Group");
  });

  test("D2-051 a configuration wins over the default one, which applies without it", async () => {
    const { tenant, put, show, entity, configuration } = await givenContent();
    const configurations = `/entities/${entity}/configurations`;
    const { body: standard } = await tenant.post(configurations, { code: "std", name: "S", language: "en" });
    await put("en", { title: "Standard" }, { configuration_id: standard.id });
    await put("fr", { title: "Named" }, { configuration_id: configuration });

    expect((await show({ entity_id: entity })).body.title).toBe("Pivot");
    await tenant.patch(`${configurations}/${standard.id}`, { is_default: true });
    const shown = (await show({ entity_id: entity })).body;
    expect([shown.title, shown.resolved.configuration_id]).toEqual(["Standard", standard.id]);
    expect((await show({ configuration_id: configuration })).body.title).toBe("Named");
    expect((await show({ configuration_id: configuration, entity_id: entity })).body.resolved).toMatchObject({
      entity_id: entity,
      configuration_id: configuration,
    });
    await tenant.patch(`${configurations}/${standard.id}`, { is_active: false });
    expect((await show({ entity_id: entity })).body.title).toBe("Pivot");
  });

  test("S16.6 without Accept-Language the configuration's language comes first, then the entity's", async () => {
    const { tenant, put, show, scopes, entity, configuration } = await givenContent();
    await put("de", { title: "German" });
    await put("en", { title: "English", seo_title: "E" });
    await tenant.patch(`/entities/${entity}`, { default_language: "en" });
    await tenant.patch(`/entities/${entity}/configurations/${configuration}`, { language: "de" });

    expect((await show(scopes.ofEntity)).body.title).toBe("English");
    expect((await show(scopes.ofConfiguration)).body).toMatchObject({ title: "German", seo_title: "E" });
    expect((await show(scopes.ofConfiguration, "*")).body.title).toBe("German");
    expect((await show(scopes.ofConfiguration, "en")).body.title).toBe("English");
    expect((await show({}, "it")).body.title).toBe("Pivot");
  });

  test("D2-052 refuses unknown, malformed and foreign targets", async () => {
    const { tenant, show, configuration } = await givenContent();
    const { body: other } = await tenant.post("/entities", { code: "other", name: "Other" });
    const stranger = await givenContent();
    expect(refusal(await show({ entity_id: crypto.randomUUID() }))).toEqual([404, "NOT_FOUND"]);
    expect(refusal(await show({ configuration_id: stranger.configuration }))).toEqual([404, "NOT_FOUND"]);
    expect(refusal(await show({ entity_id: "x" }))).toEqual([400, "INVALID_PARAMETER"]);
    const mixed = await show({ entity_id: other.id, configuration_id: configuration });
    expect(refusal(mixed)).toEqual([400, "INVALID_PARAMETER"]);
  });

  test("D0.12 its ETag changes with the texts and with what the entity asks for", async () => {
    const { tenant, id, put, show, scopes, entity } = await givenContent();
    const tags = [(await show(scopes.ofEntity)).headers.get("etag"), (await show()).headers.get("etag")];
    await tenant.patch(`/entities/${entity}`, { default_language: "en" });
    tags.push((await show(scopes.ofEntity)).headers.get("etag"));
    await put("en", { title: "T" }, scopes.ofEntity);
    const last = (await show(scopes.ofEntity)).headers.get("etag") ?? "";
    expect(new Set([...tags, last]).size).toBe(4);
    const again = await tenant.get(`/products/${id}?entity_id=${entity}`, { "if-none-match": last });
    expect(again.status).toBe(304);
    expect((await tenant.patch(`/products/${id}`, { price: 1 }, { "if-match": last })).status).toBe(200);
  });
});
