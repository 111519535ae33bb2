import { audienceOf } from "./audiences.ts";
import type { Description } from "./schemas.ts";
import { METHODS } from "./shared-parts.ts";

/** An operation as a search shows it. */
export interface FoundOperation {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  tag: string;
  /** Where Swagger UI shows it. */
  href: string;
}

/** Every operation of a description, in its order. */
export const operationsFound = (description: Description): FoundOperation[] =>
  Object.entries(description.paths ?? {}).flatMap(([path, item = {}]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      const id = operation?.operationId;
      if (!operation || id === undefined) return [];
      const tag = operation.tags?.[0] ?? "default";
      const part = audienceOf(tag)?.id ?? "";
      const href = `/docs/api?part=${part}#/${encodeURIComponent(tag)}/${id}`;
      const { summary = "", description: text = "" } = operation;
      return [{ id, method: method.toUpperCase(), path, summary, description: text, tag, href }];
    }),
  );
