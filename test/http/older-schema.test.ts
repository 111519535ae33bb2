import { expect, test } from "bun:test";
import { olderSchema } from "../../src/http/describe/documents/older-schema.ts";

test.each([
  [
    { type: ["string", "null"], maxLength: 3 },
    { type: "string", nullable: true, maxLength: 3 },
  ],
  [{ type: ["string", "integer"] }, { anyOf: [{ type: "string" }, { type: "integer" }] }],
  [
    { type: ["string", "null"], enum: ["a"] },
    { type: "string", nullable: true, enum: ["a", null] },
  ],
  [{ type: "null" }, { nullable: true, enum: [null] }],
  [{ const: "fixed" }, { enum: ["fixed"] }],
  [{ anyOf: [{ type: "string" }, { type: "null" }] }, { type: "string", nullable: true }],
  [{ anyOf: [{ $ref: "#/a" }, { type: "null" }] }, { allOf: [{ $ref: "#/a" }], nullable: true }],
  [
    { $ref: "#/a", description: "One." },
    { allOf: [{ $ref: "#/a" }], description: "One." },
  ],
  [
    { type: "number", exclusiveMinimum: 0 },
    { type: "number", minimum: 0, exclusiveMinimum: true },
  ],
  [
    { type: "string", examples: ["x", "y"] },
    { type: "string", example: "x" },
  ],
  [
    { type: "string", contentMediaType: "text/csv" },
    { type: "string", format: "binary" },
  ],
  [
    { type: "object", patternProperties: { "^(.*)$": { const: 1 } } },
    { type: "object", additionalProperties: { enum: [1] } },
  ],
])("%j is %j in OpenAPI 3.0", (schema, older) => {
  const given = structuredClone(schema);
  expect(olderSchema(given)).toEqual(older);
  expect(given).toEqual(schema);
});

test("names of properties and values of examples are not keywords", () => {
  const properties = { const: { type: "string" }, examples: { type: ["integer", "null"] }, type: { const: "x" } };
  expect(olderSchema({ type: "object", properties, examples: [{ const: 1, type: ["a"] }] })).toEqual({
    type: "object",
    properties: {
      const: { type: "string" },
      examples: { type: "integer", nullable: true },
      type: { enum: ["x"] },
    },
    example: { const: 1, type: ["a"] },
  });
});
