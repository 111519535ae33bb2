import { posix } from "node:path";
import type { Language } from "../../output/messages.ts";
import type { ServedDocument } from "./served-document.ts";
import { SERVED_DOCUMENTS } from "./served-documents.ts";
import { EXAMPLES_FOLDER } from "./served-examples.ts";
import { inFrench, type ShownSection } from "./translated-page.ts";

/** The address that documents name; the running service's own takes its place. */
export const SAMPLE_ORIGIN = "http://localhost:3000";
const LINK = /(\[[^\]\n]*\])\((?!https?:|#|\/|mailto:)([^)#\s]+)(#[^)\s]*)?\)/g;
/** Where the French texts lie, below `docs/`. */
const FRENCH_FOLDER = "fr";
const BEHIND = "> Cette partie n'est pas encore à jour en français ; voici le texte anglais.";

/** The Markdown of a document as it is served. */
export interface DocumentText {
  text: string;
  /** By the anchor of a heading that of the other language: links in both lead there. */
  otherAnchors: ReadonlyMap<string, string>;
}

/** Where the documents link to each other: what is not served is named without a link. */
function withServedLinks(text: string, folder: string, ending: string): string {
  return text.replaceAll(LINK, (_, shown: string, to: string, anchor = "") => {
    // French texts lie in a folder of their own, and have the same names.
    const file = posix.join(folder, to).replace(/^fr\//, "");
    if (file.startsWith(EXAMPLES_FOLDER)) return `${shown}(/docs/examples/${posix.basename(file)})`;
    const target = SERVED_DOCUMENTS.find((each) => each.file === file);
    return target ? `${shown}(/docs/${target.id}${ending}${anchor})` : shown.slice(1, -1);
  });
}

const textOf = (file: object): string => (file as { default: string }).default; // imported as a text

function otherAnchors(sections: readonly ShownSection[], language: Language): Map<string, string> {
  const shown = ({ isBehind, anchors }: ShownSection) => (language === "fr" && !isBehind ? anchors.fr : anchors.en);
  const taken = new Set(sections.map(shown));
  return new Map(
    sections.flatMap((section) => {
      const { en, fr } = section.anchors;
      const other = shown(section) === en ? fr : en;
      return taken.has(other) ? [] : [[shown(section), other]];
    }),
  );
}

/** The Markdown of a document. `ending` follows the addresses of others. */
export async function documentText(
  document: ServedDocument,
  language: Language,
  ending: "" | ".md",
): Promise<DocumentText> {
  const english = textOf(await document.read.en());
  const folder = posix.dirname(document.file);
  const sections = inFrench(english, textOf(await document.read.fr()));
  const anchors = otherAnchors(sections, language);
  if (language === "en") return { text: withServedLinks(english, folder, ending), otherAnchors: anchors };
  const texts = sections.map(({ text, isBehind }) =>
    isBehind
      ? withServedLinks(text, folder, ending).replace(/\n/, `\n\n${BEHIND}\n`)
      : withServedLinks(text, posix.join(FRENCH_FOLDER, folder), ending),
  );
  return { text: texts.join(""), otherAnchors: anchors };
}
