import { expect, test } from "bun:test";
import { termText } from "../../search/libsql/term-text.ts";

for (const [what, words] of Object.entries({
  "no words": [],
  "one word": ["bed"],
  "several words": ["bed", "sheet", "x6"],
  "signs of one byte beyond ASCII": ["bed", "þórr"],
  "signs of more": ["bed", "日本", "σοφος", "sheet"],
  "more than there was room for": Array.from({ length: 5_000 }, (_, at) => `word${at}`),
})) {
  test(`${what}: each after the start, with blanks between`, () => {
    expect(termText(words, "000a§")).toBe(words.map((word) => `000a§${word}`).join(" "));
  });
}
