import { beforeEach, expect, test } from "bun:test";
import { newTenant } from "../harness.ts";

const VIEW = { query: { has_images: "false", sort_by: "updated_at" }, columns: ["name", "price"] };
const PATH = `/views/${encodeURIComponent("Sans image")}`;

let tenant: Awaited<ReturnType<typeof newTenant>>;
beforeEach(async () => {
  tenant = await newTenant();
});

test("a view is saved, read, replaced by its name regardless of case and accents, listed by name and deleted", async () => {
  expect((await tenant.admin.put(PATH, VIEW)).body).toMatchObject({ name: "Sans image", ...VIEW });
  await tenant.admin.put("/views/brouillons", { query: { status: "draft" } });
  const replaced = { query: { q: "pen" }, columns: [] };
  expect((await tenant.admin.put("/views/SANS%20IM%C3%81GE", replaced)).body).toMatchObject({
    name: "SANS IMÁGE",
    ...replaced,
  });
  const list = (await tenant.admin.get("/views")).body;
  expect(list.items.map(({ name }: { name: string }) => name)).toEqual(["brouillons", "SANS IMÁGE"]);
  expect((await tenant.admin.get(PATH)).body).toMatchObject(replaced);
  expect((await tenant.admin.delete(PATH)).status).toBe(204);
  expect((await tenant.admin.get(PATH)).status).toBe(404);
  expect((await tenant.admin.delete(PATH)).status).toBe(404);
});

test("a viewer has views; no other user, no other tenant and no key sees them", async () => {
  const viewer = await tenant.as("viewer");
  expect((await viewer.put(PATH, VIEW)).status).toBe(200);
  for (const other of [await tenant.as("editor"), tenant.admin, (await newTenant()).admin]) {
    expect((await other.get(PATH)).status).toBe(404);
    expect((await other.get("/views")).body.items).toEqual([]);
    expect((await other.delete(PATH)).status).toBe(404);
  }
  expect((await tenant.get("/views")).status).toBe(403);
  expect((await viewer.get(PATH)).status).toBe(200);
});

test("a view that was changed meanwhile is not replaced and not deleted", async () => {
  const { headers } = await tenant.admin.put(PATH, VIEW);
  const read = { "if-match": headers.get("etag") ?? "" };
  await tenant.admin.put(PATH, { query: {} });
  expect((await tenant.admin.put(PATH, VIEW, read)).status).toBe(412);
  expect((await tenant.admin.delete(PATH, undefined, read)).status).toBe(412);
  const fresh = await tenant.admin.get(PATH);
  expect((await tenant.admin.delete(PATH, undefined, { "if-match": fresh.headers.get("etag") ?? "" })).status).toBe(
    204,
  );
});

test.each([
  ["a value that is too long", { query: { q: "x".repeat(501) } }, "query.q"],
  ["a value that is no text", { query: { status: 1 } }, "query.status"],
  ["columns twice", { query: {}, columns: ["name", "name"] }, "columns"],
  ["no query", { columns: ["name"] }, "query"],
])("%s is refused by its field", async (_, body, field) => {
  const answer = await tenant.admin.put(PATH, body);
  expect(answer.status).toBe(422);
  expect(JSON.stringify(answer.body.error.details)).toContain(`"${field}`);
});

test("a user has fifty views at most; one that is there can still be replaced", async () => {
  for (let at = 0; at < 50; at++) await tenant.admin.put(`/views/v${at}`, { query: {} });
  const more = await tenant.admin.put("/views/more", { query: {} });
  expect(more.status).toBe(422);
  expect(JSON.stringify(more.body)).toContain("At most 50 views");
  expect((await tenant.admin.put("/views/v7", VIEW)).status).toBe(200);
});
