import { createHash } from "node:crypto";
import { posix } from "node:path";
import type { Language } from "../../output/messages.ts";
import { SERVED_DOCUMENTS, type ServedDocument } from "./served-documents.ts";

/** The address that documents name; the running service's own takes its place. */
export const SAMPLE_ORIGIN = "http://localhost:3000";
const LINK = /(\[[^\]\n]*\])\((?!https?:|#|\/|mailto:)([^)#\s]+)(#[^)\s]*)?\)/g;
/** How a French text begins: which English text it says. */
const OF_ENGLISH = /^<!-- of ([\w-]+) -->\n/;
const DIGEST_CHARACTERS = 12;

/** Where the documents link to each other: what is not served is named without a link. */
function withServedLinks(text: string, folder: string, ending: string): string {
  return text.replaceAll(LINK, (_, shown: string, to: string, anchor = "") => {
    // French texts lie in a folder of their own, and have the same names.
    const file = posix.join(folder, to).replace(/^fr\//, "");
    const target = SERVED_DOCUMENTS.find((each) => each.file === file);
    return target ? `${shown}(/docs/${target.id}${ending}${anchor})` : shown.slice(1, -1);
  });
}

const textOf = (file: object): string => (file as { default: string }).default; // imported as a text

const AGED = "> La version anglaise de cette page est plus récente : [en anglais](ADDRESS?language=en).\n\n";

/** The Markdown of a document, in English where there is no French text. `ending` follows the addresses of others. */
export async function documentText(
  document: ServedDocument,
  language: Language,
  ending: "" | ".md",
): Promise<{ text: string; language: Language }> {
  const english = textOf(await document.read.en());
  if (language === "en" || document.read.fr === undefined) {
    return { text: withServedLinks(english, posix.dirname(document.file), ending), language: "en" };
  }
  const french = textOf(await document.read.fr());
  const isCurrent = OF_ENGLISH.exec(french)?.[1] === digestOf(english);
  const note = isCurrent ? "" : AGED.replace("ADDRESS", `/docs/${document.id}${ending}`);
  const text = french.replace(OF_ENGLISH, "").replace(/^(# .*\n\n)/, `$1${note}`);
  return { text: withServedLinks(text, posix.dirname(`fr/${document.file}`), ending), language };
}

/** What a French text names in its first line: `<!-- of … -->`. */
export const digestOf = (english: string): string =>
  createHash("sha256").update(english).digest("base64url").slice(0, DIGEST_CHARACTERS);
