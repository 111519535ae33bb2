import { expect, test } from "bun:test";
import { OPERATIONS } from "./operations.ts";
import { FREE_FIELDS } from "./seeds.ts";
import { placesOf } from "./values.ts";
import { knownTo, seededTenant } from "./world.ts";

const { ids } = await seededTenant("qzseedqz");

/** What names a tenant's resource by its name. */
const LOOKS_LIKE_ID = /(?:^|_)(?:ids?|eans?|refs?)$/;

test("every path parameter has a seed", () => {
  const unseeded = OPERATIONS.flatMap((operation) =>
    operation.parameters
      .filter(({ place, name }) => place === "path" && knownTo(ids, operation)(name) === undefined)
      .map(({ name }) => `${operation.name}: add "${name}" to a seed of test/<family>/family.ts`),
  );

  expect(unseeded).toEqual([]);
});

test("every field of a query or body that looks like an id has a seed, or a reason to have none", () => {
  const unseeded = OPERATIONS.flatMap((operation) => {
    const query = operation.parameters.filter(({ place }) => place === "query").map(({ name }) => name);
    const body = operation.body ? placesOf(operation.body.schema).map(({ name }) => name) : [];
    return [...query, ...body]
      .filter(
        (name) => LOOKS_LIKE_ID.test(name) && !(name in FREE_FIELDS) && knownTo(ids, operation)(name) === undefined,
      )
      .map((name) => `${operation.name}: add "${name}" to a seed, or to FREE_FIELDS`);
  });

  expect([...new Set(unseeded)]).toEqual([]);
});
