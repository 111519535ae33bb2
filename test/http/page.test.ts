import { describe, expect, test } from "bun:test";
import { textHash } from "../../db/text-hash.ts";
import { decodeCursor, encodeCursor } from "../../src/http/input/cursor.ts";
import { flatPage, metaPage, pageOf } from "../../src/http/input/page.ts";
import { ApiError } from "../../src/http/output/errors.ts";
import { testApp } from "./test-app.ts";

const { withKey } = testApp();

describe("pages", () => {
  test("D1-010 S2.2 page is 1 and per_page 20 unless said", () => {
    expect(pageOf({})).toEqual({ page: 1, perPage: 20, offset: 0, cursor: undefined });
    expect(pageOf({}, { perPage: 50, perPageMax: 100 }).perPage).toBe(50);
    expect(pageOf({ page: 3, per_page: 10 })).toMatchObject({ page: 3, offset: 20 });
  });

  test("D1-012 D1-013 has its counters in meta", async () => {
    const meta = async (query: string) => (await withKey().get(`/things?${query}`)).body.meta;

    expect(await meta("per_page=20")).toEqual({
      total: 41,
      page: 1,
      per_page: 20,
      total_pages: 3,
      has_next: true,
      has_previous: false,
      next_cursor: null,
    });
    expect(await meta("page=2")).toMatchObject({ has_next: true, has_previous: true });
    expect(await meta("page=3")).toMatchObject({ has_next: false, has_previous: true });
  });

  test("D1-011 or beside the items", async () => {
    const { body } = await withKey().get("/things/flat?per_page=10&page=2");

    expect(body).toEqual({ items: [], total: 41, page: 2, per_page: 10, pages: 5, total_pages: 5, next_cursor: null });
  });

  test("D1-014 a page beyond the last has no items and the true total", async () => {
    const { status, body } = await withKey().get("/things?page=99");

    expect([status, body.items, body.meta.total, body.meta.has_next]).toEqual([200, [], 41, false]);
  });

  test("S2.4 an empty list has no pages", () => {
    expect(flatPage([], 0, pageOf({}))).toMatchObject({ pages: 0, total_pages: 0 });
    expect(metaPage([], 0, pageOf({})).meta).toMatchObject({ total_pages: 0, has_next: false, has_previous: false });
  });

  test.each(["page=0", "page=-1", "page=x", "per_page=0", "per_page=101", "limit=101", "skip=-1"])(
    "D1-015 %s is refused",
    async (query) => {
      expect((await withKey().get(`/things?${query}`)).status).toBe(400);
    },
  );

  test("a smaller maximum holds too", () => {
    expect(() => pageOf({ per_page: 51 }, { perPage: 20, perPageMax: 50 })).toThrow(ApiError);
  });

  test("D1-016 S2.3 skip and limit are honoured, deprecated, and lose against page and per_page", async () => {
    const older = await withKey().get("/things/flat?skip=15&limit=10");
    const both = await withKey().get("/things/flat?skip=15&limit=10&page=3&per_page=5");

    expect(older.headers.get("deprecation")).toBe("true");
    expect(new Date(older.headers.get("sunset") ?? "").toUTCString()).toBe(older.headers.get("sunset") ?? "none");
    expect(older.body).toMatchObject({ page: 2, per_page: 10 });
    expect(pageOf({ skip: 15, limit: 10 }).offset).toBe(15);
    expect(both.body).toMatchObject({ page: 3, per_page: 5 });
    expect((await withKey().get("/things/flat?page=1")).headers.has("deprecation")).toBe(false);
  });

  test("D0.12 with a cursor the page goes on until there is no next one", () => {
    const page = pageOf({ cursor: "x", per_page: 10 });

    expect(page).toEqual({ page: 1, perPage: 10, offset: 0, cursor: "x" });
    expect(metaPage([], 41, page, "y").meta).toMatchObject({ has_next: true, has_previous: true, next_cursor: "y" });
    expect(metaPage([], 41, page).meta.has_next).toBe(false);
  });
});

describe("cursors", () => {
  const values = ["Café 'x'", 12.5, null, "id"] as const;
  const shape = ["text", "textOrNumber", "textOrNull", "text"] as const;

  test("come back as they went", () => {
    expect(decodeCursor("products by name", encodeCursor("products by name", values), shape)).toEqual([...values]);
  });

  test.each([
    ["another list", encodeCursor("other", values)],
    ["a damaged one", encodeCursor("list", values).slice(0, -3)],
    ["nonsense", "%%%"],
    ["nothing", ""],
    ["something long", "x".repeat(2000)],
  ])("of %s are refused", (_, cursor) => {
    expect(() => decodeCursor("list", cursor, shape)).toThrow(expect.objectContaining({ code: "INVALID_PARAMETER" }));
    expect(() => decodeCursor("list", cursor, shape, "body")).toThrow(
      expect.objectContaining({ code: "VALIDATION_FAILED" }),
    );
  });

  test.each([
    ["fewer values", "[1]"],
    ["more values", '[1,"x",2]'],
    ["none", "[]"],
    ["no list", '{"0":1,"1":"x","length":2}'],
    ["a text for a number", '["1","x"]'],
    ["a number for a text", "[1,2]"],
    ["nothing for a text", "[1,null]"],
    ["a list for a text", '[1,["x"]]'],
    ["a fraction", '[1.5,"x"]'],
    ["a number below 0", '[-1,"x"]'],
    ["one too large to be counted", '[9007199254740993,"x"]'],
    ["one that is infinite", '[1e999,"x"]'],
    ["half a character", '[1,"\\ud800"]'],
    ["no JSON", "[1,"],
  ])("S-19 with %s are refused, though their checksum is right", (_, text) => {
    const forged = Buffer.from(`${textHash(`list${text}`).toString(36)}.${text}`).toString("base64url");

    expect(() => decodeCursor("list", forged, ["count", "text"])).toThrow(
      expect.objectContaining({ code: "INVALID_PARAMETER" }),
    );
  });
});
