import { afterAll, beforeAll, expect, test } from "bun:test";
import { runJobs } from "../harness.ts";
import { type FileServer, startFtp } from "../remote-files/file-servers.ts";
import { givenPlatform } from "./given.ts";

let server: FileServer;
beforeAll(async () => {
  server = await startFtp();
});
afterAll(() => server.stop());

test("a profile decides what is sent of a product; one that is gone sends nothing and says so", async () => {
  const { tenant, ids, at, bulk, jobOf } = await givenPlatform(server.port, [{ title: "Desk", priceCents: 1999 }]);
  const columns = [
    { name: "Label", template: "{title} (new)" },
    { name: "Net", field: "price" },
  ];
  const { id } = (await tenant.post("/exports/profiles", { name: "Partner", columns })).body;
  const unknown = await tenant.put(at, { profile_id: crypto.randomUUID() });
  expect([unknown.status, unknown.body.error.details[0].field]).toEqual([422, "profile_id"]);
  expect((await tenant.put(at, { profile_id: id })).body.profile_id).toBe(id);
  const preview = async () => (await tenant.post(`${at}/preview`, { product_id: ids[0] })).body.payload;
  expect(await preview()).toEqual({ Label: "Desk (new)", Net: 19.99 });
  await tenant.patch(`/exports/profiles/${id}`, { variants: "flat" });
  expect(await preview()).toEqual({ rows: [{ Label: "Desk (new)", Net: 19.99 }] });
  await tenant.delete(`/exports/profiles/${id}`);
  const job = await bulk();
  await runJobs();
  const { status, skipped_items, error_details } = await jobOf(job.id);
  expect([status, skipped_items, error_details[ids[0] ?? ""]]).toEqual([
    "failed",
    1,
    "The export profile cannot be used: see its preview",
  ]);
});
