import { expect, test } from "bun:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { EVENT_TYPES } from "../../src/vocabulary.ts";
import { modelOf } from "../../src/webhooks/described-webhooks.ts";
import { app } from "../harness.ts";

// What an integrator's tools read: the document as it is served, by a validator that is not ours.

interface Node {
  $ref?: string;
  properties?: Record<string, Node>;
  description?: string;
}
interface Described {
  webhooks: Record<string, { post: { requestBody: { content: Record<string, { schema: Node; example: unknown }> } } }>;
  components: { schemas: Record<string, Node> };
}

const answer = await app.handle(new Request("http://localhost/api/v1/openapi.json"));
const { webhooks, components }: Described = JSON.parse(await answer.text());
// The document's own words (`x-…`, `example`) are none of JSON Schema.
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addSchema({ $id: "document", components });

const pointer = (ref: string) => `document${ref}`;
const schemaAt = ({ $ref, ...own }: Node): Node => ({
  ...(components.schemas[$ref?.replace("#/components/schemas/", "") ?? ""] ?? {}),
  ...own,
});

/** The properties of an example that its schema does not have, or that have no text. */
function unsaid(schema: Node, example: unknown, path: string): string[] {
  if (typeof example !== "object" || example === null || Array.isArray(example)) return [];
  const { properties = {} } = schemaAt(schema);
  return Object.entries(example).flatMap(([name, value]) => {
    const property = properties[name];
    const place = `${path}.${name}`;
    if (property === undefined) return [`${place} is not in the schema`];
    return [
      ...(schemaAt(property).description ? [] : [`${place} is not described`]),
      ...unsaid(property, value, place),
    ];
  });
}

test("the document has each event", () => {
  expect(Object.keys(webhooks).toSorted()).toEqual([...EVENT_TYPES].toSorted());
});

test.each(Object.keys(webhooks))(
  "the example of %s is what its named schema says, and each property has a text",
  (type) => {
    const { schema, example } = webhooks[type]?.post.requestBody.content["application/json"] ?? {};
    const ref = `#/components/schemas/${modelOf(type)}`;
    expect(schema).toEqual({ $ref: ref });
    const check = ajv.getSchema(pointer(ref));

    expect([check?.(example), check?.errors]).toEqual([true, null]);
    expect(unsaid({ $ref: ref }, example, type)).toEqual([]);
    // The schema is not one that takes anything.
    expect(
      check?.({ ...Object(example), data: { ...Object(example).data, id: 5, webhook_id: 5, ean: 5, eans: 5 } }),
    ).toBe(false);
    expect(check?.({ ...Object(example), event: "another" })).toBe(false);
  },
);
