import { type Answer, type Page, queryText } from "../api/answers.ts";
import { api } from "../api/api.ts";
import type { ApiDocument } from "../api/document.ts";
import { type Paged, usePages } from "../api/use-call.ts";
import { type Field, fieldsOf, resolve, type Schema } from "./schema.ts";

/** A row of any list. */
export type Row = Record<string, unknown>;

type Listed<R> = R[] | { items: R[]; meta?: Page<R>["meta"]; total?: number; next_cursor?: string | null };

/** A list in any of the shapes that the API has, as a page. */
function asPage<R>(listed: Listed<R>): Page<R> {
  if (Array.isArray(listed)) return { items: listed, meta: { total: listed.length } };
  const { items, meta, total, next_cursor: cursor } = listed;
  if (meta) return { items, meta };
  return { items, meta: { ...(total === undefined ? {} : { total }), next_cursor: cursor ?? null } };
}

/** A page of a list by its path. */
export async function fetchPage<R = Row>(
  path: string,
  cursor: string | undefined,
  signal: AbortSignal,
  query: Record<string, unknown> = {},
): Promise<Answer<Page<R>>> {
  const answer = await api.get<Listed<R>>(path, { signal, query: { limit: 50, cursor, ...query } });
  return answer.ok ? { ...answer, value: asPage(answer.value) } : answer;
}

/** The pages of a list, from the first one again when its path, its query or `turn` changes. */
export const useList = <R = Row>(path: string, query: Record<string, unknown> = {}, turn = ""): Paged<R> =>
  usePages<R>(`${path}${queryText(query)} ${turn}`, (cursor, signal) => fetchPage<R>(path, cursor, signal, query));

/** The path of the description that an address such as `/brands/7` is of. */
function describedPath(document: ApiDocument, path: string): string | undefined {
  const wanted = `/api/v1${path}`.split("/");
  return Object.keys(document.paths).find((each) => {
    const parts = each.split("/");
    return (
      parts.length === wanted.length && parts.every((part, index) => part.startsWith("{") || part === wanted[index])
    );
  });
}

/** The fields that an operation takes as its body; none where there is no such operation. */
export function bodyFields(document: ApiDocument, method: string, path: string): Field[] {
  const described = describedPath(document, path);
  const operation = described === undefined ? undefined : document.paths[described]?.[method];
  const schema = operation?.requestBody?.content["application/json"]?.schema;
  return schema ? fieldsOf(schema, document.components.schemas) : [];
}

/** The fields of what a list holds. */
export function listFields(document: ApiDocument, path: string): Field[] {
  const { schemas } = document.components;
  const answer = document.paths[`/api/v1${path}`]?.["get"]?.responses?.["200"]?.content?.["application/json"]?.schema;
  if (!answer) return [];
  const list: Schema = resolve(answer, schemas);
  const items = list.type === "array" ? list : resolve(list.properties?.["items"] ?? {}, schemas);
  return items.items ? fieldsOf(items.items, schemas) : [];
}
