import { describe, expect, test } from "bun:test";
import { named, OPERATIONS, type Operation } from "./operations.ts";
import { call, requestOf, rightsOf, rowsOf, seededTenant } from "./world.ts";

const tenant = await seededTenant("qzmatchqz");
const CHANGING = ["PUT", "PATCH", "DELETE"];
const changing = OPERATIONS.filter(({ method }) => CHANGING.includes(method));

const request = async (operation: Operation, headers: Record<string, string>) =>
  call(operation, requestOf(operation, tenant), { ...(await rightsOf(operation, tenant)), ...headers });

/** The rows of the tenant but for sessions: each operation has one made for it. */
async function stored(): Promise<Record<string, string>> {
  const { session: _, ...rows } = await rowsOf(tenant.db);
  return rows;
}

describe("D0.12 a change of what is not the resource's version", () => {
  test.each(named(changing))("%s is 412 and changes nothing", async (_, operation) => {
    const before = await stored();

    const answer = await request(operation, { "if-match": '"not-the-one"' });

    expect([answer.status, answer.text]).toEqual([412, expect.stringContaining("PRECONDITION_FAILED")]);
    expect(await stored()).toEqual(before);
  });
});

describe("D0.12 what can be changed and read", () => {
  const isReadable = ({ path }: Operation) => OPERATIONS.some((other) => other.method === "GET" && other.path === path);
  const readOf = ({ path }: Operation) => OPERATIONS.find((other) => other.method === "GET" && other.path === path);

  test.each(named(changing.filter(isReadable)))("%s takes the ETag that GET sends", async (_, operation) => {
    const read = readOf(operation) ?? operation;
    const etag = (await request(read, {})).headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[^"]+"$/);

    expect((await request(read, { "if-none-match": etag })).status).toBe(304);
    const changed = await request(operation, { "if-match": etag });

    expect([changed.status, changed.text]).not.toEqual([412, changed.text]);
  });
});
