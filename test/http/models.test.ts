import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Glob } from "bun";
import { CHOICE_NAMES } from "../../src/http/describe/documents/choice-names.ts";
import { describe as describeApp, publicPart } from "../../src/http/describe/documents/description.ts";
import { nameModels, type Place } from "../../src/http/describe/documents/named-models.ts";
import type { Schema } from "../../src/http/describe/documents/schemas.ts";
import { METHODS } from "../../src/http/describe/documents/shared-parts.ts";
import { PUBLIC_TAGS, TAG_GROUPS } from "../../src/http/describe/documents/tags.ts";
import { app } from "../harness.ts";
import { withoutReferences } from "../sweeps/references.ts";

const description = await describeApp(app);
const operations = Object.values(description.paths ?? {}).flatMap((item) =>
  METHODS.flatMap((each) => item?.[each] ?? []),
);
const models = (description.components?.schemas ?? {}) as Record<string, Schema>;

describe("the whole document", () => {
  test("D1-004 is valid, and so is its public part", async () => {
    for (const document of [description, publicPart(description)]) {
      const { valid, errors } = await new Validator().validate(structuredClone(document) as never);
      expect([valid, errors ?? []]).toEqual([true, []]);
    }
  });

  test("names its licence and where the service is", async () => {
    expect(description.info.license?.name).toBeString();
    expect(description.servers?.map(({ url }) => url)).toEqual(["/"]);
    const addressed = await describeApp(app, { apiUrl: "https://pim.example" });
    expect(addressed.servers?.map(({ url }) => url)).toEqual(["https://pim.example"]);
  });

  test("has every group of operations in order, each with a text and at most 25 operations", () => {
    const counts = new Map<string, number>();
    for (const [tag = ""] of operations.map(({ tags = [] }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
    const order = TAG_GROUPS.flatMap(({ tags }) => tags.map(({ name }) => name)).filter((name) => counts.has(name));

    expect([...counts.keys()].toSorted()).toEqual(order.toSorted());
    expect(description.tags?.map(({ name }) => name)).toEqual(order);
    expect(description.tags?.filter((tag) => !/^.{15,}\.$/.test(tag.description ?? ""))).toEqual([]);
    expect(description["x-tagGroups"]?.flatMap(({ tags }) => tags)).toEqual(order);
    expect([...counts].filter(([, operationCount]) => operationCount > 25)).toEqual([]);
  });

  test("D1-006 S1.13 the public part has the public families only, and nothing that only others use", () => {
    const shown = publicPart(description);
    const tags = shown.tags?.map(({ name }) => name) ?? [];
    const families =
      "Authentication, Products, Brands, Categories, Suppliers, Product Tags, Search, Product Search, Imports, Exports, " +
      "AI Enrichment, Connectors, Pricing, Compliance, EAN Lookup, EAN-ASIN Mapping, External API, Webhooks";

    expect(families.split(", ").filter((family) => !tags.includes(family))).toEqual([]);
    expect(tags.filter((tag) => !PUBLIC_TAGS.has(tag))).toEqual([]);
    expect(
      Object.keys(shown.paths ?? {}).filter((path) => /v1\/(?:settings|operator|api-keys|users)/.test(path)),
    ).toEqual([]);
    expect(shown.components?.securitySchemes).not.toHaveProperty("operatorKey");
    expect(shown.components?.schemas).toHaveProperty("Product");
    expect(shown.components?.schemas).not.toHaveProperty("ApiKeyInput");
  });
});

/** What follows references. */
const reported = withoutReferences(description);
const describedOperations = Object.values(reported.paths ?? {}).flatMap((item) =>
  METHODS.flatMap((each) => item?.[each] ?? []),
);

describe("every operation", () => {
  test("says what its parameters mean, on the parameter", () => {
    const all = describedOperations.flatMap(
      // Without references, and read as a client reads it.
      ({ parameters = [] }) => parameters as unknown as { description?: string; schema?: Schema }[],
    );
    expect(all.length).toBeGreaterThan(1_500);
    expect(all.filter(({ description: text = "" }) => text.length < 5)).toEqual([]);
    expect(all.filter(({ schema }) => schema?.description !== undefined)).toEqual([]);
  });

  test("says what its answers mean, and has two blocks of errors at most", () => {
    const answers = describedOperations.map(({ operationId, responses = {} }) => ({ operationId, responses }));
    const errorsOf = (responses: object) => Object.keys(responses).filter((status) => /^[45]/.test(status));
    const isMute = (answer: { description?: string }) => /^$|^Response/.test(answer.description ?? "");

    expect(answers.filter(({ responses }) => errorsOf(responses).join() !== "4XX,5XX")).toEqual([]);
    expect(answers.filter(({ responses }) => Object.values(responses).some(isMute))).toEqual([]);
  });

  test("says who may call it", () => {
    const without = operations.filter(
      ({ description: text = "" }) => !/(?:Needs|Open to everybody).*limit `[A-Z_]+`\.$/.test(text),
    );
    expect(without.map(({ operationId }) => operationId)).toEqual([]);
    const brand = description.paths?.["/api/v1/brands"]?.post?.description;
    expect(brand).toContain("Needs permission `EDIT_CATALOG` or key scope `products:write`");
  });
});

const REF = "#/components/schemas/";

describe("models", () => {
  test("are what answers and bodies refer to", () => {
    const inline: string[] = [];
    for (const { operationId = "", requestBody, responses = {} } of operations) {
      const good = Object.entries(responses).filter(([status]) => status < "300");
      const contents = [requestBody, ...good.map(([, each]) => each)].flatMap((each) =>
        each && "content" in each ? Object.values(each.content ?? {}) : [],
      );
      const schemas = contents.map(({ schema }) => schema as Schema);
      const isInline = ({ properties }: Schema) => Object.keys(properties ?? {}).length > 0;
      if (schemas.some((schema) => isInline(schema) || isInline(schema.items ?? {}))) inline.push(operationId);
    }
    expect(inline).toEqual([]);
  });

  test("have the names of resources", () => {
    const expected =
      "Product ProductPage ProductInput Brand BrandPage BrandInput BrandUpdate Category Supplier Tag Import ImportPage Export " +
      "Webhook WebhookPage Price PriceList Connector User Variant Media Entity SearchPage PageMeta";
    expect(expected.split(" ").filter((name) => !(name in models))).toEqual([]);
  });

  test("hide nothing that TypeScript and browsers know", () => {
    // The compiler's package is named after its platform.
    const [types = ""] = [
      ...new Glob("node_modules/@typescript/*/lib/lib.dom.d.ts").scanSync(join(import.meta.dir, "../..")),
    ];
    const known = readFileSync(join(import.meta.dir, "../..", types), "utf8");
    const globals = new Set([...known.matchAll(/^declare var (\w+):/gm)].map(([, name = ""]) => name));
    for (const name of Object.getOwnPropertyNames(globalThis)) globals.add(name);

    expect(globals.size).toBeGreaterThan(900);
    expect(globals.has("Error")).toBe(true);
    expect(Object.keys(models).filter((name) => globals.has(name) || !/^[A-Z][A-Za-z0-9]+$/.test(name))).toEqual([]);
  });

  test("are there once for each shape", () => {
    const shapes = Object.values(models).map(({ description: _, examples: __, ...shape }) => JSON.stringify(shape));
    expect(shapes.filter((shape, index) => shapes.indexOf(shape) !== index && shape.includes("properties"))).toEqual(
      [],
    );
  });

  test("have each choice of texts once, for all that use it", () => {
    const holders = new Map<string, Set<string>>();
    for (const [name, { enum: _, ...model }] of Object.entries(models)) {
      for (const [, values = ""] of JSON.stringify(model).matchAll(/"enum":(\["[^\]]*","[^\]]*"\])/g)) {
        holders.set(values, (holders.get(values) ?? new Set()).add(name));
      }
    }
    expect(holders.size).toBeGreaterThan(20);
    expect([...holders].filter(([, its]) => its.size > 1)).toEqual([]);
  });

  test("have choices with good names: no word twice, and the resource in front is one", () => {
    const choices = Object.entries(models).flatMap(([name, { enum: values }]) => (values ? [name] : []));
    expect(choices.length).toBeGreaterThan(60);
    expect(Object.values(CHOICE_NAMES).filter((name) => !choices.includes(name))).toEqual([]);
    const made = choices.filter((name) => !Object.values(CHOICE_NAMES).includes(name));
    expect(choices.filter((name) => /([A-Z][a-z]+)\1/.test(name))).toEqual([]);
    const isResource = (text: string) => text in models || `${text}Page` in models || `${text}ListItem` in models;
    const isOfResource = (name: string) =>
      [...name.matchAll(/[A-Z]/g)].some(({ index }) => index > 0 && isResource(name.slice(0, index)));
    // These two say their names themselves.
    expect(made.filter((name) => !isOfResource(name))).toEqual(["Grade", "WorkflowStatus"]);
  });

  test("are all referred to, and all that is referred to is there", () => {
    const text = JSON.stringify(description);
    const named = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = ""]) => name));
    expect([...named].toSorted()).toEqual(Object.keys(models).toSorted());
  });
});

describe("naming", () => {
  const text: Schema = { type: "string" };
  const brand: Schema = { type: "object", properties: { name: text } };
  const place = (operationId: string, role: Place["role"], schema: Schema): Place => ({
    operationId,
    role,
    holder: { schema: structuredClone(schema) },
  });

  test("follows what operations do, and equal shapes are one", () => {
    const places = [
      place("listBrands", "answer", {
        type: "object",
        properties: { items: { type: "array", items: brand }, total: { type: "integer" } },
      }),
      place("getBrand", "answer", { ...brand, description: "The brand" }),
      place("createBrand", "body", { type: "object", properties: { name: text, slug: text } }),
      place("listCategories", "answer", { type: "array", items: { type: "object", properties: { id: text } } }),
      place("mergeBrands", "answer", { type: "object", properties: { moved: text } }),
      place("mergeBrands", "body", { type: "object", properties: { sources: text, into: brand } }),
    ];
    const made = nameModels(places);

    expect(Object.keys(made)).toEqual(
      "Brand BrandInput BrandPage Category MergeBrandsRequest MergeBrandsResponse".split(" "),
    );
    expect(made["BrandPage"]?.properties?.["items"]?.items).toEqual({ $ref: `${REF}Brand` });
    expect(made["MergeBrandsRequest"]?.properties?.["into"]).toEqual({ $ref: `${REF}Brand` });
    expect(places[1]?.holder.schema).toEqual({ $ref: `${REF}Brand`, description: "The brand" });
  });

  test("is by the title where there is one, also within, and a tree names itself", () => {
    const node: Schema = {
      type: "object",
      title: "Node",
      properties: { below: { type: "array", items: { "x-model": "Node" } } },
    };
    const made = nameModels([place("getTree", "answer", { type: "object", properties: { root: node } })]);

    expect(Object.keys(made)).toEqual(["Node", "Tree"]);
    expect(made["Tree"]?.properties?.["root"]).toEqual({ $ref: `${REF}Node` });
    expect(made["Node"]?.properties?.["below"]?.items).toEqual({ $ref: `${REF}Node` });
  });

  test("of a choice that several models have is that of the resource and the property", () => {
    const status = { type: "string", enum: ["open", "closed"] };
    const shop = { type: "object", properties: { name: text, status: { ...status, description: "Now" } } };
    const made = nameModels([
      place("getShop", "answer", shop),
      place("createShop", "body", { type: "object", properties: { status: { ...status, default: "open" } } }),
      place("getDay", "answer", { type: "object", properties: { kind: { type: "string", enum: ["work", "rest"] } } }),
    ]);

    expect(Object.keys(made)).toEqual(["Day", "Shop", "ShopInput", "ShopStatus"]);
    expect(made["ShopStatus"]).toEqual(status);
    expect(made["Shop"]?.properties?.["status"]).toEqual({ $ref: `${REF}ShopStatus`, description: "Now" });
    expect(made["ShopInput"]?.properties?.["status"]).toEqual({ $ref: `${REF}ShopStatus`, default: "open" });
    expect(made["Day"]?.properties?.["kind"]?.["enum"]).toEqual(["work", "rest"]);
  });
});
