import { expect, test } from "bun:test";
import { Glob } from "bun";
import { app } from "../harness.ts";

interface Schema {
  title?: string;
  description?: string;
}
interface Field {
  name: string;
  help: string | undefined;
  choices: string[];
  schema: Schema;
  fields?: Field[];
}
interface Document {
  paths: Record<
    string,
    Record<string, { parameters?: { in: string; name: string; schema: Schema; description?: string }[] }>
  >;
  components: { schemas: Record<string, Schema> };
}
const folder = `${import.meta.dir}/../../console`;
// By their paths in a variable: the types of the service's tests know no browser.
const [{ bodyFields }, { fieldsOf }, { codeWord }, { language }] = (await Promise.all(
  ["ui/resource-page.ts", "ui/schema.ts", "words/fields.ts", "words/words.ts"].map(
    (path) => import(`${folder}/${path}`),
  ),
)) as [
  { bodyFields: (document: Document, method: string, path: string) => Field[] },
  { fieldsOf: (schema: object, schemas: object) => Field[] },
  { codeWord: (code: string) => string },
  { language: { value: string } },
];
const described = async (query: string): Promise<Document> => {
  const answer = await app.handle(new Request(`http://catalogd.test/api/v1/openapi.json${query}`));
  return (await answer.json()) as Document;
};
const [plain, french] = await Promise.all([described(""), described("?language=fr")]);

/** Every list and setting that a screen shows a form of. */
const sources = await Promise.all(
  [...new Glob("**/*.tsx").scanSync(folder)].map((path) => Bun.file(`${folder}/${path}`).text()),
);
const paths = sources.flatMap((text) =>
  [...text.matchAll(/\b(?:path|createPath)(?:=|: )"(\/[^"]+)"/g)].map(([, path = ""]) => path),
);
const FORMS = [...new Set([...paths, "/products", "/connectors"])].flatMap(
  (path) =>
    [
      ["post", path],
      ["put", path],
      ["patch", `${path.replace(/\/$/, "")}/one`],
      ["put", `${path}/one`],
    ] as const,
);
/** Every part of the description that a screen names. */
const NAMED = [
  ...new Set(sources.flatMap((text) => [...text.matchAll(/schemas\["(\w+)"\]/g)].map(([, name = ""]) => name))),
];

const withInner = (fields: Field[]): Field[] => fields.flatMap((field) => [field, ...withInner(field.fields ?? [])]);
const fieldsFor = (document: Document): Field[] => {
  const filters = document.paths["/api/v1/products"]?.["get"]?.parameters ?? [];
  const asked = filters.flatMap(({ in: place, name, schema, description }) =>
    place === "query" ? [[name, { ...schema, ...(description ? { description } : {}) }] as const] : [],
  );
  const forms = FORMS.flatMap(([method, path]) => bodyFields(document, method, path));
  const { schemas } = document.components;
  const parts = NAMED.flatMap((name) => (schemas[name] ? fieldsOf(schemas[name], schemas) : []));
  return withInner([
    ...forms,
    ...parts,
    ...fieldsOf({ properties: Object.fromEntries(asked) }, document.components.schemas),
  ]);
};
/** The same in both languages: codes of standards. */
const SAME = /^(?:Unique|ISO [\d-]+(?: alpha-2)?|Description|Style|ASIN|[A-Z]{2,4})\.?$/;

test("each field of the console's forms and filters has a French name and French help", () => {
  const [known, fields] = [fieldsFor(plain), fieldsFor(french)];
  expect(fields.length).toBeGreaterThan(300);
  const missing = fields.flatMap((field, index) => [
    ...(field.schema.title === undefined ? [`name ${field.name}`] : []),
    ...(field.help !== undefined && field.help === known[index]?.help && !SAME.test(field.help)
      ? [`help of ${field.name}: ${field.help}`]
      : []),
  ]);
  expect([...new Set(missing)]).toEqual([]);
});

test("each choice of the console's forms has a French word", () => {
  // Names of companies, formats, protocols and standards, figures and signs are what they are.
  const NAMES =
    /^(?:[\d.]+|x\d+|\W|true|false|[A-D]|R[EO]\w+|[a-z]?ftp|webdav|nextcloud|s3|minio|gcs|xml|csv|excel|zip|html|markdown|tls|starttls|ean|images?|schema_org|max(?:_completion)?_tokens|(?:google|bmecat)_\w+|openai|anthropic|mistral|gemini|deepl|google|libretranslate|searxng|brave|tavily|serper|meta|amazon|idealo|kelkoo|heureka|minimal|test|stock|webhook|descriptions?|type|dimensions|0|1)$/;
  language.value = "fr";
  const missing = fieldsFor(french).flatMap(({ choices }) =>
    choices.filter((code) => !NAMES.test(code) && codeWord(code) === code.replaceAll("_", " ")),
  );
  language.value = "en";
  expect([...new Set(missing)]).toEqual([]);
});
