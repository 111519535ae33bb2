import { expect, test } from "bun:test";
import { Glob } from "bun";
import { type Language, language } from "../../../console/words/words.ts";

const folder = `${import.meta.dir}/../../../console`;
const files = [...new Glob("**/words.ts").scanSync(folder), "words/common.ts", "words/shell.ts"].filter(
  (path) => path !== "words/words.ts",
);

/** The names of what is put in: `{n}`. */
const slots = (text: string): string[] => [...new Set([...text.matchAll(/\{\w+\}/g)].map(([slot]) => slot))].sort();

test.each(files)("%s has each text in both languages, with the same values put in", async (path) => {
  const texts = Object.values(await import(`${folder}/${path}`)).find(
    (each) => typeof each === "function",
  ) as unknown as {
    all: Record<Language, Record<string, string>>;
  };
  const { en, fr } = texts.all;
  expect(Object.keys(fr)).toEqual(Object.keys(en));
  for (const [name, text] of Object.entries(en)) {
    expect([name, fr[name] === "", slots(fr[name] ?? "")]).toEqual([name, false, slots(text)]);
  }
});

test("a count chooses its form, as each language does", async () => {
  const { c } = await import("../../../console/words/common.ts");
  const said = (["en", "fr"] as const).map((spoken) => {
    language.value = spoken;
    return [0, 1, 2].map((n) => c("rows", { n }));
  });
  language.value = "en";
  expect(said).toEqual([
    ["0 rows", "1 row", "2 rows"],
    ["0 ligne", "1 ligne", "2 lignes"],
  ]);
});
