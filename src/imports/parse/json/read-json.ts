import type { FileSource } from "../file-source.ts";
import { decodeText, type TextEncoding } from "../text/decode-text.ts";
import { LIST, MEMBER } from "../tree/place-survey.ts";
import type { Scalar, Tree, TreeObject } from "../tree/tree.ts";
import { emptyObject } from "../tree/tree.ts";
import type { TreeFormat } from "../tree/tree-rows.ts";
import { type JsonEvents, openJson } from "./json-events.ts";
import { readLines } from "./read-lines.ts";

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
