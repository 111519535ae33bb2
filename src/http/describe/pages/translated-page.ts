import { createHash } from "node:crypto";
import { anchorOf } from "./markdown.ts";
import { type MarkdownSection, splitSections } from "./markdown-sections.ts";

/** What a French section says below its heading: which English section it is of, and a digest of that one's words. */
const OF_ENGLISH = /^<!-- of (\S+) ([\w-]+) -->\n/m;
/** Code, with the comment before it that says how it is tested, and tables of figures: they are the same in both languages. */
const CODE =
  /^<!-- (bench[a-z ]*) -->[\s\S]*?^<!-- \/\1 -->$|(?:^ *<!-- (?:run|file|receiver)\b.*-->\n)?^ *```[\s\S]*?^ *```$/gm;
const DIGEST_CHARACTERS = 12;

/** A digest of what a translator translates: the words of a section without its code. */
export const digestOf = (english: string): string =>
  createHash("sha256").update(english.replaceAll(CODE, "```").trim()).digest("base64url").slice(0, DIGEST_CHARACTERS);

const codeOf = (section: string): string[] => section.match(CODE) ?? [];

/** A French section with the code of the English one. */
export function withCodeOf(french: string, english: string): string {
  const code = codeOf(english);
  return code.length === codeOf(french).length ? french.replaceAll(CODE, () => code.shift() ?? "") : french;
}

/** A section of a French page. */
export interface TranslatedSection extends MarkdownSection {
  /** The key of the English section that it is of. */
  of: string | undefined;
  /** The digest of what it was translated from. */
  digest: string | undefined;
}

export const translatedSections = (french: string): TranslatedSection[] =>
  splitSections(french).map((section) => {
    const [, of, digest] = OF_ENGLISH.exec(section.text) ?? [];
    return { ...section, text: section.text.replace(OF_ENGLISH, ""), of, digest };
  });

/** A section as it is shown. */
export interface ShownSection {
  text: string;
  /** Whether its French text is missing or behind, so that it is shown in English. */
  isBehind: boolean;
  /** The anchors of its heading in both languages. */
  anchors: { en: string; fr: string };
}

/**
 * The sections of a page in French, in the order of the English page. Where the French text of a section is missing, or
 * of an older English text, the English one is shown.
 */
export function inFrench(english: string, french: string): ShownSection[] {
  const translated = new Map(translatedSections(french).map((section) => [section.of, section]));
  return splitSections(english).map(({ key, heading, text }) => {
    const its = translated.get(key);
    const isBehind = its?.digest !== digestOf(text);
    return {
      text: its === undefined || isBehind ? text : withCodeOf(its.text, text),
      isBehind,
      anchors: { en: anchorOf(heading), fr: anchorOf(its?.heading ?? heading) },
    };
  });
}
