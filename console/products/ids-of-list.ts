import type { Page, Refusal } from "../api/answers.ts";
import { api } from "../api/api.ts";

const PART = 100;
/** How many products a request can name one by one. */
export const CHOSEN_MAX = 10_000;

/** The ids of the products of a list, as many as a request can name. */
export async function idsOfList({
  path,
  query,
}: {
  path: string;
  query: Record<string, unknown>;
}): Promise<string[] | Refusal> {
  const all = new Set<string>();
  let cursor: string | undefined;
  do {
    const answer = await api.get<Page<{ id: string }>>(path, { query: { ...query, limit: PART, cursor } });
    if (!answer.ok) return answer.refusal;
    for (const { id } of answer.value.items) all.add(id);
    cursor = answer.value.meta.next_cursor ?? undefined;
  } while (cursor !== undefined && all.size < CHOSEN_MAX);
  return [...all];
}
