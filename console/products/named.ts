import type { Page } from "../api/answers.ts";
import { useGet } from "../api/use-call.ts";

/** Lists whose names stand for the ids of a field or filter. */
export const LISTS: Readonly<Record<string, string>> = {
  brand_id: "/brands",
  category_id: "/categories",
  supplier_id: "/suppliers",
  supplier_ids: "/suppliers",
  tag_id: "/product-tags",
};
interface Named {
  id: string;
  name: string;
}

/** The names of what a field holds by id; `undefined` for a field that holds none. */
export function useNamed(field: string): ReadonlyMap<string, string> | undefined {
  const path = LISTS[field];
  const list = useGet<Page<Named> | Named[]>(path, { limit: 100 });
  if (path === undefined) return undefined;
  const all = list.value === undefined ? [] : Array.isArray(list.value) ? list.value : list.value.items;
  return new Map(all.map(({ id, name }) => [id, name]));
}
