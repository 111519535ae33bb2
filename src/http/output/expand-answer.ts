import type { Reader } from "../../../db/ports.ts";
import type { Expanding, Expansions } from "../input/expand.ts";
import { itemsIn, withItems } from "../input/list-place.ts";
import { JsonText } from "./json-text.ts";

/** What expanded rows are read by. */
interface Reading {
  expansions: Expansions;
  db: Reader;
}

/** What `<name>_id` of these items names, one for each. One statement reads them all. */
async function namedBy(
  items: readonly Record<string, unknown>[],
  name: string,
  { kinds }: Expanding,
  { expansions, db }: Reading,
): Promise<unknown[]> {
  const kind = kinds[name];
  const expansion = kind && expansions[kind];
  if (!expansion) throw new TypeError(`No family expands ${name}`);
  const idOf = (item: Record<string, unknown>) => item[`${name}_id`];
  const ids = [...new Set(items.map(idOf).filter((id) => typeof id === "string"))];
  const found = ids.length > 0 ? await expansion.find(db, ids) : new Map<string, unknown>();
  return items.map((item) => found.get(String(idOf(item))) ?? null);
}

/** The answer with what its ids name under `expanded`; null where an id is null or names nothing any more. */
export async function expandAnswer(
  answer: unknown,
  names: readonly string[],
  expanding: Expanding,
  reading: Reading,
): Promise<unknown> {
  const whole: unknown = answer instanceof JsonText ? answer.toJSON() : answer;
  if (whole instanceof Response) return whole;
  const { list } = expanding;
  const items = (list ? itemsIn(whole, list) : [whole]) as Record<string, unknown>[] | undefined;
  if (!items) return whole;
  const columns = await Promise.all(
    names.map(async (name) => [name, await namedBy(items, name, expanding, reading)] as const),
  );
  const expanded = items.map((item, index) => ({
    ...item,
    expanded: Object.fromEntries(columns.map(([name, values]) => [name, values[index]])),
  }));
  return list ? withItems(whole, list, expanded) : expanded[0];
}
