import sanitizeHtml from "sanitize-html";

const FORBIDDEN_TAGS: ReadonlySet<string> = new Set(["script", "style", "iframe", "object"]);
const SUSPICIOUS = /<\/?(?:script|style|iframe|object)|on[a-z]+\s*=|script|&[#a-z]/i;
// A browser skips control characters and blanks in front of and within a scheme.
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
const SKIPPED = /[\u0000-\u0020]+/g;
const FORBIDDEN_URL = /(?:^|url=)["']?(?:java|vb)script:/i;

const isForbidden = (name: string, value: string): boolean =>
  /^on/i.test(name) || FORBIDDEN_URL.test(value.replace(SKIPPED, ""));

/** Everything is allowed, so the output differs from that of the strict options only by what those remove. */
const ALL: sanitizeHtml.Options = {
  allowedTags: false,
  allowedAttributes: false,
  allowVulnerableTags: true,
  allowedSchemesAppliedToAttributes: [],
  parseStyleAttributes: false,
};
const STRICT: sanitizeHtml.Options = {
  ...ALL,
  nonTextTags: [...FORBIDDEN_TAGS],
  exclusiveFilter: ({ tag }) => FORBIDDEN_TAGS.has(tag),
  transformTags: {
    "*": (tagName, attributes) => ({
      tagName,
      attribs: Object.fromEntries(Object.entries(attributes).filter(([name, value]) => !isForbidden(name, value))),
    }),
  },
};

/**
 * Removes scripts, styles, frames and objects, event handlers and script addresses from HTML. A text that has none of
 * them comes back byte for byte. Takes about 0.1 ms for a text with tags that look like trouble: not for a mutation.
 */
export function cleanHtml(html: string): string {
  if (!html.includes("<") || !SUSPICIOUS.test(html)) return html;
  const clean = sanitizeHtml(html, STRICT);
  return clean === sanitizeHtml(html, ALL) ? html : clean;
}
