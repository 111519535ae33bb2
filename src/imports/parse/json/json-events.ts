import { Buffer } from "node:buffer";
import { Tokenizer, TokenType } from "@streamparser/json";
import { FileUnreadable } from "../file-unreadable.ts";
import { lineEndsIn } from "../text/decode-text.ts";
import { DEPTH_MAX, type Scalar } from "../tree/tree.ts";

/** What comes by in a JSON text, in its order. */
export interface JsonEvents {
  open(kind: "object" | "array"): void;
  key(name: string): void;
  value(value: Scalar): void;
  close(): void;
}

/** Characters of one value. */
export const VALUE_MAX = 4 * 1024 * 1024;
const PIECE_LENGTH = 64 * 1024;
const STRING_BUFFER_BYTES = 64 * 1024;
const NUMBER_BUFFER_BYTES = 64;
/** From this number of digits on a number stays as it is written: a code, of which arithmetic would lose digits. */
const EXACT_DIGITS = 16;

export interface JsonFeed {
  write(text: string): void;
  end(): void;
  /** Characters so far, up to the last piece. */
  readonly position: number;
}

type Expected = "value" | "first value or end" | "key" | "first key or end" | "colon" | "comma or end" | "nothing";

/** Keeps to the grammar, which the tokenizer leaves to the reader of its tokens. */
class Grammar {
  readonly #events: JsonEvents;
  readonly #fault: (detail: string) => Error;
  readonly #open: ("object" | "array")[] = [];
  #expected: Expected = "value";

  constructor(events: JsonEvents, fault: (detail: string) => Error) {
    this.#events = events;
    this.#fault = fault;
  }

  get depth(): number {
    return this.#open.length;
  }

  take(token: TokenType, value: Scalar): void {
    if (token === TokenType.COLON) this.#sign("colon", "value", ":");
    else if (token === TokenType.COMMA) {
      this.#sign("comma or end", this.#open.at(-1) === "object" ? "key" : "value", ",");
    } else if (token === TokenType.RIGHT_BRACE) this.#close("object", "first key or end");
    else if (token === TokenType.RIGHT_BRACKET) this.#close("array", "first value or end");
    else if (token === TokenType.STRING && this.#expected.includes("key")) {
      this.#expected = "colon";
      this.#events.key(String(value));
    } else this.#takeValue(token, value);
  }

  #takeValue(token: TokenType, value: Scalar): void {
    if (!this.#expected.includes("value")) throw this.#fault(`${this.#expected} expected`);
    if (token === TokenType.LEFT_BRACE) this.#enter("object", "first key or end");
    else if (token === TokenType.LEFT_BRACKET) this.#enter("array", "first value or end");
    else {
      this.#events.value(value);
      this.#behindValue();
    }
  }

  #sign(expected: Expected, next: Expected, sign: string): void {
    if (this.#expected !== expected) throw this.#fault(`'${sign}' where ${this.#expected} is expected`);
    this.#expected = next;
  }

  #enter(kind: "object" | "array", next: Expected): void {
    this.#open.push(kind);
    this.#expected = next;
    this.#events.open(kind);
  }

  #close(kind: "object" | "array", whenEmpty: Expected): void {
    const isEnd = this.#expected === "comma or end" || this.#expected === whenEmpty;
    if (!isEnd || this.#open.pop() !== kind) throw this.#fault(`the ${kind} ends where ${this.#expected} is expected`);
    this.#events.close();
    this.#behindValue();
  }

  #behindValue(): void {
    this.#expected = this.#open.length === 0 ? "nothing" : "comma or end";
  }

  end(): void {
    if (this.#expected !== "nothing") throw this.#fault(`the text ends where ${this.#expected} is expected`);
  }
}

/** Keeps long numbers as they are written; the tokenizer types them as numbers, and passes all of them on. */
class ExactTokenizer extends Tokenizer {
  protected override parseNumber(digits: string): number {
    return (digits.length < EXACT_DIGITS ? Number(digits) : digits) as number;
  }
}

/** Opens a reader of JSON. Throws FileUnreadable: json_broken, too_deep, value_too_long. */
export function openJson(file: string, events: JsonEvents): JsonFeed {
  const tokens = new ExactTokenizer({ stringBufferSize: STRING_BUFFER_BYTES, numberBufferSize: NUMBER_BUFFER_BYTES });
  let line = 1;
  let position = 0;
  let quiet = 0;
  let piece = "";
  let pieceByte = 0;
  /** The line of a byte of the piece at hand. */
  const lineAt = (byte: number) => {
    const before = Buffer.from(piece).subarray(0, Math.max(0, byte - pieceByte));
    return line + lineEndsIn(before.toString("latin1"));
  };
  let tokenByte = 0;
  const fault = (detail: string) =>
    new FileUnreadable("json_broken", { file, line: lineAt(tokenByte), detail: detail.slice(0, 200) });
  const grammar = new Grammar(events, fault);
  tokens.onToken = ({ token, value, offset }) => {
    quiet = 0;
    tokenByte = offset;
    grammar.take(token, value as Scalar);
    if (grammar.depth > DEPTH_MAX) throw new FileUnreadable("too_deep", { file, line, limit: DEPTH_MAX });
  };
  tokens.onError = (error) => {
    if (error instanceof FileUnreadable) throw error;
    const [, what, at] = /^(Unexpected .*?) at .*absolute position "(\d+)"/.exec(error.message) ?? [];
    tokenByte = Number(at ?? tokenByte);
    throw fault(what ?? error.message);
  };
  return {
    write: (given) => {
      for (let at = 0; at < given.length; at += PIECE_LENGTH) {
        piece = given.slice(at, at + PIECE_LENGTH);
        quiet += piece.length;
        tokens.write(piece);
        position += piece.length;
        pieceByte += Buffer.byteLength(piece);
        line += lineEndsIn(piece);
        piece = "";
        if (quiet > VALUE_MAX) throw new FileUnreadable("value_too_long", { file, line, limit: VALUE_MAX });
      }
    },
    end: () => {
      if (!tokens.isEnded) tokens.end();
      grammar.end();
    },
    get position() {
      return position;
    },
  };
}
