import { expect, test } from "bun:test";
import { named, OPERATIONS } from "./operations.ts";
import { call, requestOf, rightsOf, seededTenant } from "./world.ts";

const tenant = await seededTenant("qzidsqz");
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const upper = (value: unknown) => (typeof value === "string" && UUID.test(value) ? value.toUpperCase() : value);
const reads = OPERATIONS.filter(
  ({ method, credential, path }) => method === "GET" && credential !== "none" && path.includes("_id}"),
);

test.each(named(reads))("%s finds ids in capital letters", async (_, operation) => {
  const { path, query } = requestOf(operation, tenant);
  const capital = Object.fromEntries(Object.entries(path).map(([name, value]) => [name, String(upper(value))]));
  const rights = await rightsOf(operation, tenant);

  const expected = await call(operation, { path, query, body: undefined }, rights);
  const answer = await call(operation, { path: capital, query, body: undefined }, rights);

  const isKey = operation.path.includes("{key_id}");
  expect(answer.status).toBe(isKey ? 404 : expected.status);
});
