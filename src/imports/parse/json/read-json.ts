import type { FileSource } from "../file-source.ts";
import { FileUnreadable } from "../file-unreadable.ts";
import { decodeText, type TextEncoding } from "../text/decode-text.ts";
import { LIST, MEMBER } from "../tree/place-survey.ts";
import { DEPTH_MAX, emptyObject, isObject, type Scalar, type Tree, type TreeObject } from "../tree/tree.ts";
import type { TreeFormat } from "../tree/tree-rows.ts";
import { type JsonEvents, openJson, VALUE_MAX } from "./json-events.ts";

/** Numbers with more digits than arithmetic keeps. */
const LONG_NUMBER = /\d{16}/;

/** Keeps a long number as it is written. */
function exact(_: string, value: unknown, context?: { source?: string }): unknown {
  const written = context?.source ?? "";
  return typeof value === "number" && LONG_NUMBER.test(written) ? written : value;
}

/** The objects of a file with one a line; blank lines are passed over. Throws FileUnreadable. */
async function* readLines(source: FileSource, format: TextEncoding): AsyncGenerator<TreeObject[]> {
  const file = source.name;
  let held = "";
  let line = 0;
  const objectOf = (text: string): TreeObject[] => {
    line++;
    if (text.trim() === "") return [];
    const value = parseLine(text, { file, line });
    if (!isObject(value)) throw new FileUnreadable("line_no_object", { file, line });
    return [value];
  };
  for await (const piece of decodeText(source.read(), format)) {
    const text = held + piece;
    const objects: TreeObject[] = [];
    let at = 0;
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", at)) {
      objects.push(...objectOf(text.slice(at, end)));
      at = end + 1;
    }
    held = text.slice(at);
    if (held.length > VALUE_MAX) throw new FileUnreadable("value_too_long", { file, line: line + 1, limit: VALUE_MAX });
    yield objects;
  }
  if (!source.mayBeCut || held.trimEnd().endsWith("}")) yield objectOf(held);
}

/** Whether a line is nested too deeply; few have enough brackets that it is worth a look. */
function isTooDeep(text: string): boolean {
  if (text.split("{").length + text.split("[").length < DEPTH_MAX) return false;
  let depth = 0;
  for (const sign of text.replace(/"(?:[^"\\]|\\.)*"/g, "").replace(/[^[\]{}]/g, "")) {
    depth += sign === "{" || sign === "[" ? 1 : -1;
    if (depth > DEPTH_MAX) return true;
  }
  return false;
}

function parseLine(text: string, { file, line }: { file: string; line: number }): Tree {
  if (isTooDeep(text)) throw new FileUnreadable("too_deep", { file, line, limit: DEPTH_MAX });
  try {
    return LONG_NUMBER.test(text) ? JSON.parse(text, exact) : JSON.parse(text);
  } catch (error) {
    throw new FileUnreadable("json_broken", { file, line, detail: String(Object(error).message).slice(0, 200) });
  }
}

/** How a JSON file is read. */
export interface JsonFormat extends TextEncoding, TreeFormat {
  format: "json";
  /** One object a line. */
  isLines: boolean;
  /** Where the objects are: names of members, `*` for the elements of a list. */
  path: string[];
  /** What the columns are called where rows are lists. */
  header?: string[];
}

/** What the name of an object is called that is a member of one. */
const KEY_COLUMN = "code";

/** Builds the objects at a path. */
class ObjectsAt implements JsonEvents {
  found: TreeObject[] = [];
  readonly #path: readonly string[];
  /** Of what is open, which member comes next; `*` of lists. */
  readonly #steps: string[] = [];
  /** What is open of an object that is wanted, itself first. */
  readonly #building: (TreeObject | Tree[])[] = [];

  readonly #header: readonly string[] | undefined;

  constructor({ path, header }: Pick<JsonFormat, "path" | "header">) {
    this.#path = path;
    this.#header = header;
  }

  open(kind: "object" | "array"): void {
    if (this.#building.length > 0) {
      const inner = kind === "object" ? emptyObject() : [];
      this.#add(inner);
      this.#building.push(inner);
    } else if (this.#header) {
      if (kind === "array" && this.#isWanted()) this.#building.push([]);
    } else if (kind === "object" && this.#isWanted()) this.#building.push(this.#keyed());
    this.#steps.push(kind === "array" ? LIST : "");
  }

  key(name: string): void {
    this.#steps[this.#steps.length - 1] = name;
  }

  value(value: Scalar): void {
    if (this.#building.length > 0) this.#add(value);
  }

  close(): void {
    this.#steps.pop();
    const ended = this.#building.pop();
    if (!ended || this.#building.length > 0) return;
    this.found.push(Array.isArray(ended) ? this.#named(ended) : ended);
  }

  /** An object that is to be filled, with its own name first where that is its code. */
  #keyed(): TreeObject {
    const object = emptyObject();
    if (this.#path.at(-1) === MEMBER) object[KEY_COLUMN] = this.#steps.at(-1) ?? "";
    return object;
  }

  #named(row: readonly Tree[]): TreeObject {
    const object = emptyObject();
    for (const [at, name] of (this.#header ?? []).entries()) object[name] = row[at] ?? null;
    return object;
  }

  #add(value: Tree): void {
    const target = this.#building.at(-1);
    if (Array.isArray(target)) target.push(value);
    else if (target) target[this.#steps.at(-1) ?? ""] = value;
  }

  #isWanted(): boolean {
    const steps = this.#steps;
    if (steps.length !== this.#path.length) return false;
    for (let at = steps.length - 1; at >= 0; at--)
      if (this.#path[at] !== MEMBER && steps[at] !== this.#path[at]) return false;
    return true;
  }
}

/** The objects of a JSON file, in its order; those of a piece of it at a time. Throws FileUnreadable. */
export async function* readJson(source: FileSource, format: JsonFormat): AsyncGenerator<TreeObject[]> {
  if (format.isLines) {
    yield* readLines(source, format);
    return;
  }
  const objects = new ObjectsAt(format);
  const json = openJson(source.name, objects);
  for await (const text of decodeText(source.read(), format)) {
    json.write(text);
    yield objects.found;
    objects.found = [];
  }
  if (!source.mayBeCut) json.end();
  yield objects.found;
}
