import { describe, expect, test } from "bun:test";
import { clock, newTenant } from "../harness.ts";
import { HEADER, importFile, lines, MAPPING, problemsOf, upload } from "./import-client.ts";

const DAY_MS = 86_400_000;
const BAD = lines(HEADER, ...Array.from({ length: 20 }, (_, index) => `bad,S${index},Name ${index},1,1`));

describe("the archive", () => {
  test("D3-170 hides a finished import from the lists and shows it again", async () => {
    const tenant = await newTenant();
    const { id } = await importFile(tenant, BAD, { mapping: MAPPING });
    const { body: ready } = await upload(tenant, BAD);
    const total = async (query = "") => (await tenant.get(`/imports${query}`)).body.meta.total;

    expect((await tenant.post(`/imports/${id}/archive`)).body).toMatchObject({ id, is_archived: true });
    expect((await tenant.post(`/imports/${id}/archive`)).status).toBe(200);
    expect([await total(), await total("?archived=true"), await total("?archived=all")]).toEqual([1, 1, 2]);
    expect((await tenant.get("/imports/recent")).body).toHaveLength(1);
    expect((await tenant.post(`/imports/${id}/unarchive`)).body.is_archived).toBe(false);
    expect(await total()).toBe(2);
    expect((await tenant.post(`/imports/${ready.id}/archive`)).status).toBe(409);
  });

  test("D3-171 a sweep archives old imports, trims their problems and deletes their files", async () => {
    const tenant = await newTenant();
    const { id } = await importFile(tenant, BAD, { mapping: MAPPING });
    const run = async (query: string) => (await tenant.post(`/imports/archive/run${query}`)).body;
    const stats = async (query = "") => (await tenant.get(`/imports/archive/stats${query}`)).body;

    expect(await stats()).toMatchObject({
      total_jobs: 1,
      archived_jobs: 0,
      active_jobs: 1,
      stored_errors: 40,
      last_run_at: null,
    });
    expect(await run("")).toMatchObject({ archive_type: "jobs", archived_jobs: 0 });
    clock.nowMs += 91 * DAY_MS;
    expect(await run("")).toMatchObject({ archive_type: "jobs", archived_jobs: 1, purged_errors: 0, purged_files: 0 });
    expect(await run("?archive_type=errors&max_errors=5")).toMatchObject({ purged_errors: 35 });
    expect(await run("?archive_type=files&days=0")).toMatchObject({ purged_files: 1 });

    expect((await problemsOf(tenant, id)).length).toBe(5);
    expect(await stats(`?job_id=${id}`)).toEqual({
      job_id: id,
      is_archived: true,
      archived_at: expect.any(String),
      stored_errors: 5,
      stored_bytes: 0,
    });
    expect(await stats()).toMatchObject({
      archived_jobs: 1,
      stored_errors: 5,
      stored_bytes: 0,
      last_run_at: expect.any(String),
    });
    expect((await tenant.post(`/imports/${id}/retry`)).status).toBe(409);
    expect((await tenant.post("/imports/archive/run?days=3651")).status).toBe(400);
    expect((await tenant.post("/imports/archive/run?archive_type=some")).status).toBe(400);
    expect((await tenant.get(`/imports/archive/stats?job_id=${crypto.randomUUID()}`)).status).toBe(404);
  });
});
