import type { Connection } from "../../db/local/connection.ts";

/** Splits at commas that are in no parentheses. */
function parts(body: string): string[] {
  const found = [""];
  let depth = 0;
  for (const sign of body) {
    if (sign === "(") depth++;
    if (sign === ")") depth--;
    if (sign === "," && depth === 0) found.push("");
    else found[found.length - 1] += sign;
  }
  return found.map((part) => part.trim());
}

/** A statement of the schema without comments and without the order of its columns: an upgrade adds them at the end. */
function shapeOf(sql: string): string[] {
  const plain = sql
    .replaceAll(/--.*$/gm, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/\s*([(),])\s*/g, "$1")
    .trim();
  const [, head = "", body = "", end = ""] = /^(create table [^(]+)\((.*)\)([^)]*)$/i.exec(plain) ?? [];
  return body === "" ? [plain] : [head.trim(), end.trim(), ...parts(body).toSorted()];
}

/** What a database is made of, by name. */
export const shapeOfDatabase = (database: Connection): Record<string, string[]> =>
  Object.fromEntries(
    database
      .rows("select name, sql from sqlite_schema where sql is not null order by name", {})
      .map(({ name, sql }) => [String(name), shapeOf(String(sql))]),
  );
