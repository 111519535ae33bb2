import { expect, test } from "bun:test";
import { named, OPERATIONS, type Operation, type Schema } from "./operations.ts";
import { call, requestOf, rightsOf, rowsOf, seededTenant } from "./world.ts";

const tenant = await seededTenant("qznarrowqz");

// What says in a body or query which of many resources an operation works on.
const NARROWING =
  /^(?:filters?|ids|\w+_ids|since(?:_timestamp)?|only_\w+|\w+_(?:filter|pattern)|include_fields|exclude_fields|confirmation_phrase)$/;

/** Lists of ids that are the value of a field and not a choice of what is worked on, and bodies of one resource. */
const NOT_A_CHOICE: ReadonlySet<string> = new Set([
  "addProductTags",
  "putProductTags",
  "reorderMedia",
  "createRepricingRule",
  "updateRepricingRule",
  // It reads, and says so in `X-Unknown-Parameters`.
  "findProducts",
]);

const propertiesOf = (schema: Schema | undefined) => (schema?.["properties"] ?? {}) as Record<string, Schema>;
const writing = OPERATIONS.filter(({ method }) => method !== "GET");
const refusing = writing.filter(({ refusesUnknown }) => refusesUnknown);
const narrowing = ({ body, parameters }: Operation) =>
  [
    ...Object.keys(propertiesOf(body?.schema)),
    ...parameters.filter(({ place }) => place === "query").map(({ name }) => name),
  ].filter((name) => NARROWING.test(name));

test("S31.6 D0.18 each operation whose body or query narrows what it works on refuses what it does not know", () => {
  const open = writing.filter((each) => narrowing(each).length > 0 && !each.refusesUnknown);

  expect(open.map(({ id }) => id).filter((id) => !NOT_A_CHOICE.has(id))).toEqual([]);
  expect(refusing.length).toBeGreaterThan(30);
});

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const slipOf = (name: string) => `${name}x`;

/** Each body with one name misspelt, at the top and one level down, with the path of that name. */
function* slips(schema: Schema, body: unknown, path = ""): Generator<[field: string, body: unknown]> {
  if (!isRecord(body)) return;
  const isOpen = Object.keys(propertiesOf(schema)).length === 0 && !/filters?\.$/.test(path);
  if (isOpen && path !== "") return;
  const names = new Set([...Object.keys(body), ...(path === "" ? Object.keys(propertiesOf(schema)) : [])]);
  for (const name of names) {
    const { [name]: value, ...rest } = body;
    yield [path + slipOf(name), { ...rest, [slipOf(name)]: value ?? [] }];
  }
  for (const [name, each] of Object.entries(propertiesOf(schema))) {
    const within = /^filters?$/.test(name) ? { brand: "x" } : body[name];
    for (const [field, inner] of slips(each, within, `${path}${name}.`)) yield [field, { ...body, [name]: inner }];
  }
}

const fieldsOf = (text: string): string[] =>
  (JSON.parse(text).error?.details ?? []).map(({ field }: { field: string }) => field);

const bodied = refusing.filter(({ body }) => body && !body.types.includes("multipart/form-data"));

test.each(named(bodied))(
  "S31.6 D0.18 %s refuses a misspelt field by its name, and changes nothing",
  async (_, operation) => {
    const request = requestOf(operation, tenant);
    const rights = await rightsOf(operation, tenant);
    const before = await rowsOf(tenant.db);

    for (const [field, body] of slips(operation.body?.schema ?? {}, request.body)) {
      const answer = await call(operation, { ...request, body }, rights);
      expect([field, answer.status]).toEqual([field, 422]);
      expect(fieldsOf(answer.text)).toContain(field);
    }
    expect(changedTables(before, await rowsOf(tenant.db))).toEqual([]);
  },
);

test.each(named(refusing))("S31.6 %s refuses a parameter that it does not know", async (_, operation) => {
  const request = requestOf(operation, tenant);
  const rights = await rightsOf(operation, tenant);

  const answer = await call(operation, { ...request, query: { ...request.query, preview_onlyx: "true" } }, rights);

  expect([answer.status, fieldsOf(answer.text)]).toEqual([400, ["preview_onlyx"]]);
});

const changedTables = (before: Record<string, string>, after: Record<string, string>) =>
  Object.keys(after).filter((table) => before[table] !== after[table]);
