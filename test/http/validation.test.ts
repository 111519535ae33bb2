import { describe, expect, test } from "bun:test";
import { testApp } from "./test-app.ts";

const { withKey } = testApp({}, { checkAnswers: true });
const UUID = "11111111-1111-4111-8111-111111111111";

const fields = (body: { error: { details: { field: string; type: string }[] } }) =>
  Object.fromEntries(body.error.details.map(({ field, type }) => [field, type]));

describe("query parameters", () => {
  test("S2.5 takes true, false, 1 and 0 as booleans", async () => {
    const client = withKey();

    for (const [text, value] of [
      ["true", true],
      ["1", true],
      ["false", false],
      ["0", false],
    ]) {
      expect((await client.get(`/things?is_active=${text}`)).body.query.is_active).toBe(value);
    }
    expect((await client.get("/things?is_active=yes")).status).toBe(400);
    expect((await client.get("/things?is_active=")).status).toBe(400);
  });

  test("takes a list repeated, comma-separated, or both", async () => {
    const { body } = await withKey().get(`/things?ids=${UUID},${UUID.replace("1", "2")}&ids=${UUID.replace("1", "3")}`);

    expect(body.query.ids).toHaveLength(3);
  });

  test("S2.5 ignores unknown parameters and fills in defaults", async () => {
    const { body } = await withKey().get("/things?nonsense=1&constructor=2&__proto__=3");

    expect(body.query).toEqual({ order: "name" });
  });

  test("S2.1 D1-161 answers 400 INVALID_PARAMETER with every invalid parameter at once", async () => {
    const { status, body } = await withKey().get(
      `/things?page=0&per_page=101&is_active=yes&min=abc&ids=z&status=q&search=${"x".repeat(51)}`,
    );

    expect(status).toBe(400);
    expect(body.error).toMatchObject({ error_code: "INVALID_PARAMETER", type: "validation_error" });
    expect(fields(body)).toEqual({
      page: "out_of_range",
      per_page: "out_of_range",
      is_active: "wrong_type",
      min: "wrong_type",
      "ids.0": "invalid_format",
      status: "invalid_value",
      search: "too_long",
    });
  });

  test.each(["0x10", "1e3", " 5", "5.5", "", "NaN", "99999999999999999999"])("refuses %p as a page", async (page) => {
    expect((await withKey().get(`/things?page=${encodeURIComponent(page)}`)).status).toBe(400);
  });

  test.each(["%00", "%ff", "%zz", "%E0%A4%A", "a%00b", "%F0%9F%98%80", "'; drop table product; --"])(
    "survives %p",
    async (text) => {
      const { status } = await withKey().get(`/things?search=${text}`);

      expect(status).toBe(200);
    },
  );
});

describe("path ids", () => {
  test.each(["not-a-uuid", "%00", "%ff", "..%2f..", "1'or'1"])(
    "S1.4 answers 422 for the malformed id %p",
    async (id) => {
      const { status, body } = await withKey().get(`/things/${id}`);

      expect(status).toBe(422);
      expect(body.error.error_code).toBe("VALIDATION_FAILED");
      expect(body.error.details[0].field).toBe("id");
    },
  );

  test("reads a numeric id, and answers 404 with what is missing", async () => {
    const client = withKey();

    expect((await client.get("/things/number/1")).body).toEqual({ number: 1 });
    expect((await client.get("/things/number/2")).body.error).toMatchObject({
      error_code: "NOT_FOUND",
      details: { resource: "thing", id: 2 },
    });
    expect((await client.get("/things/number/one")).status).toBe(422);
  });
});

describe("bodies", () => {
  test("D1-145 S8.6 answers 422 with every invalid field at once", async () => {
    const { status, body } = await withKey().post("/things", {
      ean: "1",
      price: -1,
      stock: 1.5,
      tags: ["123456", 1],
      status: "gone",
      owner: { email: "nobody" },
    });

    expect(status).toBe(422);
    expect(body.error.error_code).toBe("VALIDATION_FAILED");
    expect(fields(body)).toEqual({
      name: "missing",
      ean: "invalid_format",
      price: "out_of_range",
      stock: "wrong_type",
      "tags.0": "too_long",
      "tags.1": "wrong_type",
      status: "invalid_value",
      "owner.email": "invalid_format",
    });
  });

  test("is strict about types: a number is not a text, nor a text a number", async () => {
    expect(fields((await withKey().post("/things", { name: 5, stock: "5" })).body)).toEqual({
      name: "wrong_type",
      stock: "wrong_type",
    });
  });

  test("S1.5 ignores unknown properties, fills in defaults, keeps null and free objects", async () => {
    const { status, body } = await withKey().post("/things", {
      name: "a",
      price: null,
      unknown: 1,
      extra: { any: { thing: [1] } },
    });

    expect(status).toBe(201);
    expect(body).toEqual({ name: "a", price: null, stock: 0, extra: { any: { thing: [1] } } });
  });

  test("refuses unknown properties where the schema says so", async () => {
    const { body } = await withKey().post("/things", { name: "a", owner: { email: "a@b.fr", x: 1 } });

    expect(fields(body)).toEqual({ "owner.x": "invalid_value" });
  });

  test.each([["{bad"], ["nothing"], ['{"name":'], ["\u0000"]])("S2.1 answers 422 json_invalid for %p", async (text) => {
    const { status, body } = await withKey().post("/things", text);

    expect(status).toBe(422);
    expect(fields(body)).toEqual({ body: "json_invalid" });
  });

  test.each([["null"], [""]])("answers with what is missing when the body is %p", async (text) => {
    expect(fields((await withKey().post("/things", text)).body)).toEqual({ name: "missing" });
  });

  test.each([["[]"], ["5"], ['"text"']])("refuses %p where an object is wanted, optional or not", async (text) => {
    const client = withKey();

    expect(fields((await client.post("/things", text)).body)).toEqual({ body: "wrong_type" });
    expect(fields((await client.post("/things/optional", text)).body)).toEqual({ body: "wrong_type" });
  });

  test("takes no body where it is optional", async () => {
    const client = withKey();

    expect((await client.post("/things/optional", "", { "content-type": "" })).body).toEqual({ body: "none" });
    expect((await client.post("/things/optional", { name: "a" })).body).toEqual({ body: { name: "a", stock: 0 } });
    expect((await client.post("/things/optional", {})).status).toBe(422);
  });

  test.each(["text/plain", "application/xml", "multipart/form-data; boundary=x", ""])(
    "S2.1 answers 422 for a JSON body sent as %p",
    async (type) => {
      const { status, body } = await withKey().post("/things", '{"name":"a"}', { "content-type": type });

      expect(status).toBe(422);
      expect(fields(body)).toEqual({ body: "invalid_format" });
    },
  );

  test.each(["application/json; charset=utf-8", "APPLICATION/JSON", "application/merge-patch+json"])(
    "takes JSON as %p",
    async (type) => {
      expect((await withKey().post("/things", { name: "a" }, { "content-type": type })).status).toBe(201);
    },
  );

  test("answers 415 for a compressed body", async () => {
    const { status, body } = await withKey().post("/things", { name: "a" }, { "content-encoding": "gzip" });

    expect(status).toBe(415);
    expect(body.error).toMatchObject({ error_code: "UNSUPPORTED_MEDIA_TYPE", type: "http_error" });
  });

  test("T22 refuses JSON nested more than 64 levels deep", async () => {
    const nested = (depth: number) => `{"name":"a","extra":{"x":${"[".repeat(depth)}${"]".repeat(depth)}}}`;
    const client = withKey();

    expect((await client.post("/things", nested(62))).status).toBe(201);
    expect(fields((await client.post("/things", nested(63))).body)).toEqual({ body: "json_invalid" });
    expect((await client.post("/things", nested(100_000))).status).toBe(422);
  });

  test.each([
    ['{"name":"\\ud800"}', 422],
    ['{"name":"a","extra":{"\\udfff":1}}', 422],
    ['{"name":"a\\u0000b"}', 422],
    ['{"name":"\\ud83d\\ude00"}', 201],
  ])("T22 refuses halves of characters and NUL, and takes whole ones: %s", async (body, status) => {
    expect((await withKey().post("/things", body)).status).toBe(status);
  });

  test("T22 makes duplicate and prototype keys harmless", async () => {
    const { body } = await withKey().post(
      "/things",
      '{"name":"a","name":"b","__proto__":{"admin":true},"extra":{"__proto__":{"x":1},"\\u005f_proto__":1,"constructor":2}}',
    );

    expect(body).toEqual({ name: "b", stock: 0, extra: { constructor: 2 } });
  });

  test("takes no body for a bodiless route, of any kind", async () => {
    expect((await withKey().post("/things/empty", "{bad", { "content-type": "text/plain" })).status).toBe(200);
  });

  test("refuses an upload that is not multipart, and leaves a multipart one to the route", async () => {
    const client = withKey();

    expect(fields((await client.post("/things/upload", { a: 1 })).body)).toEqual({ body: "invalid_format" });
    const sent = await client.post("/things/upload", "--x--", { "content-type": "multipart/form-data; boundary=x" });
    expect(sent.body).toEqual({ bytes: 5 });
  });

  test("says what is wrong in French", async () => {
    const { body } = await withKey().post("/things", {}, { "accept-language": "fr" });

    expect(body.error.details).toEqual([{ field: "name", message: "Ce champ est obligatoire", type: "missing" }]);
  });
});

test("tests refuse an answer with a field the route does not declare", async () => {
  expect((await withKey().get("/things/undeclared")).status).toBe(500);
});
