import process from "node:process";
import { Glob } from "bun";

const PAGE = "docs/schema.md";
const STATEMENT = /((?:^--.*\n)*)^create (?:unique )?(table|index|trigger) (\w+)([\s\S]*?);$/gm;

interface Table {
  name: string;
  /** The comment above it, as one line. */
  about: string;
  columns: string[];
  key: string;
  refersTo: string[];
}

const oneLine = (comment: string): string =>
  comment
    .split("\n")
    .map((line) => line.replace(/^-- ?/, "").trim())
    .filter((line) => line !== "")
    .join(" ");

/** The first sentence: a page of tables needs no more. */
const firstSentence = (text: string): string => /^.*?[.:](?=\s|$)/.exec(text)?.[0].replace(/:$/, ".") ?? text;

function tableOf(comment: string, name: string, text: string): Table {
  const body = text.slice(text.indexOf("(") + 1);
  const columns = [...body.matchAll(/^ {2}(?!primary|foreign|check|unique|--)(\w+) +\w+/gm)].map(
    ([, column = ""]) => column,
  );
  const key = /primary key \(([^)]*)\)/.exec(body)?.[1] ?? columns[0] ?? "";
  const refersTo = [...body.matchAll(/references (\w+)/g)].map(([, other = ""]) => other);
  return { name, about: firstSentence(oneLine(comment)), columns, key, refersTo: [...new Set(refersTo)] };
}

function pageOf(file: string, source: string): string {
  const family = file.replace(/^.*\/|\.sql$/g, "");
  const heading = oneLine(/^(?:--.*\n)+/.exec(source)?.[0] ?? "");
  const rows = [...source.matchAll(STATEMENT)]
    .filter(([, , kind]) => kind === "table")
    .map(([, comment = "", , name = "", text = ""]) => tableOf(comment, name, text))
    .map(
      ({ name, about, columns, key, refersTo }) =>
        `| \`${name}\` | ${about} | ${key} | ${columns.length} | ${refersTo.join(", ")} |`,
    );
  return [
    `## ${family}`,
    "",
    heading,
    "",
    "| table | holds | key | columns | refers to |",
    "|---|---|---|--:|---|",
    ...rows,
  ].join("\n");
}

/** The page of all tables, made of `db/schema/`. Run this file to write it: `bun test/docs/schema-page.ts`. */
export async function schemaPage(): Promise<string> {
  const files = (await Array.fromAsync(new Glob("db/schema/*.sql").scan("."))).toSorted();
  const parts = await Promise.all(files.map(async (file) => pageOf(file, await Bun.file(file).text())));
  const intro =
    "# Schema\n\nThe tables by family, made of `db/schema/` (which says what each column is). Every table of a tenant has\n" +
    "`tenant_id`, first in its key and in every index. `_ms` is Unix milliseconds, `_us` a change number (Unix microseconds),\n" +
    "`_cents` hundredths of the currency, and thousandths where that is beside it and has three decimals.";
  return `${[intro, ...parts].join("\n\n")}\n`;
}

if (import.meta.main) {
  await Bun.write(PAGE, await schemaPage());
  process.stdout.write(`${PAGE} written\n`);
}
