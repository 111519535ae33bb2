import { expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import path from "node:path";
import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { packed } from "./packed.ts";
import { bodiesOf, requestsOf } from "./requests-of.ts";

/** The first time packages are fetched. */
setDefaultTimeout(180_000);

interface Operation {
  entity: string;
  action: string;
  payload: ({ id: string } & Record<string, unknown>)[];
}

const KINDS: Record<string, string> = {
  product: "Product",
  media: "Media",
  product_media: "ProductMedia",
  property_group: "PropertyGroup",
  property_group_option: "PropertyGroupOption",
  webhook: "Webhook",
};
/** What stands in a product and belongs to it. */
const INNER: Record<string, string> = {
  children: "Product",
  media: "ProductMedia",
  configuratorSettings: "ProductConfiguratorSetting",
};

/** Judges by Shopware's own OpenAPI document. */
function openJudge() {
  const file = path.join(packed("@shopware/api-client"), "api-types/adminApiSchema.json");
  const document = JSON.parse(readFileSync(file, "utf8"));
  const ajv = addFormats(new Ajv2020({ strict: false, validateSchema: false, allErrors: true }));
  ajv.addSchema(document, "admin");
  const judge = (schema: object, body: unknown) => {
    const isValid = ajv.compile(schema);
    isValid(body);
    expect(isValid.errors ?? []).toEqual([]);
  };
  const schemaOf = (kind: string) => document.components.schemas[kind];
  const entity = (kind: string, required: string[]) => {
    const names = Object.keys(schemaOf(kind).properties);
    const fields = names.map((name) => [name, { $ref: `admin#/components/schemas/${kind}/properties/${name}` }]);
    return { type: "object", properties: Object.fromEntries(fields), additionalProperties: false, required };
  };
  return {
    body: (address: string, body: unknown) =>
      judge(
        {
          $ref: `admin#/paths/${address.replaceAll("/", "~1")}/post/requestBody/content/application~1json/schema`,
        },
        body,
      ),
    criteria: (body: unknown) => judge({ $ref: "admin#/components/schemas/Criteria" }, body),
    /** Only what is made needs all that is required; what only answers have is called so, too. */
    row: (kind: string, row: object, isMade: boolean) => {
      const required = (schemaOf(kind).required as string[]).filter((each) => each !== "translated");
      judge(entity(kind, isMade ? required : ["id"]), row);
    },
    /** The names of its members alone: what stands in a row has what it needs of where it stands. */
    names: (kind: string, row: object) =>
      expect(Object.keys(row).filter((name) => !(name in schemaOf(kind).properties))).toEqual([]),
  };
}

/** Judges a row, and the names of what stands in it. */
function judgeRow(
  judge: ReturnType<typeof openJudge>,
  kind: string,
  row: Operation["payload"][number],
  isMade: boolean,
) {
  const isInner = (name: string) => kind === "Product" && name in INNER;
  const own = Object.fromEntries(Object.entries(row).filter(([name]) => !isInner(name)));
  judge.row(kind, own, isMade && kind !== "Media");
  const inner = Object.keys(row).filter(isInner);
  for (const name of inner) for (const each of [row[name]].flat()) judge.names(INNER[name] ?? "", Object(each));
}

test("Shopware's OpenAPI document takes each request", async () => {
  const judge = openJudge();
  const sent = await requestsOf("shopware");
  const syncs = bodiesOf(sent, /_action\/sync$/) as Operation[][]; // our own bodies
  const operations = syncs.flat();
  const hooks = operations.filter((each) => each.entity === "webhook");
  expect(hooks.map(({ action }) => action)).toEqual(["upsert", "upsert", "delete"]);
  expect([...new Set(operations.map((each) => each.entity))].toSorted()).toEqual(Object.keys(KINDS).toSorted());
  for (const body of syncs) judge.body("/_action/sync", body);
  const rows = operations.flatMap(({ entity, action, payload }) =>
    action === "delete" ? [] : payload.map((row) => ({ kind: KINDS[entity] ?? expect.unreachable(), row })),
  );
  const made = new Set<string>();
  for (const { kind, row } of rows) {
    judgeRow(judge, kind, row, !made.has(row.id));
    for (const each of [row, ...[row["children"] ?? []].flat()]) made.add(String(Object(each).id));
  }
  for (const body of bodiesOf(sent, /oauth\/token$/)) judge.body("/oauth/token", body);
  for (const body of bodiesOf(sent, /search\//)) judge.criteria(body);
  const uploads = bodiesOf(sent, /_action\/media\/\w+\/upload$/);
  expect(uploads.length).toBeGreaterThan(0);
  for (const body of uploads) judge.body("/_action/media/{mediaId}/upload", body);
});
