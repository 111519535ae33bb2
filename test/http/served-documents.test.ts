import { describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { createApp } from "../../src/app.ts";
import type { Description } from "../../src/http/describe/documents/schemas.ts";
import { operationsFound, searchSections, sectionsOf } from "../../src/http/describe/pages/documents-search.ts";
import { withFrenchSpaces } from "../../src/http/describe/pages/frame.ts";
import { SERVED_DOCUMENTS } from "../../src/http/describe/pages/served-documents.ts";
import { EXAMPLE_FILES } from "../../src/http/describe/pages/served-examples.ts";
import { inFrench } from "../../src/http/describe/pages/translated-page.ts";
import { frenchPages } from "../docs/french-pages.ts";
import { app, services } from "../harness.ts";

const get = async (path: string, headers = {}): Promise<Response> =>
  app.fetch(new Request(`http://catalogd.test${path}`, { headers }));

describe("the documents of the repository", () => {
  test("are there as Markdown that links to Markdown, and llms.txt names each", async () => {
    const list = await get("/llms.txt");
    const named = [...(await list.text()).matchAll(/\(http:\/\/catalogd\.test(\/docs\/[^)]+\.md(?:\?[^)]*)?)\)/g)].map(
      ([, path = ""]) => path,
    );
    expect(list.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    const inEnglish = SERVED_DOCUMENTS.map(({ id }) => `/docs/${id}.md`);
    expect(named.toSorted()).toEqual([...inEnglish, ...inEnglish.map((path) => `${path}?language=fr`)].toSorted());
    for (const path of named) {
      const page = await get(path);
      const text = await page.text();
      expect([path, page.status, page.headers.get("content-type")]).toEqual([
        path,
        200,
        "text/markdown; charset=utf-8",
      ]);
      expect(text).toStartWith("# ");
      const own = [...text.matchAll(/\]\((?!https?:|#)([^)]+)\)/g)].map(([, to = ""]) => to);
      for (const to of own)
        expect([to, (await get(to.replace(/#.*/, ""))).status, /\.md|^\/docs\/examples\//.test(to)]).toEqual([
          to,
          200,
          true,
        ]);
    }
  });

  test("show every recipe, which is served as it is in the repository but for the address", async () => {
    const files = readdirSync("clients/examples");
    expect([...EXAMPLE_FILES].toSorted()).toEqual(files.toSorted());
    for (const file of files) {
      const answer = await get(`/docs/examples/${file}`);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
      const text = await Bun.file(`clients/examples/${file}`).text();
      expect(await answer.text()).toBe(text.replaceAll("http://localhost:3000", "http://catalogd.test"));
    }
    expect(await (await get("/docs/clients")).text()).toContain('href="/docs/examples/erp.py"');
  });

  test("name this service's own address in their examples", async () => {
    const own = await (await app.fetch(new Request("http://pim.example:8080/docs"))).text();
    expect(own).toContain("URL=http://pim.example:8080/api/v1");
    expect(own).not.toContain("localhost:3000");
    const its = createApp({ ...services, config: { ...services.config, apiUrl: "https://pim.example" } });
    const guide = await (await its.fetch(new Request("http://10.0.0.1/docs/guide.md"))).text();
    expect(guide).toContain("`https://pim.example/api/v1`");
  });

  test("are French for who prefers it, and English where the English text is newer", async () => {
    const french = { "accept-language": "fr" };
    expect(await (await get("/docs", french)).text()).toContain("Par où commencer");
    const pages = await frenchPages();
    for (const { id, file } of SERVED_DOCUMENTS) {
      const page = await (await get(`/docs/${id}`, french)).text();
      expect([id, page.includes('<html lang="fr">')]).toEqual([id, true]);
      const { english, french: text } = pages.find(({ path }) => path === `docs/fr/${file}`) ?? {
        english: "",
        french: "",
      };
      const older = inFrench(english, text).filter(({ isBehind }) => isBehind);
      expect([file, page.split("Cette partie n&#39;est pas encore à jour").length - 1]).toEqual([file, older.length]);
    }
  });

  test("keep the language that an address names, in links, in the search and in the switch", async () => {
    const page = await (await get("/docs/install?language=fr")).text();
    expect(page).toContain('href="/docs/guide?language=fr"');
    expect(page).toContain('href="/docs/security?language=fr"');
    expect(page).toContain('<input type="hidden" name="language" value="fr">');
    expect(page).toContain('href="/docs/install?language=en"');
    expect(page).toContain('href="/docs/page.css"');
    expect(await (await get("/docs/install")).text()).toContain('href="/docs/guide"');
    const hits = await (await get("/docs/search?q=proxy&language=fr")).text();
    expect(hits).toContain('href="/docs/install?language=fr#derrière-un-proxy"');
    expect(hits).toContain('href="/docs/search?q=proxy&amp;language=en"');
  });

  test.each(["récepteurs", "recepteurs", "RÉCEPTEURS commencer"])("are found in French by %s", async (query) => {
    const found = await (await get(`/docs/search?q=${encodeURIComponent(query)}&language=fr`)).text();
    expect(found).toContain("Des récepteurs pour commencer");
  });

  test("break no French line before a colon or inside a number, and leave code as it is", () => {
    const html = '<p title="a : b">Plus de 2 000 lignes : « oui » <code>a : b</code></p><pre>1 000 ;</pre>';
    expect(withFrenchSpaces(html)).toBe(
      '<p title="a : b">Plus de 2&nbsp;000 lignes&nbsp;: «&nbsp;oui&nbsp;» <code>a : b</code></p><pre>1 000 ;</pre>',
    );
  });

  test("have the anchors of both languages at each heading", async () => {
    for (const language of ["en", "fr"]) {
      const page = await (await get(`/docs/install?language=${language}`)).text();
      for (const anchor of ["behind-a-proxy", "derrière-un-proxy"])
        expect([language, anchor, page.split(`id="${anchor}"`).length]).toEqual([language, anchor, 2]);
    }
  });

  test.each([
    ["nginx", "/docs/install#behind-a-proxy"],
    ["DUPLICATE_EAN", "/docs/errors#DUPLICATE_EAN"],
    ["createBrand", "/docs/api?part=catalog#/Brands/createBrand"],
    ["/imports/upload", "part=in-and-out#/Imports/"],
  ])("a search for %s finds its place", async (query, place) => {
    const found = await (await get(`/docs/search?q=${encodeURIComponent(query)}`)).text();
    expect(found).toContain(`href="${place.startsWith("/") ? place : ""}`);
    expect(found).toContain(place);
  });

  test("a search finds each operation by its id, summary and path, and by what is said of it", async () => {
    const description = (await (await get("/api/v1/openapi.json")).json()) as Description;
    const sections = await sectionsOf(description, "en");
    const operations = operationsFound(description);
    const hrefs = (query: string) => searchSections(sections, query).map(({ href }) => href);
    for (const { id, method, path, summary, description: text, href } of operations) {
      expect([id, hrefs(id)[0]]).toEqual([id, href]);
      expect(hrefs(`${method.toLowerCase()} ${path}`)[0]).toBe(href);
      // Other methods of the same path.
      expect(hrefs(path.replace("/api/v1", "")).slice(0, 5)).toContain(href);
      expect(hrefs(summary)).toContain(href);
      expect([
        id,
        hrefs(
          text
            .replaceAll(/[`*]|\]\([^)]*\)|\[/g, "")
            .split(/\s+/)
            .slice(0, 8)
            .join(" "),
        ),
      ]).toEqual([id, expect.arrayContaining([href])]);
    }
    expect(operations.length).toBeGreaterThan(480);
  });

  test("a search shows the operator's operations to the operator alone", async () => {
    const config = { ...services.config, operatorKey: "an operator key 0123456789" };
    const found = async (address: string) => {
      const its = createApp({ ...services, config, addressOf: () => address });
      const page = await its.fetch(new Request("http://pim.example/docs/search?q=/operator/tenants"));
      return (await page.text()).includes("part=administration#/Operator/");
    };
    expect([await found("127.0.0.1"), await found("192.0.2.1")]).toEqual([true, false]);
  });

  test("a search shows what was asked as a text, and says when nothing is found", async () => {
    const found = await (await get(`/docs/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`)).text();
    expect(found).not.toContain("<script");
    expect(found).toContain("Nothing has all of these words.");
  });
});

test("security.txt names the contact of the operator, and is not there without one", async () => {
  expect((await get("/.well-known/security.txt")).status).toBe(404);
  const config = { ...services.config, securityContact: "mailto:security@pim.example" };
  const its = createApp({ ...services, config });
  const answer = await its.fetch(new Request("http://pim.example/.well-known/security.txt"));
  const text = await answer.text();
  expect(text).toContain("Contact: mailto:security@pim.example\n");
  const [, expires = ""] = /^Expires: (.*)$/m.exec(text) ?? [];
  const inDays = (Date.parse(expires) - services.now()) / 86_400_000;
  expect(inDays).toBeGreaterThan(30);
  expect(inDays).toBeLessThan(365);
});
