import { expect, test } from "bun:test";
import { Glob } from "bun";

/**
 * A table's columns are listed where it is declared, in the calls of `table`, `keyedTable` and `selection`. Statements and
 * readers are made of that. From this many columns on, a list that is written by hand beside it is found here.
 */
const COLUMNS_FROM = 6;
const ASSIGNED_FROM = 5;
const READ_FROM = 4;

/** Lists that are written by hand all the same: how many a file has, and why. The numbers may only shrink. */
const BY_HAND: Record<string, { lists: number; why: string }> = {
  "db/connectors/mappings.ts": { lists: 1, why: "each value that comes empty leaves what is there" },
  "db/competitors/merging.ts": { lists: 2, why: "rows of one competitor become those of another in one statement" },
  "db/connectors/shop-webhooks.ts": { lists: 2, why: "what was registered and what came of it are noted apart" },
  "db/connectors/unknown-codes.ts": { lists: 1, why: "sums of lines by their code, which are no table's columns" },
  "db/doctor/figures.ts": { lists: 1, why: "sums over tables, which are no table's columns" },
  "db/export-platforms/items.ts": {
    lists: 1,
    why: "the product's name comes from its row, the position from the place",
  },
  "db/history/imported-changes.ts": { lists: 1, why: "a common table expression, which the statement itself reads" },
  "db/history/product-changes.ts": { lists: 1, why: "the number and the author's name are found by the statement" },
  "db/imports/import-steps.ts": { lists: 1, why: "the end of a step is the sequence's place then" },
  "db/jobs/lease.ts": { lists: 2, why: "moves of jobs count and clear in one statement" },
  "db/jobs/queue.ts": { lists: 2, why: "enqueue leaves with the next statement; a claim counts" },
  "db/jobs/rescue.ts": { lists: 1, why: "what becomes of jobs of all tenants follows from their rows" },
  "db/rate-limits/news.ts": { lists: 3, why: "it belongs to no tenant, before whom requests are counted" },
  "db/price-monitor/map-cases.ts": { lists: 3, why: "cases are made from the prices seen, in one statement" },
  "db/price-monitor/map-evidence.ts": { lists: 2, why: "evidence is made from open cases, in one statement" },
  "db/stock/movements.ts": { lists: 1, why: "the number is found by the statement" },
  "db/upgrades/0.1.0-position-completeness.ts": { lists: 3, why: "a step has the triggers of its own version" },
  "db/upgrades/0.1.0-position-flags.ts": { lists: 5, why: "a step has the triggers of its own version" },
  "db/workflow/product-moves.ts": { lists: 1, why: "the number is found by the statement" },
};

const ITEM = String.raw`(?:\w+\.)?[a-z][a-z0-9_]*(?: as \w+)?`;
/** `name, t.slug, t.color as colour`, in a statement. */
const LIST = new RegExp(String.raw`(?<![\w.:])${ITEM}(?:,\s+${ITEM})+(?!\w)`, "g");
/** `name = :name, color = excluded.color`. */
const ASSIGNED = /\w+ = [:\w.]+(?:\([^()]*\))?(?:,\s+\w+ = [:\w.]+(?:\([^()]*\))?)+/g;
/** `name: text(row, "name"), color: textOrNull(row, "color")`, comments among them. */
const READ = /(?:\w+: \w+\(row, "\w+"\)[^,\n]*,(?:\s*\/\/[^\n]*)*\s+){2,}/g;

async function columnsOfSchema(): Promise<Set<string>> {
  const scripts = await Array.fromAsync(new Glob("db/**/*.sql").scan("."));
  const texts = await Promise.all(scripts.map((path) => Bun.file(path).text()));
  const tables = texts.flatMap((text) => [...text.matchAll(/create table \w+ \((.*?)\n\)/gs)]);
  return new Set(
    tables.flatMap(([, body = ""]) =>
      [...body.matchAll(/^ {2}(\w+) +(?:text|integer|real|blob)/gm)].map(([, name = ""]) => name),
    ),
  );
}

const COLUMNS = await columnsOfSchema();
const namesIn = (list: string) => list.split(/,\s+/).map((item) => item.replace(/^\w+\./, "").replace(/ as \w+$/, ""));

/** The lists of columns in a source that are written by hand. */
function listsIn(source: string): string[] {
  const parts = (found: string, between: RegExp) => found.split(between).length;
  return [
    ...(source.match(LIST) ?? []).filter((list) => {
      const names = namesIn(list).filter((name) => COLUMNS.has(name));
      // Members of objects are written without underscores; a list of columns has some.
      return names.length >= COLUMNS_FROM && names.some((name) => name.includes("_"));
    }),
    ...(source.match(ASSIGNED) ?? []).filter((list) => parts(list, /,\s+(?=\w+ = )/) >= ASSIGNED_FROM),
    ...(source.match(READ) ?? []).filter((list) => parts(list, /\(row, /) - 1 >= READ_FROM),
  ];
}

const FOUND = new Map<string, string[]>();
for (const file of await Array.fromAsync(new Glob("db/**/*.ts").scan("."))) {
  const lists = listsIn(await Bun.file(file).text());
  if (lists.length > 0) FOUND.set(file, lists);
}

test("files of db/ list the columns of no table by hand, but those that are known", () => {
  const unknown = [...FOUND].filter(([file]) => BY_HAND[file] === undefined);
  expect(unknown).toEqual([]);
  expect(COLUMNS.size).toBeGreaterThan(300);
});

test.each(Object.entries(BY_HAND))("%s has as many lists by hand as are known, and no more", (file, { lists }) => {
  expect([file, FOUND.get(file)?.length ?? 0]).toEqual([file, lists]);
});

test("lists of an insert, a select, an update and a reader are found", () => {
  const insert = "insert into media (tenant_id, id, product_id, source, url, source_url, title) values (:tenant)";
  const select = "select m.id, m.product_id, m.source, m.url, m.source_url, m.title from media m";
  const update = "update media set title = :title, url = :url, source = :s, is_primary = :p, position = :position";
  const reader = `({
    id: text(row, "id"),
    // A check constraint holds the words.
    source: text(row, "source") as Source,
    url: text(row, "url"),
    title: textOrNull(row, "title"), // as it was given
    position: number(row, "position"),
  })`;
  for (const source of [insert, select, update, reader]) expect(listsIn(source)).toHaveLength(1);
  expect(listsIn("select id, url from media where position > :after and tenant_id = :tenant")).toEqual([]);
});
