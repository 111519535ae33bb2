import { expect, test } from "bun:test";
import { splitSections } from "../../src/http/describe/pages/markdown-sections.ts";
import { digestOf, inFrench, translatedSections } from "../../src/http/describe/pages/translated-page.ts";
import { behind, frenchPages } from "./french-pages.ts";

const ENGLISH = `# Doors

Two words.

## Open

<!-- run against a service -->
\`\`\`sh
# Open it
open door
\`\`\`

## Close

Close it.
`;
const [doors = "", open = "", close = ""] = splitSections(ENGLISH).map(({ text }) => digestOf(text));
const FRENCH = `# Portes
<!-- of doors ${doors} -->

Deux mots.

## Ouvrir
<!-- of open ${open} -->

<!-- run against a service -->
\`\`\`sh
# Open it
open door
\`\`\`

## Fermer
<!-- of close ${close} -->

Fermez-la.
`;
const page = (english: string, french = FRENCH) => ({ path: "docs/fr/doors.md", english, french });

test("a French page that says the English one is not behind", () => {
  expect(behind(page(ENGLISH))).toEqual([]);
  expect(inFrench(ENGLISH, FRENCH).map(({ text }) => text)).toEqual([
    "# Portes\n\nDeux mots.\n\n",
    "## Ouvrir\n\n<!-- run against a service -->\n```sh\n# Open it\nopen door\n```\n\n",
    "## Fermer\n\nFermez-la.\n",
  ]);
});

test("a changed English section is named alone, and shown in English", () => {
  const changed = ENGLISH.replace("Close it.", "Close it gently.");
  expect(behind(page(changed))).toEqual(["docs/fr/doors.md, section “Close”: the English text has changed (close)"]);
  const [first, , last] = inFrench(changed, FRENCH);
  expect([first?.isBehind, last?.isBehind]).toEqual([false, true]);
  expect(last?.text).toBe("## Close\n\nClose it gently.\n");
});

test("changed code needs no translation, and is shown", () => {
  const changed = ENGLISH.replace("open door", "open door --wide");
  expect(behind(page(changed))).toEqual(["docs/fr/doors.md, section “Open”: its code is not that of the English text"]);
  expect(inFrench(changed, FRENCH)[1]?.text).toContain(
    "## Ouvrir\n\n<!-- run against a service -->\n```sh\n# Open it\nopen door --wide\n",
  );
});

test("a new section, and one that is gone, are named", () => {
  const changed = ENGLISH.replace("## Close\n\nClose it.", "## Lock\n\nLock it.");
  expect(behind(page(changed))).toEqual([
    "docs/fr/doors.md, section “Lock”: it has no French text (lock)",
    "docs/fr/doors.md, section “Fermer”: the English page has no such section",
  ]);
  expect(inFrench(changed, FRENCH)[2]?.text).toBe("## Lock\n\nLock it.\n");
});

/** What a translation leaves as it is: names in code, addresses, and how many links, rows and items there are. */
function keptWords(section: string) {
  const text = section.replaceAll(/^ *```[\s\S]*?^ *```$/gm, "");
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  return {
    code: [...new Set(text.match(/`[^`\n]+`/g))].toSorted(),
    addresses: [...new Set(text.match(/https?:\/\/[^\s)>`,;]+/g))].toSorted(),
    links: count(/\]\(/g),
    rows: count(/^\|/gm),
    items: count(/^(?:- |\d+\. )/gm),
    level: text.match(/^#+/)?.[0],
  };
}

test.each(await frenchPages())("$path keeps the names, addresses, rows and items of the English page", (its) => {
  const sections = new Map(splitSections(its.english).map(({ key, text }) => [key, text]));
  for (const { of = "", digest, text } of translatedSections(its.french)) {
    const english = sections.get(of);
    if (english !== undefined && digest === digestOf(english))
      expect([of, keptWords(text)]).toEqual([of, keptWords(english)]);
  }
});

// Translate what is named here in `docs/fr/`, then say so: `bun test/docs/french-pages.ts --renew PAGE ANCHOR`.
test.each(await frenchPages())("$path says what the English page says today", (its) => {
  expect(behind(its)).toEqual([]);
});
