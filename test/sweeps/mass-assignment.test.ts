import { describe, expect, test } from "bun:test";
import { named, OPERATIONS, type Operation, type Schema } from "./operations.ts";
import { propertiesOf } from "./values.ts";
import { call, requestOf, rightsOf, rowsOf, seededTenant, storedOf } from "./world.ts";

const victim = await seededTenant("qzvictimqz");
const caller = await seededTenant("qzcallerqz");

const MARK = "0badc0de-0bad-4bad-8bad-0badc0de0bad";
/** What no one may set, with values that are found in every place where they are stored. */
const SMUGGLED: Record<string, unknown> = {
  id: MARK,
  tenant_id: victim.id,
  tenant: { id: victim.id, license_status: "active" },
  user_id: MARK,
  created_by: MARK,
  owner_id: MARK,
  is_admin: "smuggled",
  role: "smuggled",
  permissions: ["smuggled"],
  scopes: ["smuggled"],
  password_hash: "smuggled",
  created_at: "2001-02-03T04:05:06.000Z",
  updated_at: "2001-02-03T04:05:06.000Z",
  created_at_ms: 981_173_106_000,
  version: 987_654_321,
};
const TRACES = [MARK, "smuggled", "2001-02-03", "981173106000", "987654321", victim.id];

/** A body that names its fields; one that takes any name stores what it is given. */
const isClosed = (schema: Schema | undefined): boolean =>
  schema !== undefined &&
  schema["type"] === "object" &&
  !schema["patternProperties"] &&
  (schema["additionalProperties"] ?? false) === false;

const smuggledInto = ({ body }: Operation) => {
  const declared = new Set(propertiesOf(body?.schema ?? {}).map(([name]) => name));
  return Object.fromEntries(Object.entries(SMUGGLED).filter(([name]) => !declared.has(name)));
};

describe("T13 a field that is not the caller's to set", () => {
  const taking = OPERATIONS.filter(({ body, credential }) => credential !== "none" && isClosed(body?.schema));

  test.each(named(taking))("%s ignores or refuses it", async (_, operation) => {
    const requests = requestOf(operation, caller);
    const before = await rowsOf(victim.db);
    const body = { ...Object(requests.body), ...smuggledInto(operation) };

    const answer = await call(operation, { ...requests, body }, await rightsOf(operation, caller));

    expect(answer.status).toBeLessThan(500);
    const stored = await storedOf(caller.db);
    expect(TRACES.filter((trace) => stored.includes(trace))).toEqual([]);
    expect(await rowsOf(victim.db)).toEqual(before);
  });
});
