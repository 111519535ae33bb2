import { describe, expect, test } from "bun:test";
import { answerSchema, translationSchema } from "../../src/ai/enrichment/answer/answer-schema.ts";
import { BUILTIN_PROMPTS } from "../../src/ai/prompts/builtin.ts";
import { builtinRow } from "../../src/ai/prompts/prompt.ts";
import { resolved } from "../../src/ai/prompts/resolve-prompt.ts";
import { chatRequest } from "../../src/ai/provider/chat-request.ts";
import { TRANSLATABLE_FIELDS } from "../../src/ai/translation/fields.ts";
import { faultsOf, PUBLISHED, type PublishedProvider } from "../doubles/published-requests.ts";

const PROVIDERS = Object.keys(PUBLISHED) as PublishedProvider[]; // Object.keys forgets them
/** One of each that is held to schemas. */
const MODELS: Record<PublishedProvider, string> = {
  openai: "gpt-4o",
  anthropic: "claude-sonnet-4-5",
  mistral: "mistral-small-latest",
  gemini: "gemini-2.5-flash",
};
/** Every schema that the program sends. */
const SCHEMAS = [
  ...[...BUILTIN_PROMPTS.values()].flatMap((each) => {
    const schema = answerSchema(resolved(each.purpose, "library", builtinRow(each)));
    return schema ? [schema] : [];
  }),
  translationSchema(TRANSLATABLE_FIELDS),
  translationSchema(["title"]),
];
const TEXT = { type: "string" };

function faultsWith(provider: PublishedProvider, schema: object): string[] {
  const value = { provider, temperature: null, max_output_tokens: 500, timeout_seconds: 60 };
  const messages = [{ role: "user" as const, content: "Write." }];
  const asked = { provider, model: MODELS[provider], messages, isJson: true, schema: { name: "a", schema } };
  const { body } = chatRequest({ value, secret: "k" }, asked as Parameters<typeof chatRequest>[1]);
  expect(JSON.stringify(body)).toContain("json_schema");
  return faultsOf(provider, body as Record<string, unknown>).map(({ message }) => message);
}

const closed = (properties: object, more: object = {}) => ({
  ...{ type: "object", properties, required: Object.keys(properties), additionalProperties: false },
  ...more,
});

describe.each(PROVIDERS)("what %s publishes of structured outputs", (provider) => {
  test("takes every schema that the program sends", () => {
    expect(SCHEMAS.length).toBeGreaterThan(5);
    for (const { schema } of SCHEMAS) expect(faultsWith(provider, schema)).toEqual([]);
  });

  test.each([
    ["a keyword that it does not name", closed({ a: { ...TEXT, contentEncoding: "base64" } })],
    ["one that it forbids", closed({ a: TEXT }, { patternProperties: { b: TEXT } })],
    ["an object that takes more", closed({ a: closed({ b: TEXT }, { additionalProperties: true }) })],
    [
      "the same inside of a list and a choice",
      closed({ a: { type: "array", items: { anyOf: [{ ...closed({}), additionalProperties: {} }] } } }),
    ],
    ["an unknown type", closed({ a: { type: "text" } })],
    ["no type", closed({ a: {} })],
    ["a choice of none", closed({ a: { anyOf: [] } })],
    ["a list of nothing", closed({ a: { type: "array" } })],
    ["a property that is required and not there", closed({ a: TEXT }, { required: ["a", "b"] })],
    ["a choice at the root", { anyOf: [closed({ a: TEXT })] }],
  ])("refuses %s", (_, schema) => {
    expect(faultsWith(provider, schema).length).toBeGreaterThan(0);
  });
});

test.each(["openai", "mistral"] as const)("%s wants all properties required", (provider) => {
  expect(faultsWith(provider, closed({ a: TEXT, b: TEXT }, { required: ["a"] }))).toEqual([
    "$: required must name all",
  ]);
});

test("Anthropic takes no lengths and limits of values", () => {
  for (const more of [{ maxLength: 60 }, { minimum: 0 }]) {
    expect(faultsWith("anthropic", closed({ a: { ...TEXT, ...more } })).length).toBe(1);
  }
});
