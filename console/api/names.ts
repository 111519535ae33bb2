import { known, type Page } from "./answers.ts";
import { api } from "./api.ts";
import { useCall, useGet } from "./use-call.ts";

interface Named {
  id: string;
  title: string;
}
/** So many fit into one address. */
const AT_ONCE = 50;

/** The languages of the tenant's texts besides the first one. */
export function useOtherLanguages(): string[] {
  const { value } = useGet<{ enabled: string[]; pivot: string }>("/settings/languages");
  return (value?.enabled ?? []).filter((code) => code !== value?.pivot);
}

/** The titles of products that an answer names by id. */
export function useTitles(ids: readonly string[]): ReadonlyMap<string, string> {
  const wanted = [...new Set(ids)].sort();
  const loaded = useCall(wanted.join(), async () => {
    const titles = new Map<string, string>();
    for (let at = 0; at < wanted.length; at += AT_ONCE) {
      const part = wanted.slice(at, at + AT_ONCE);
      const answer = await api.get<Page<Named>>("/products", { query: { ids: part, limit: AT_ONCE } });
      if (!answer.ok) return answer;
      for (const { id, title } of answer.value.items) titles.set(id, title);
    }
    return known(titles);
  });
  return loaded.value ?? new Map();
}
