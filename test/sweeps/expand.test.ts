import { expect, test } from "bun:test";
import { OPERATIONS, type Operation, type Schema } from "./operations.ts";
import { call, requestOf, rightsOf, seededTenant } from "./world.ts";

// Every answer that takes `expand` shows what it says.

const tenant = await seededTenant("qzexpandqz");
const TEST_MS = 120_000;

const itemOf = ({ answers }: Operation): Schema => {
  const schema: Schema = answers["200"]?.["application/json"] ?? {};
  const [first] = (schema["anyOf"] as Schema[] | undefined) ?? [schema];
  const { items, data } = Object(first?.["properties"]);
  return Object([first, items, data].find((each) => Object(each).items)?.items ?? first);
};

/** The names that an operation's `expand` takes. */
const namesOf = (operation: Operation): string[] =>
  operation.parameters.some(({ name, place }) => name === "expand" && place === "query")
    ? Object.keys(Object(itemOf(operation)["properties"]).expanded.properties)
    : [];
const EXPANDING = OPERATIONS.filter((operation) => namesOf(operation).length > 0);
const itemsOf = (body: object): Record<string, unknown>[] => {
  const { items, data } = Object(body);
  return [body, items, data].find(Array.isArray) ?? [body];
};

/** What is wrong with what an item shows for an id; `undefined`: nothing. */
function faultOf(item: Record<string, unknown>, name: string): string | undefined {
  const [id, shown] = [item[`${name}_id`], Object(item["expanded"])[name]];
  if (shown === undefined) return `does not show ${name}`;
  if (id === undefined) return `has no ${name}_id`;
  return shown === null || shown.id === id ? undefined : `shows ${shown.id} for ${id}`;
}

/** What is wrong with an answer that shows all it can, and how many ids of it were followed. */
async function look(operation: Operation): Promise<{ faults: string[]; followed: number }> {
  const names = namesOf(operation);
  const request = requestOf(operation, tenant);
  const rights = await rightsOf(operation, tenant);
  const answer = await call(operation, { ...request, query: { ...request.query, expand: names } }, rights);
  if (answer.status !== 200) return { faults: [`${answer.status} ${answer.text}`], followed: 0 };
  const items = itemsOf(JSON.parse(answer.text));
  const faults = items.flatMap((item) => names.flatMap((name) => faultOf(item, name) ?? []));
  return { faults, followed: items.flatMap(({ expanded }) => Object.values(Object(expanded)).filter(Boolean)).length };
}

test(
  "every read that takes `expand` shows what its ids name",
  async () => {
    const wrong: string[] = [];
    let followed = 0;
    for (const operation of EXPANDING) {
      const found = await look(operation);
      followed += found.followed;
      wrong.push(...found.faults.map((fault) => `${operation.name} ${fault}`));
    }
    expect(wrong).toEqual([]);
    expect(EXPANDING.length).toBeGreaterThan(55);
    expect(followed).toBeGreaterThan(25);
  },
  TEST_MS,
);

/** Ids that need no `expand`, each for a reason. */
const SHOWN_OTHERWISE: Record<string, string> = {
  "GET /analytics/price-sources product": "the caller has named it",
  "GET /enrichment/products/{product_id} entity": "the caller has named it",
  "GET /prices/export-watchlist product": "the item is the product",
  "GET /prices/{price_id} product": "one price is read from a list of its product",
  "GET /products/{product_id}/content-variants/{language} entity": "the caller has named it",
  "GET /products/{product_id}/price price_list": "the lists that were considered have their names",
  "GET /products/{product_id}/price variant": "the caller has named it",
};

test("every answer can show what its ids name", () => {
  const kinds = new Set(EXPANDING.flatMap(namesOf));
  const missing = OPERATIONS.filter(({ method }) => method === "GET").flatMap((operation) => {
    const properties: Record<string, Schema> = Object(itemOf(operation)["properties"]);
    const shown = namesOf(operation);
    return Object.entries(properties).flatMap(([key, schema]) => {
      const name = key.replace(/_id$/, "");
      const isOfPath = operation.name.includes(`{${key}}`);
      const isId = name !== key && JSON.stringify(schema).includes('"uuid"');
      return isId && kinds.has(name) && !isOfPath && !shown.includes(name) ? [`${operation.name} ${name}`] : [];
    });
  });
  expect(missing.toSorted()).toEqual(Object.keys(SHOWN_OTHERWISE).toSorted());
});
