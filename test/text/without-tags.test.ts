import { expect, test } from "bun:test";
import fc from "fast-check";
import { replaceTags } from "../../src/text/plain-text.ts";

test("tags are replaced as by the pattern that says what they are", () => {
  const pieces = fc.array(fc.constantFrom("<", ">", "a", "<b>", "</p>", '"', " "), { maxLength: 30 });
  fc.assert(
    fc.property(pieces, (all) => {
      const html = all.join("");
      expect(replaceTags(html, " ")).toBe(html.replace(/<[^>]*>/g, " "));
    }),
  );
});
