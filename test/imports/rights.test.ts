import { describe, expect, test } from "bun:test";
import { newTenant } from "../harness.ts";
import { HEADER, importFile, lines, MAPPING } from "./import-client.ts";

/** Every route of one import, with a body that is good. */
const OF_AN_IMPORT: [method: "get" | "post" | "delete", path: string, body?: unknown][] = [
  ["get", ""],
  ["get", "/errors"],
  ["get", "/report"],
  ["get", "/export-invalid-eans"],
  ["post", "/save-mapping", { column_mapping: MAPPING }],
  ["post", "/reanalyze", { skip_header_rows: 0 }],
  ["post", "/start-processing"],
  ["post", "/dry-run"],
  ["post", "/pause"],
  ["post", "/resume"],
  ["post", "/cancel"],
  ["post", "/retry"],
  ["post", "/archive"],
  ["post", "/unarchive"],
  ["delete", ""],
];
const OF_ALL: typeof OF_AN_IMPORT = [
  ["get", "/"],
  ["get", "/recent"],
  ["get", "/stats"],
  ["get", "/export"],
  ["get", "/templates"],
  ["get", "/archive/stats"],
  ["post", "/archive/run"],
  ["get", "/ean-pending"],
  ["post", "/ean-pending/bulk-delete", []],
];

const PENDING_ROW = lines(HEADER, ",A1,Apple,1,1");

describe("the routes of imports", () => {
  test("another tenant's import and waiting rows do not exist", async () => {
    const [owner, other] = [await newTenant(), await newTenant()];
    const { id } = await importFile(owner, PENDING_ROW, { mapping: MAPPING });
    const [waiting] = (await owner.get("/imports/ean-pending")).body.items;

    for (const [method, path, body] of OF_AN_IMPORT) {
      const answer = await other[method](`/imports/${id}${path}`, body as never);
      expect([method, path, answer.status, answer.body.error.error_code]).toEqual([
        method,
        path,
        404,
        "IMPORT_JOB_NOT_FOUND",
      ]);
    }
    expect((await other.delete(`/imports/ean-pending/${waiting.id}`)).status).toBe(404);
    expect((await other.post(`/imports/ean-pending/${waiting.id}/resolve`, { ean: "3400949497294" })).status).toBe(404);
    expect((await other.post("/imports/ean-pending/bulk-delete", [waiting.id])).body.deleted_count).toBe(0);
    expect((await other.get("/imports/ean-pending")).body.total).toBe(0);
    expect((await owner.get(`/imports/${id}`)).status).toBe(200);
  });

  test("an unknown id is 404, a malformed one 422", async () => {
    const tenant = await newTenant();
    for (const [method, path, body] of OF_AN_IMPORT) {
      expect((await tenant[method](`/imports/${crypto.randomUUID()}${path}`, body as never)).status).toBe(404);
      expect((await tenant[method](`/imports/none${path}`, body as never)).status).toBe(422);
    }
  });

  test("each needs imports:manage of a key, MANAGE_IMPORTS of a user", async () => {
    const tenant = await newTenant();
    const others = [
      await tenant.withScopes("products:read", "products:write", "exports:manage"),
      await tenant.as("viewer"),
    ];
    for (const client of others) {
      for (const [method, path, body] of [
        ...OF_ALL,
        ...OF_AN_IMPORT.map(([verb, rest, sent]) => [verb, `/${tenant.id}${rest}`, sent] as const),
      ]) {
        expect([path, (await client[method](`/imports${path}`, body as never)).status]).toEqual([path, 403]);
      }
    }
    const manager = await tenant.withScopes("imports:manage");
    for (const [method, path, body] of OF_ALL) {
      expect([path, (await manager[method](`/imports${path}`, body as never)).status]).toEqual([path, 200]);
    }
  });
});
