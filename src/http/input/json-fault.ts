import { Buffer } from "node:buffer";
import { Tokenizer, TokenParser } from "@streamparser/json";

/** A longer text is not read again for the sake of its fault: it would take too long on the HTTP thread. */
const LENGTH_MAX = 64 * 1_024;

/** A place in a text, both from 1. */
export interface TextPlace {
  line: number;
  column: number;
}

function placeOf(before: string): TextPlace {
  const lines = before.split("\n");
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** Says where a text stops being JSON, which the runtime's own parser does not; `undefined` when the text is too long. */
export function jsonFaultIn(text: string): TextPlace | undefined {
  if (text.length > LENGTH_MAX) return undefined;
  let offset = 0;
  let fault: number | undefined;
  const tokenizer = new Tokenizer();
  // Values are of no interest: no path matches.
  const parser = new TokenParser({ paths: ["$.%"], keepStack: false });
  parser.onError = () => {
    fault ??= offset;
  };
  tokenizer.onError = ({ message }) => {
    const [, place] = /absolute position "(\d+)"/.exec(message) ?? [];
    if (place !== undefined) fault ??= Number(place);
  };
  tokenizer.onToken = (token) => {
    offset = token.offset;
    if (fault === undefined) parser.write(token);
  };
  tokenizer.write(text);
  return placeOf(fault === undefined ? text : Buffer.from(text).subarray(0, fault).toString());
}
