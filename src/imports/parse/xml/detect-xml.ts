import type { FileSource } from "../file-source.ts";
import { FileUnreadable } from "../file-unreadable.ts";
import { decoderOf } from "../text/code-pages.ts";
import { decodeText, type TextEncoding } from "../text/decode-text.ts";
import { findSplit } from "../tree/find-split.ts";
import { PlaceSurvey } from "../tree/place-survey.ts";
import { sampleOf } from "../tree/sample-trees.ts";
import { type FoundPlace, type Looking, wantedPlace } from "../tree/wanted-place.ts";
import { readXml, type XmlFormat } from "./read-xml.ts";
import { ROWS_PLACE, readRowsPlace } from "./rows-place.ts";
import { openXml } from "./xml-events.ts";

/** What is looked through for the element that is repeated. */
const SURVEY_LENGTH = 8 * 1024 * 1024;
/** Of a value this much is shown at most. */
const VALUE_LENGTH = 200;
const DECLARED = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]{1,40})["']/;
/** Names of UTF-16: by them alone it is unknown which half comes first, and the bytes have shown it. */
const WIDE = /^(?:utf-16|ucs-2|iso-10646-ucs-2)/i;

/**
 * The encoding of an XML file: by its byte order mark or its zero bytes, else what it declares, else UTF-8. Throws
 * FileUnreadable encoding_unknown.
 */
export function xmlEncoding(head: Uint8Array, found: TextEncoding, file: string): TextEncoding {
  if (found.encoding.startsWith("utf-16")) return found;
  const [, declared = ""] = DECLARED.exec(Buffer.from(head.subarray(0, 1024)).toString("latin1")) ?? [];
  const hasMark = head[0] === 0xef && head[1] === 0xbb;
  if (declared === "" || hasMark || WIDE.test(declared)) return { encoding: "utf-8", encodingConfidence: 1 };
  try {
    const { encoding } = decoderOf(/^(?:ibm|cp)?850$/i.test(declared) ? "cp850" : declared, { strict: true });
    return { encoding, encodingConfidence: 1 };
  } catch {
    throw new FileUnreadable("encoding_unknown", { file, encoding: declared });
  }
}

/** Finds out which elements of an XML file are its rows. Throws FileUnreadable: no_list, and what reading throws. */
export async function detectXml(source: FileSource, encoding: TextEncoding, looking: Looking = {}): Promise<XmlFormat> {
  const { path, split } = await findPath(source, encoding, looking);
  const format: XmlFormat = { format: "xml", ...encoding, path, split: split ?? null };
  if (split !== undefined) return format;
  const trees = await sampleOf(readXml(source, format));
  return { ...format, split: findSplit(trees) };
}

async function findPath(source: FileSource, encoding: TextEncoding, looking: Looking): Promise<FoundPlace> {
  const survey = new PlaceSurvey();
  let value = "";
  let said: FoundPlace | undefined;
  const xml = openXml(source.name, {
    instruction: (target, body) => {
      if (target === ROWS_PLACE) said ??= readRowsPlace(body);
    },
    open: (name, attributes) => {
      survey.leaf(name);
      survey.enter(name, xml.position);
      value = "";
      for (const [attribute, text] of Object.entries(attributes))
        if (!attribute.startsWith("xmlns")) survey.leaf(`@${attribute}`, text);
    },
    text: (found) => {
      if (value.length < VALUE_LENGTH) value += found.slice(0, VALUE_LENGTH);
    },
    close: (name) => {
      survey.leave(xml.position);
      survey.leaf(name, value);
      value = "";
    },
  });
  let length = 0;
  for await (const text of decodeText(source.read(), encoding)) {
    xml.write(text);
    length += text.length;
    if (length >= SURVEY_LENGTH) break;
  }
  if (length < SURVEY_LENGTH && !source.mayBeCut) xml.end();
  const wanted = wantedPlace(survey, source.name, looking) ?? said;
  if (wanted) return wanted;
  const path = survey.best();
  if (path === undefined) throw new FileUnreadable("no_list", { file: source.name });
  return { path };
}
