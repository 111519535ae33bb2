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

/** The text of a page: in the encoding that its header or its first tags name, else UTF-8, else what Windows writes. */
export function decodePage(bytes: Uint8Array, contentType: string | undefined): string {
  const named = decoderOf(ofType(contentType)) ?? decoderOf(namedInside(bytes));
  if (named) return named.decode(bytes);
  try {
    // The end of a page that was cut may be half a letter.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
