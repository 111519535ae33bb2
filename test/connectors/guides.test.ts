import { expect, test } from "bun:test";
import { listPlatforms, PLATFORM_NAMES, platformBody } from "../../src/connectors/engine/platforms.ts";
import { guideOf } from "../../src/connectors/guide.ts";
import { logoOf } from "../../src/connectors/logo.ts";
import { app, newTenant } from "../harness.ts";

const LONG_ENOUGH = 10;
const PLATFORMS = listPlatforms();

test.each(["en", "fr"] as const)("every credential of every platform has a hint (%s)", (language) => {
  for (const platform of PLATFORMS) {
    const { where, fields } = platform.guide[language];
    expect(where.length).toBeGreaterThan(LONG_ENOUGH);
    expect(Object.keys(fields)).toEqual(Object.keys(platform.credentials));
    const { content } = guideOf(platform, "markdown", language);
    expect(content).toContain(where);
    for (const [field, hint] of Object.entries(fields)) {
      expect(hint.length).toBeGreaterThan(LONG_ENOUGH);
      expect(content).toMatch(new RegExp(`- \`${field}\`.*:`));
      expect(content).toContain(hint);
    }
  }
});

test("a guide comes in the language of the request", async () => {
  const { get } = await newTenant();
  const read = async (language: string) =>
    (await get("/connectors/platforms/mirakl/guide", { "accept-language": language })).body.content;

  expect(await read("en")).toContain("My user settings, API key");
  expect(await read("fr")).toContain("Mes paramètres utilisateur, Clé API");
  expect(await read("fr")).toContain("par l'API vendeur");
  const { body } = await get("/connectors/platforms/mirakl", { "accept-language": "fr" });
  expect(body.description).toContain("par l'API vendeur");
});

const get = async (path: string, headers = {}): Promise<Response> =>
  app.fetch(new Request(`http://catalogd.test${path}`, { headers }));

const BODIES = PLATFORMS.map((platform) => platformBody(platform, "en"));
test.each(BODIES)("$id has an icon where it says", async ({ logo_path: path, name }) => {
  const icon = await get(path);
  const svg = await icon.text();

  expect([icon.status, icon.headers.get("content-type")]).toEqual([200, "image/svg+xml; charset=utf-8"]);
  expect(icon.headers.get("x-content-type-options")).toBe("nosniff");
  expect(icon.headers.get("cache-control")).toBe("public, max-age=604800");
  expect(svg).toContain(`<title>${name}</title>`);
  expect(svg).not.toMatch(/script|href|<image/);
  const again = await get(path, { "if-none-match": icon.headers.get("etag") ?? "" });
  expect([again.status, await again.text()]).toEqual([304, ""]);
});

test("each icon shows letters of its own", () => {
  const letters = PLATFORM_NAMES.map(([, name]) => /([A-Za-z0-9]+)<\/text>/.exec(logoOf(name))?.[1] ?? "");
  expect(letters.every(({ length }) => length === 2)).toBe(true);
  expect(new Set(letters).size).toBe(PLATFORM_NAMES.length);
});

test.each(["nothing.svg", "shopify.png", "..%2Fsecret.key"])("there is no icon %s", async (file) => {
  const answer = await get(`/static/platforms/${file}`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([404, expect.stringContaining("json")]);
});

const PROOFS = /^\*\*Proven against: (?:published schema|documentation|public client code|a real server)\*\*/m;

test.each(PLATFORMS.map(({ id }) => id))(
  "the page of %s says what it was proven against, and what was read",
  async (id) => {
    const page = await Bun.file(new URL(`../../docs/connectors/${id}.md`, import.meta.url)).text();

    expect(page).toMatch(PROOFS);
    expect(page).toMatch(/^## Read on 20\d\d-\d\d-\d\d$/m);
    expect(page).toMatch(/<https:\/\/[^>]+>/);
  },
);
