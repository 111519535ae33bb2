import { Buffer } from "node:buffer";
import { Parser } from "htmlparser2";

/** A page says its encoding at its beginning, if it does. Source: the HTML standard. */
const HEAD_BYTES = 4096;

const ofType = (type: string | undefined): string | undefined => {
  const [, after] = (type ?? "").toLowerCase().split("charset=");
  return after?.split(/[;\s]/)[0]?.replaceAll(/["']/g, "") || undefined;
};

/** The encoding that the first tags of a page name. */
function namedInside(bytes: Uint8Array): string | undefined {
  let named: string | undefined;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (name !== "meta") return;
      const isType = attributes["http-equiv"]?.toLowerCase() === "content-type";
      named ??= attributes["charset"] || (isType ? ofType(attributes["content"]) : undefined);
    },
  });
  parser.end(Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString("latin1"));
  return named;
}

function decoderOf(label: string | undefined): TextDecoder | undefined {
  try {
    // Any name may stand there; one that is unknown throws.
    return label === undefined ? undefined : new TextDecoder(label as "utf-8");
  } catch {
    return undefined;
  }
}

/** How pages begin in UTF-16, and whether with a mark; a mark wins over all else. Source: the Encoding standard */
const SIXTEEN_BITS: readonly (readonly [first: number, second: number, label: string])[] = [
  [0xff, 0xfe, "utf-16le"],
  [0xfe, 0xff, "utf-16be"],
  // `<` without a mark.
  [0x3c, 0, "utf-16le"],
  [0, 0x3c, "utf-16be"],
];

/** The encoding of a page that says it by its first two bytes. */
const byFirstBytes = ([first, second]: Uint8Array): string | undefined =>
  SIXTEEN_BITS.find(([one, other]) => one === first && other === second)?.[2];

/** A name that could be read a byte at a time is none of two bytes. Source: the HTML standard */
const oneByte = (label: string | undefined): string | undefined =>
  label?.toLowerCase().startsWith("utf-16") ? "utf-8" : label;

/** The text of a page: in the encoding that its first bytes, its header or its first tags name, else UTF-8, else what Windows writes. */
export function decodePage(bytes: Uint8Array, contentType: string | undefined): string {
  const named =
    decoderOf(byFirstBytes(bytes)) ?? decoderOf(ofType(contentType)) ?? decoderOf(oneByte(namedInside(bytes)));
  if (named) return named.decode(bytes);
  try {
    // The end of a page that was cut may be half a letter.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
