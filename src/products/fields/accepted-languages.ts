const LANGUAGES_MAX = 20;

/** One member of the header: `fr-CA;q=0.8` is French at 0.8. */
function readMember(member: string): { language: string; quality: number } {
  const [range = "", ...parameters] = member.split(";").map((part) => part.trim().toLowerCase());
  const weight = parameters.find((each) => each.startsWith("q="));
  return { language: range.split("-")[0] ?? "", quality: weight === undefined ? 1 : Number(weight.slice(2)) };
}

/**
 * The languages that texts are wanted in, best first, before the pivot: those that Accept-Language names, without
 * regions. Empty when it is absent or takes any language.
 * Source: https://www.rfc-editor.org/rfc/rfc9110#section-12.5.4
 */
export function acceptedLanguages(header: string | undefined): string[] {
  if (header === undefined) return [];
  const members = header.slice(0, 500).split(",").map(readMember);
  const wanted = members
    .filter(({ language, quality }) => /^[a-z]{2}$/.test(language) && quality > 0 && quality <= 1)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ language }) => language);
  return [...new Set(wanted)].slice(0, LANGUAGES_MAX);
}
