import { basename } from "node:path";
import process from "node:process";
import { Glob } from "bun";
import { splitSections } from "../../src/http/describe/pages/markdown-sections.ts";
import {
  digestOf,
  type TranslatedSection,
  translatedSections,
  withCodeOf,
} from "../../src/http/describe/pages/translated-page.ts";

/**
 * Keeps the French pages in step: `bun test/docs/french-pages.ts` names each section that is behind its English text and
 * copies the code of the others from there. After you have translated what has changed,
 * `bun test/docs/french-pages.ts --renew docs/fr/install.md behind-a-proxy` says so for that section (by its English
 * anchor; without one for all of the page).
 */

/** A French page and its English one. */
export interface FrenchPage {
  path: string;
  english: string;
  french: string;
}

export async function frenchPages(): Promise<FrenchPage[]> {
  const paths = (await Array.fromAsync(new Glob("docs/fr/**/*.md").scan("."))).toSorted();
  return await Promise.all(
    paths.map(async (path) => ({
      path,
      english: await Bun.file(path.replace("docs/fr/", "docs/")).text(),
      french: await Bun.file(path).text(),
    })),
  );
}

/** What is wrong with a French page, a sentence for each section. */
export function behind({ path, english, french }: FrenchPage): string[] {
  const translated = translatedSections(french);
  const sections = splitSections(english);
  const known = new Map(translated.map((section) => [section.of, section]));
  const keys = new Set(sections.map(({ key }) => key));
  const named = (heading: string) => `${path}, section “${heading}”`;
  const older = sections.flatMap(({ key, heading, text }) => {
    const its = known.get(key);
    if (its === undefined) return [`${named(heading)}: it has no French text (${key})`];
    if (its.digest !== digestOf(text)) return [`${named(heading)}: the English text has changed (${key})`];
    return withCodeOf(its.text, text) === its.text
      ? []
      : [`${named(heading)}: its code is not that of the English text`];
  });
  const gone = translated.filter(({ of = "" }) => !keys.has(of));
  return [...older, ...gone.map(({ heading }) => `${named(heading)}: the English page has no such section`)];
}

const headed = ({ text, of, digest }: TranslatedSection) => text.replace("\n", `\n<!-- of ${of} ${digest} -->\n`);

/** The page with the code of the English one, and with new digests of the sections that were translated again. */
function kept({ english, french }: FrenchPage, isTranslated: (key: string) => boolean): string {
  const sections = splitSections(english);
  const places = new Map(sections.map((section, place) => [section.key, { ...section, place }]));
  let next = 0;
  const lines = translatedSections(french).map((section) => {
    // A new heading without a name is of the section after the last one.
    const source = places.get(section.of ?? sections[next]?.key ?? "");
    if (source === undefined) return section.of === undefined ? section.text : headed(section);
    next = source.place + 1;
    const digest = isTranslated(source.key) ? digestOf(source.text) : (section.digest ?? "-");
    return headed({ ...section, of: source.key, digest, text: withCodeOf(section.text, source.text) });
  });
  return lines.join("");
}

if (import.meta.main) {
  const [flag, renewed = "", ...named] = process.argv.slice(2);
  const pages = await frenchPages();
  if (flag === "--renew" && !pages.some(({ path }) => path === renewed)) {
    throw new Error(`There is no ${renewed}: name a page as docs/fr/${basename(renewed)}`);
  }
  for (const page of pages) {
    const isRenewed = flag === "--renew" && page.path === renewed;
    const french = kept(page, (key) => isRenewed && (named.length === 0 || named.includes(key)));
    if (french !== page.french) await Bun.write(page.path, french);
    for (const sentence of behind({ ...page, french })) process.stdout.write(`${sentence}\n`);
  }
}
