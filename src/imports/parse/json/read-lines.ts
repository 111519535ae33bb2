import type { FileSource } from "../file-source.ts";
import { FileUnreadable } from "../file-unreadable.ts";
import { decodeText, type TextEncoding } from "../text/decode-text.ts";
import { DEPTH_MAX, isObject, type Tree, type TreeObject } from "../tree/tree.ts";
import { VALUE_MAX } from "./json-events.ts";

/** Numbers with more digits than arithmetic keeps. */
const LONG_NUMBER = /\d{16}/;

/** Keeps a long number as it is written. */
function exact(_: string, value: unknown, context?: { source?: string }): unknown {
  const written = context?.source ?? "";
  return typeof value === "number" && LONG_NUMBER.test(written) ? written : value;
}

/** The objects of a file with one a line; blank lines are passed over. Throws FileUnreadable. */
export async function* readLines(source: FileSource, format: TextEncoding): AsyncGenerator<TreeObject[]> {
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
