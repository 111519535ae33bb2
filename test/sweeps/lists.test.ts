import { expect, test } from "bun:test";
import { OPERATIONS, type Operation, type Schema } from "./operations.ts";
import { call, requestOf, rightsOf, seededTenant } from "./world.ts";

// Every list takes `per_page` and `fields`.

const tenant = await seededTenant("qzlistsqz");
const TEST_MS = 120_000;

/** Arrays that the contract names, or that the paths it names had from the first day. No list comes to these. */
const ARRAYS = [
  "GET /categories/tree",
  "GET /connectors",
  "GET /connectors/platforms",
  "GET /connectors/sync-status",
  "GET /connectors/{connector_id}/jobs",
  "GET /enrichment/products/{product_id}/history",
  "GET /enrichment/prompt-bindings",
  "GET /enrichment/prompts/",
  "GET /enrichment/translate/batch",
  "GET /entities/{entity_id}/configurations",
  "GET /imports/recent",
  "GET /mapping-templates/supplier/{supplier_id}",
  "GET /price-lists",
  "GET /price-lists/products/{product_id}/prices",
  "GET /prices/alerts/triggered",
  "GET /prices/alerts/{alert_id}/history",
  "GET /prices/history/{product_id}",
  "GET /products/brands/list",
  "GET /products/categories",
  "GET /products/categories/list",
  "GET /products/{product_id}/prices",
  "GET /products/{product_id}/prices/history",
];

/** Lists whose fields are the columns that the caller names by a parameter of their own. */
const OWN_FIELDS = ["GET /exports/products", "GET /exports/profiles/{profile_id}/preview"];

/** `limit` is how many products are looked at: those without a fault are not listed. */
const COUNTS_OTHERS = ["GET /exports/feeds/{feed_id}/check"];

/** All on one page, as their answer says by the contract. */
const ONE_PAGE = ["GET /appsync/categories", "GET /appsync/suppliers"];

const answerOf = ({ answers }: Operation): Schema => {
  const schema = answers["200"]?.["application/json"] ?? {};
  return (schema["anyOf"] as Schema[] | undefined)?.[0] ?? schema;
};
const LISTS = OPERATIONS.filter((operation) => {
  const answer = answerOf(operation);
  const properties = Object(answer["properties"]);
  const isList = answer["type"] === "array" || [properties.items, properties.data].some(isOfObjects);
  return operation.method === "GET" && isList && !OWN_FIELDS.includes(operation.name);
});

function isOfObjects(schema: Schema | undefined): boolean {
  return schema?.["type"] === "array" && Object(schema["items"]).properties !== undefined;
}

/** The items of an answer: those of the array that it is or has. */
const itemsOf = (body: unknown): object[] => (Array.isArray(body) ? body : (Object(body).items ?? Object(body).data));

test("the only plain arrays are those of the contract", () => {
  const arrays = LISTS.filter((operation) => answerOf(operation)["type"] === "array");
  expect(arrays.map(({ name }) => name).toSorted()).toEqual(ARRAYS);
});

/** What is wrong with a list that is asked for one item with one field; `undefined`: it is empty, or not to be had. */
async function faultsOf(operation: Operation): Promise<string[] | undefined> {
  const rights = await rightsOf(operation, tenant);
  const request = requestOf(operation, tenant);
  const whole = await call(operation, request, rights);
  const [first] = whole.status === 200 ? itemsOf(JSON.parse(whole.text)) : [];
  const [field] = Object.keys(first ?? {});
  const isCut = !ONE_PAGE.includes(operation.name);
  const query = { ...request.query, ...(isCut && { per_page: 1 }), ...(field !== undefined && { fields: field }) };
  const answer = await call(operation, { ...request, query }, rights);
  if (answer.status !== whole.status) return [`${answer.status} ${answer.text}`];
  const unknown = answer.headers.get("x-unknown-parameters");
  if (unknown !== null) return [`does not know ${unknown}`];
  if (field === undefined) return undefined;
  const items = itemsOf(JSON.parse(answer.text));
  return [
    ...(items.length === 1 || !isCut || COUNTS_OTHERS.includes(operation.name)
      ? []
      : [`answers ${items.length} items`]),
    ...items.flatMap((item) => Object.keys(item)).flatMap((name) => (name === field ? [] : [`answers ${name}`])),
  ];
}

test(
  "every list answers one item with one field when it is asked so",
  async () => {
    const wrong: string[] = [];
    let full = 0;
    for (const operation of LISTS) {
      const faults = await faultsOf(operation);
      if (faults) full++;
      wrong.push(...(faults ?? []).map((fault) => `${operation.name} ${fault}`));
    }
    expect(wrong).toEqual([]);
    expect(full).toBeGreaterThan(40);
  },
  TEST_MS,
);

test("a list that is answered whole can be cut, and Link leads through it", async () => {
  const { body: all } = await tenant.get("/products/categories/list");
  expect(all.length).toBeGreaterThan(1);
  const half = await tenant.get("/products/categories/list?page=2&per_page=1&fields=id");

  expect(half.body).toEqual([{ id: all[1].id }]);
  expect(half.headers.get("link")).toContain('per_page=1&fields=id>; rel="prev"');
  expect(half.headers.get("etag")).not.toBeNull();
  const last = await tenant.get("/products/categories/list?page=1000&per_page=100");
  expect(last.body).toEqual([]);
  for (const query of ["per_page=0", "per_page=101", "page=0", "fields=no_such_field"]) {
    const refused = await tenant.get(`/products/categories/list?${query}`);
    expect([query, refused.status, refused.body.error?.details?.[0].field]).toEqual([query, 400, query.split("=")[0]]);
  }
});

test("the older names stay, and per_page wins over them", async () => {
  const { body } = await tenant.get("/imports/recent?limit=50&per_page=1");
  expect(body).toHaveLength(1);
  expect((await tenant.get("/imports/recent?per_page=1000")).status).toBe(400);
});
