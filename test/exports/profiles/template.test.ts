import { describe, expect, test } from "bun:test";
import { cutText } from "../../../src/exports/profiles/cell.ts";
import { parseTemplate, renderTemplate } from "../../../src/exports/profiles/column-template.ts";

const VALUES: Record<string, string> = { brand: "Acme", title: "Shirt", "title@de": "Hemd", color: "" };
const rendered = (template: string) => {
  const parts = parseTemplate(template);
  if (!parts) return undefined;
  return renderTemplate(parts, ({ name, language }) => VALUES[language ? `${name}@${language}` : name] ?? "");
};

describe("templates of columns", () => {
  test.each([
    ["{brand} {title}", "Acme Shirt"],
    ["{brand} {title@de}", "Acme Hemd"],
    ["{title}[ - {color}]", "Shirt"],
    ["{title}[ by {brand}]", "Shirt by Acme"],
    ["{color}[ {color}] EUR", ""],
    ["fixed", "fixed"],
    ["{{x}} [[y]] {title}", "{x} [y] Shirt"],
    ["{ title }", "Shirt"],
  ])("%s", (template, text) => expect(rendered(template)).toBe(text));

  test.each(["{title", "title}", "[{title}", "{title}]", "[a[b]]", "{}", "{a{b}}"])("%s is refused", (template) =>
    expect(rendered(template)).toBeUndefined(),
  );
});

describe("cutting", () => {
  test.each([
    ["a shirt of cotton", 12, "a shirt of"],
    ["a shirt of cotton", 10, "a shirt of"],
    ["short", 10, "short"],
    ["Donaudampfschifffahrt", 8, "Donaudam"],
    ["👕👕👕", 2, "👕👕"],
  ])("%s at %i", (text, length, cut) => expect(cutText(text, length)).toBe(cut));
});
