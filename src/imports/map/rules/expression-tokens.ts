/** An expression that cannot be understood, or a value it cannot use; the message is the reason. */
export class ExpressionError extends Error {
  override readonly name = "ExpressionError";
}

export type Token =
  | { kind: "number"; value: number }
  | { kind: "text"; value: string }
  | { kind: "column"; value: string }
  | { kind: "name"; value: string }
  | { kind: "sign"; value: string };

const TOKEN =
  /\s*(?:(\d+(?:\.\d+)?)|"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|\{\{([^{}]+)\}\}|([\p{L}_][\p{L}\p{N}_]*)|([-+*/(),]))\s*/uy;

const unescaped = (text: string) => text.replace(/\\(.)/g, "$1");

/** The tokens of an arithmetic expression. Throws ExpressionError at what is none. */
export function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  const pattern = new RegExp(TOKEN);
  while (pattern.lastIndex < source.length) {
    const at = pattern.lastIndex;
    const found = pattern.exec(source);
    if (!found) throw new ExpressionError(`unexpected ${JSON.stringify(source.slice(at, at + 10))}`);
    tokens.push(tokenOf(found));
  }
  return tokens;
}

function tokenOf([, digits, double, single, column, name, sign = ""]: RegExpExecArray): Token {
  if (digits !== undefined) return { kind: "number", value: Number(digits) };
  const text = double ?? single;
  if (text !== undefined) return { kind: "text", value: unescaped(text) };
  if (column !== undefined) return { kind: "column", value: column.trim() };
  return name === undefined ? { kind: "sign", value: sign } : { kind: "name", value: name };
}
