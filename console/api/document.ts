import { useEffect, useState } from "preact/hooks";
import type { Schema } from "../ui/schema.ts";
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

let loaded: Promise<ApiDocument | undefined> | undefined;

/** The OpenAPI document of this service: read once, when the first form or grid needs it. */
export function apiDocument(): Promise<ApiDocument | undefined> {
  loaded ??= api.get<ApiDocument>("/openapi.json").then((answer) => {
    if (!answer.ok) loaded = undefined;
    return answer.ok ? answer.value : undefined;
  });
  return loaded;
}

/** The description for a component: `undefined` until it is here. */
export function useDocument(): ApiDocument | undefined {
  const [document, setDocument] = useState<ApiDocument>();
  useEffect(() => {
    void apiDocument().then(setDocument);
  }, []);
  return document;
}
