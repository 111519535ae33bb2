import { expect, test } from "bun:test";
import { newTenant } from "../harness.ts";

/** What must be unique in a tenant, by the call that makes it. */
const UNIQUE: [path: string, body: Record<string, unknown>][] = [
  ["/products", { name: "One", ean: "4006381333931" }],
  ["/entities", { code: "EU", name: "Europe" }],
];

test.each(UNIQUE)("T3 POST %s: two tenants may have the same, one tenant once only", async (path, body) => {
  const [one, other] = [await newTenant(), await newTenant()];

  const statuses = [await one.post(path, body), await other.post(path, body), await one.post(path, body)].map(
    ({ status }) => status,
  );

  expect(statuses).toEqual([201, 201, 409]);
});
