import { expect, test } from "bun:test";
import { readPage } from "../../src/ai/web/read-web-page.ts";
import { searchWeb } from "../../src/ai/web/search-web.ts";
import { openWebServer } from "../doubles/web-server.ts";
import { newTenant, services } from "../harness.ts";
import { testOutbound } from "../outbound/names.ts";

const PAGES = { "/a": "A", "/b": "B", "/c": "C" };

test.each([
  ["searxng", "/search?q=Chaise%20N%26o&format=json", undefined, undefined],
  ["brave", "/res/v1/web/search?q=Chaise%20N%26o&count=2", "x-subscription-token", "the-key"],
  ["tavily", "/search", "authorization", "Bearer the-key"],
  ["serper", "/search", "x-api-key", "the-key"],
])("S32.5 %s is called in its own way, for no more pages than wanted", async (provider, path, header, value) => {
  const web = await openWebServer();
  web.has(PAGES);
  const ready = { value: { provider, base_url: web.baseUrl, max_results: 2 }, secret: "the-key" };
  const found = await searchWeb(testOutbound(), ready, "Chaise N&o");
  expect(found.map(({ url, snippet }) => [url, snippet])).toEqual([
    [`${web.baseUrl}/a`, "Extrait"],
    [`${web.baseUrl}/b`, "Extrait"],
  ]);
  expect(web.asked.length).toBe(1);
  expect(web.asked[0]?.path).toBe(path);
  if (header !== undefined) expect(web.asked[0]?.headers[header]).toBe(value);
});

test("of a page no more than three megabytes are read", async () => {
  const { id: tenantId } = await newTenant();
  const web = await openWebServer();
  web.has({ "/large": "x".repeat(5 * 1024 * 1024) });
  const reader = { services, tenantId, signal: new AbortController().signal, waitMaxMs: 60_000 };
  const { html } = await readPage(reader, `${web.baseUrl}/large`);
  expect(html.length).toBe(3 * 1024 * 1024);
});
