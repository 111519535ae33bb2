import { useEffect, useState } from "preact/hooks";
import type { Schema } from "../ui/schema.ts";
import { fieldNames } from "../words/fields.ts";
import { type Language, language } from "../words/words.ts";
import { api } from "./api.ts";

interface Operation {
  parameters?: { name?: string; in?: string; schema?: Schema; description?: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses?: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

/** The description of the API, as far as forms and columns need it. */
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const loaded = new Map<Language, Promise<ApiDocument | undefined>>();

/** What fields are called, of a description that says it. */
function namesOf({ components, paths }: ApiDocument): Map<string, string> {
  const names = new Map<string, string>();
  const parameters = Object.values(paths).flatMap((item) =>
    Object.values(item).flatMap((each) => each.parameters ?? []),
  );
  const found = [
    ...Object.values(components.schemas).flatMap(({ properties = {} }) => Object.entries(properties)),
    ...parameters.map(({ name = "", schema = {} }): [string, Schema] => [name, schema]),
  ];
  for (const [name, { title }] of found) if (title !== undefined && !names.has(name)) names.set(name, title);
  return names;
}

/** The OpenAPI document of this service, with the words of the console's language: read once for each. */
export function apiDocument(): Promise<ApiDocument | undefined> {
  const spoken = language.value;
  const known = loaded.get(spoken);
  const reading =
    known ??
    api.get<ApiDocument>("/openapi.json", { query: { language: spoken } }).then((answer) => {
      if (!answer.ok) loaded.delete(spoken);
      return answer.ok ? answer.value : undefined;
    });
  loaded.set(spoken, reading);
  void reading.then((document) => {
    if (document && language.value === spoken) fieldNames.value = namesOf(document);
  });
  return reading;
}

/** The description for a component: `undefined` until it is here. */
export function useDocument(): ApiDocument | undefined {
  const [document, setDocument] = useState<ApiDocument>();
  const spoken = language.value;
  useEffect(() => {
    void apiDocument().then(setDocument);
  }, [spoken]);
  return document;
}
