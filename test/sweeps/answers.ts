import process from "node:process";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Operation, Schema } from "./operations.ts";
import type { Answer } from "./world.ts";

const ajv = new Ajv2020({ strict: false, allErrors: false });
addFormats(ajv);

const checks = new Map<string, ReturnType<typeof ajv.compile>>();

/** Many operations have the same errors: each text of a schema is compiled once. */
function checkOf(schema: Schema) {
  const text = JSON.stringify(schema);
  const check = checks.get(text) ?? ajv.compile(schema);
  checks.set(text, check);
  return check;
}

/** What an answer does that its operation does not document; `undefined` when it keeps to it. */
export function undocumented({ answers }: Operation, { status, type, text }: Answer): string | undefined {
  // Nothing has changed: what If-None-Match asks for, on every resource with an ETag.
  if (status === 304 && text === "") return undefined;
  const byType = answers[status];
  if (!byType) return `status ${status} is not documented: ${text.slice(0, 300)}`;
  if (text === "" && Object.keys(byType).length === 0) return undefined;
  const schema = byType[type] ?? byType[type.replace(/\/.*/, "/*")];
  if (!schema)
    return status === 304 || type === ""
      ? undefined
      : `${status} is documented as ${Object.keys(byType)}, not as "${type}"`;
  if (type !== "application/json") return undefined;
  const check = checkOf(schema);
  return check(JSON.parse(text)) ? undefined : `${status}: ${ajv.errorsText(check.errors)} in ${text.slice(0, 300)}`;
}

// What only the inside of the service knows: stacks, places of files, the database's words.
const INSIDE: RegExp[] = [
  /\bat .{0,200}\.ts:\d/,
  /\.ts:\d+:\d+/,
  /node_modules|bunfs/,
  /SQLITE_|SqliteError|LibsqlError/,
  /no such (?:table|column|function)|fts5|near ".{0,40}": syntax error|UNIQUE constraint|FOREIGN KEY constraint|CHECK constraint/i,
  /\bTypeError\b|\bRangeError\b|undefined is not|Cannot read propert/,
];

/** Where the tests write, with and without memory for it. */
const FOLDERS = ["/tmp/", "/dev/shm/"];

/**
 * What an answer gives away of the service's inside. `sent` is what the caller said, which may be repeated. The operator, who has
 * chosen the folders, may read their names.
 */
export function givenAway({ path }: Pick<Operation, "path">, { text }: Answer, sent = ""): string | undefined {
  const places = path.includes("/operator/") ? [process.cwd()] : [process.cwd(), ...FOLDERS];
  const own = places.find((place) => text.includes(place) && !sent.includes(place));
  const pattern = INSIDE.find((each) => each.test(text) && !each.test(sent));
  return own ?? (pattern && `${pattern} in ${text.slice(0, 300)}`);
}
