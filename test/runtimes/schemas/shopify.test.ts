import { expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import {
  buildClientSchema,
  execute,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  getVariableValues,
  Kind,
  parse,
  validate,
} from "graphql";
import { SHOPIFY_VERSION } from "../../../src/connectors/engine/api-versions.ts";
import { member } from "../../../src/connectors/engine/platform-values.ts";
import type { PushItem } from "../../../src/connectors/engine/push/push-item.ts";
import { SHOPIFY_FIELDS } from "../../connectors/published/shopify-fields.ts";
import { queryCost } from "../../doubles/platforms/graphql-answers.ts";
import { lamp, picture, variedLamp } from "../../doubles/platforms/lamp.ts";
import { openPlatform } from "../../doubles/platforms/open.ts";
import type { Call } from "../../doubles/platforms/platform.ts";
import { shopifyStore } from "../../doubles/platforms/shopify-store.ts";
import type { StoreOrder } from "../../doubles/platforms/shopify-store-orders.ts";
import { SHOPS } from "../../doubles/platforms/shops.ts";
import { shopifyOperations } from "./asked-in-bulk.ts";
import { packed } from "./packed.ts";
import { bodiesOf, item, requestsOf } from "./requests-of.ts";

/** The first time packages are fetched. */
setDefaultTimeout(180_000);

/** The versions of Shopify that it supports: what is sent is to be taken by each, and by those after the one that is spoken. */
const VERSIONS = ["2026-01", "2026-04", "2026-07", "2026-10"];

/** What a query that is sent has in it. */
interface Body {
  query: string;
  variables: Record<string, unknown>;
}

const schemaOf = (version: string): GraphQLSchema => {
  const file = path.join(packed("@shopify/dev-mcp"), `dist/data/admin_${version}.json.gz`);
  return buildClientSchema(JSON.parse(gunzipSync(readFileSync(file)).toString()).data, { assumeValid: true });
};

/** Judges a query and its variables. */
function judge(schema: GraphQLSchema, query: string, lines: readonly object[]): void {
  const document = parse(query);
  expect(validate(schema, document).map(({ message }) => `${message}: ${query}`)).toEqual([]);
  const operation = document.definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION);
  for (const variables of lines) {
    const { errors = [] } = getVariableValues(schema, operation?.variableDefinitions ?? [], { ...variables });
    expect(errors.map(({ message }) => message)).toEqual([]);
  }
}

/** Fields stand in an answer by their aliases. */
const byAlias: GraphQLFieldResolver<unknown, unknown> = (source, _args, _context, info) =>
  member(source, info.path.key);

/** An answer of the double as the schema would have it: all that is asked for, of the types that it has, and nothing else. */
async function judgeAnswer(schema: GraphQLSchema, { query, variables }: Body, data: unknown): Promise<void> {
  const { errors = [], data: shown } = await execute({
    ...{ schema, document: parse(query), variableValues: variables, rootValue: data, fieldResolver: byAlias },
    typeResolver: (value, _context, { returnType }) =>
      String(returnType) === "Media"
        ? "MediaImage"
        : /^gid:\/\/shopify\/(\w+)\//.exec(String(member(value, "id")))?.[1],
  });
  expect(errors.map(({ message }) => `${message}: ${query}`)).toEqual([]);
  expect(JSON.parse(JSON.stringify(shown))).toEqual(JSON.parse(JSON.stringify(data)));
}

/** All that is asked of a shop that keeps what it is sent, and what it answers. */
async function exchanges(): Promise<{ body: Body; data: unknown }[]> {
  const store = shopifyStore({ locales: ["fr", "en"] });
  const all: { body: Body; data: unknown }[] = [];
  const base = SHOPS.find(({ id }) => id === "shopify") ?? expect.unreachable();
  const answer = () => (call: Call) => {
    const reply = store.reply(call);
    all.push({ body: JSON.parse(call.text), data: member(reply, "json", "data") });
    return reply;
  };
  const { push, adapter, api } = await openPlatform({ ...base, answer });
  const english = { title: "Lamp", description: "", shortDescription: "", seoTitle: "", seoDescription: "", slug: "" };
  const images = [picture("https://images.example/1.jpg")];
  const attributes = [{ name: "metafields.custom.material", value: "Linen" }];
  await adapter.languages?.(api);
  await adapter.priceTax?.(api);
  const items = [
    lamp("A", { images, attributes, translations: { en: english }, compareAtPriceCents: 2_000 }),
    variedLamp("V"),
    varied(300),
  ];
  const made = await push(items);
  const known = items.map((each): PushItem => {
    const outcome = made.find(({ productId }) => productId === each.productId);
    if (!outcome || !("externalId" in outcome)) throw new Error(JSON.stringify(outcome));
    const { externalId, externalItemId = null, parts = each.parts } = outcome;
    const variants = each.variants.map((one) => ({ ...one, externalId: parts.variants[one.variantId] ?? null }));
    return { ...each, externalId, externalItemId, parts, variants };
  });
  for (const kind of ["products", "stock", "prices"] as const) {
    expect((await push(known, kind)).filter((each) => "error" in each)).toEqual([]);
  }
  await adapter.show?.(api, known, false);
  await adapter.find?.(api, items);
  await adapter.pull?.(api, { sinceMs: Date.UTC(2026, 0, 1), cursor: null });
  await adapter.read?.(api, [...known.flatMap(({ externalId }) => externalId ?? []), "gid://shopify/Product/0"], "en");
  store.orders.push(ORDER);
  await adapter.orders?.(api, { sinceMs: 0, cursor: null });
  return all;
}

const refunded = (count: number) =>
  Array.from({ length: count }, () => ({
    ...{ quantity: 1, restockType: "RETURN", lineItem: { id: "gid://shopify/LineItem/1" } },
  }));
/** An order that takes every query of orders. */
const ORDER: StoreOrder = {
  ...{ id: "gid://shopify/Order/1", createdAt: "2026-11-30T08:00:00Z", updatedAt: "2026-11-30T08:00:00Z" },
  ...{ cancelledAt: null, displayFinancialStatus: "PAID" },
  lines: Array.from({ length: 13 }, (_, place) => ({
    ...{
      id: `gid://shopify/LineItem/${place}`,
      sku: "A",
      quantity: 2,
      currentQuantity: 1,
      product: null,
      variant: null,
    },
  })),
  refunds: [{ id: "gid://shopify/Refund/1", lines: refunded(11) }],
};

const ASKED = [
  ...[
    "channels",
    "find",
    "levels",
    "lines",
    "locales",
    "locations",
    "orders",
    "priceTax",
    "prices",
    "publish",
    "pull",
    "push",
    "read",
  ],
  ...["refunded", "refunds", "show", "stock", "texts", "there", "translate", "variants"],
];

/** A product in this number of sizes. */
const varied = (count: number): PushItem => {
  const values = Array.from({ length: count }, (_, place) => `Size ${place}`);
  const [one = expect.unreachable()] = variedLamp("M").variants;
  const variants = values.map((Size, place) => ({
    ...{ ...one, variantId: `m${place}`, sku: `M-${place}`, ean: null, options: { Size }, image: null },
  }));
  return variedLamp("M", { options: [{ name: "Size", values }], variants });
};

test.each(VERSIONS)("Shopify's own schema of %s takes each query and its variables", async (version) => {
  const schema = schemaOf(version);
  const bodies = bodiesOf(await requestsOf("shopify"), /graphql\.json$/) as Body[]; // its own
  expect(bodies.length).toBeGreaterThanOrEqual(6);
  for (const { query, variables } of bodies) judge(schema, query, [variables]);

  const operations = await shopifyOperations(item);
  expect(operations.bodies.map(({ query }) => /\w+ \w+/.exec(query)?.[0])).toContain("query operations");
  for (const { query, variables } of operations.bodies) judge(schema, query, [variables]);
  expect(operations.files.map(({ lines }) => lines.length)).toEqual([1_001, 1_001, 1_001, 1_001]);
  for (const { mutation, lines } of operations.files) judge(schema, mutation, lines);
});

test.each(VERSIONS)("the double of a Shopify shop answers as Shopify's own schema of %s has it", async (version) => {
  const schema = schemaOf(version);
  const all = await exchanges();
  const names = new Set(all.map(({ body }) => /^\w+ (\w+)/.exec(body.query)?.[1] ?? "locations"));
  expect([...names].toSorted()).toEqual(ASKED);
  for (const { body, data } of all) {
    judge(schema, body.query, [body.variables]);
    expect(queryCost(body.query, body.variables)).toBeLessThanOrEqual(1_000);
    await judgeAnswer(schema, body, data);
  }
});

test("what CI lets queries begin with is in the schema", () => {
  const schema = schemaOf(SHOPIFY_VERSION);
  const known = { ...schema.getQueryType()?.getFields(), ...schema.getMutationType()?.getFields() };
  expect(SHOPIFY_FIELDS.split(/\s+/).filter((each) => !(each in known))).toEqual([]);
});

test("the version that is spoken is one of them", () => {
  expect(VERSIONS.at(-1)).toBe(SHOPIFY_VERSION);
});
