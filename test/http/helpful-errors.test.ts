import { describe, expect, test } from "bun:test";
import { patternText } from "../../src/http/output/pattern-texts.ts";
import { app, newTenant } from "../harness.ts";
import { testApp } from "./test-app.ts";

const { withKey } = testApp();
const STRICT = { prefer: "respond-async, handling=strict" };

describe("what a route does not know", () => {
  test("is named in a header, of the query and the body, and ignored", async () => {
    const client = withKey();
    const read = await client.get("/things?serach=x&page=1&brnad=y");
    expect([read.status, read.headers.get("x-unknown-parameters")]).toEqual([200, "serach, brnad"]);

    const made = await client.post("/things?dry=1", { name: "a", prise: 3, owner: { email: "a@b.co" } });
    expect([made.status, made.headers.get("x-unknown-parameters")]).toEqual([201, "dry, prise"]);
    const bulk = await client.post("/things/bulk", [{ name: "a" }, { name: "b", "é,\n": 1 }]);
    expect([bulk.status, bulk.headers.get("x-unknown-parameters")]).toEqual([200, "1.%C3%A9%2C%0A"]);
    expect((await client.get("/things?page=1")).headers.get("x-unknown-parameters")).toBeNull();
  });

  test("is refused for who prefers so", async () => {
    const client = withKey();
    for (const answer of [
      await client.get("/things?brnad=y", STRICT),
      await client.post("/things", { name: "a", brnad: 3 }, STRICT),
    ]) {
      expect([answer.status, answer.body.error.error_code]).toEqual([400, "INVALID_PARAMETER"]);
      expect(answer.headers.get("preference-applied")).toBe("handling=strict");
      expect(answer.body.error.details).toEqual([
        { field: "brnad", message: "This field does not exist", type: "invalid_value" },
      ]);
    }
    expect((await client.get("/things?page=1", STRICT)).status).toBe(200);
  });
});

describe("an error says what to do", () => {
  const problems = async (answer: Promise<{ body: { error: { details: { message: string }[] } } }>) =>
    (await answer).body.error.details.map(({ message }) => message);

  test("every error links to its help", async () => {
    const refused = await withKey().get("/things?page=0");
    expect(refused.headers.get("link")).toBe('</docs/errors#INVALID_PARAMETER>; rel="help"');
  });

  test.each([
    ['{"name": "a",}', 1, 14],
    ['{"name": "a"\n "price": 1}', 2, 2],
    ['{"name": "Ö\tx"}', 1, 12],
    ['{"name":', 1, 9],
    ["{'name':1}", 1, 2],
    ["nothing", 1, 2],
  ])("%p stops being JSON at line %d, column %d", async (text, line, column) => {
    expect(await problems(withKey().post("/things", text))).toEqual([
      `The body is not valid JSON: see line ${line}, column ${column}`,
    ]);
  });

  test("values are named, patterns are put into words", async () => {
    const tenant = await newTenant();
    const { body } = await tenant.post("/products", { name: " ", ean: "123", brand_name: "Nope", status: "sold" });

    expect(
      Object.fromEntries(
        body.error.details.map((each: { field: string; message: string }) => [each.field, each.message]),
      ),
    ).toMatchObject({
      name: "Must not be blank",
      ean: "Must be an EAN, UPC or GTIN of 8 to 14 digits",
      status: expect.stringMatching(/^"sold" is not accepted. Use one of: /),
    });
    expect(await problems(tenant.post("/products", { name: "A", brand_name: "Nope" }))).toEqual([
      'No brand matches "Nope". Create it first, or send brand_id',
    ]);
    const unknown = "019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01";
    const brand = (await tenant.post("/brands", { name: "Acme" })).body.id;
    expect(await problems(tenant.post(`/brands/${brand}/merge`, { source_ids: [unknown] }))).toEqual([
      `Nothing matches "${unknown}". Check it, or create it first`,
    ]);
    expect((await tenant.post("/brands", { name: "ACME" })).body.error.message).toBe(
      'Another brand already has the name "ACME"',
    );
    const code = "4006381333931";
    await tenant.post("/products", { name: "A", ean: code });
    expect((await tenant.post("/products", { name: "B", ean: code })).body.error.message).toContain(`"${code}"`);
    expect((await tenant.put("/products", {})).body.error.message).toEndWith("which takes GET, HEAD, POST");
    const noun = async (path: string) => (await tenant.get(`${path}/${unknown}`)).body.error.message;
    expect(await noun("/ean-asin/mappings")).toStartWith("No EAN-ASIN mapping matches");
    expect(await noun("/enrichment/documents")).toStartWith("No document matches");
    expect((await tenant.get("/brands/019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01")).body.error.message).toBe(
      'No brand matches "019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01"',
    );
  });

  test("no pattern of the description is without words", async () => {
    const described = await (await app.handle(new Request("http://localhost/api/v1/openapi.json"))).text();
    const patterns = new Set<string>();
    JSON.parse(described, (key, value) => {
      if (key === "pattern" && typeof value === "string") patterns.add(value);
      return value;
    });
    expect(patterns.size).toBeGreaterThan(20);
    expect([...patterns].filter((each) => patternText(each) === undefined)).toEqual([]);
  });
});
