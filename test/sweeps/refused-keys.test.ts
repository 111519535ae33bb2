import { expect, test } from "bun:test";
import { named, OPERATIONS } from "./operations.ts";
import { call, requestOf, rightsOf, seededTenant } from "./world.ts";

const tenant = await seededTenant("qzrefusedqz");
const writing = OPERATIONS.filter(({ method, body, credential }) => method !== "GET" && body && credential !== "none");

test.each(named(writing))("D0.12 %s keeps no refusal for an Idempotency-Key", async (_, operation) => {
  const key = { "idempotency-key": crypto.randomUUID() };
  const request = async (body: unknown) =>
    call(operation, { ...requestOf(operation, tenant), body }, { ...(await rightsOf(operation, tenant)), ...key });

  const refused = await request(7);
  const corrected = await request(requestOf(operation, tenant).body);

  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect(corrected.text).not.toContain("IDEMPOTENCY_KEY_REUSED");
});
