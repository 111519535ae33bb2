import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS, cleanStyle, URL_ATTRIBUTES } from "./html-allow-list.ts";

/** How deep tags may lie in each other. */
export const NESTING_MAX = 500;

const TAGS: ReadonlySet<string> = new Set(ALLOWED_TAGS);
const VOID_TAGS: ReadonlySet<string> = new Set(["br", "col", "hr", "img", "source", "track", "wbr"]);
/** Tags that HTML closes by itself. */
const OPTIONAL_ENDS: ReadonlySet<string> = new Set("colgroup dd dt li p rp rt tbody td tfoot th thead tr".split(" "));
const URLS: ReadonlySet<string> = new Set(URL_ATTRIBUTES);

// What every parser reads alike (HTML's blanks are these five, not all of \s): tags whose attributes are separate and whose
// values have no brackets.
const OPEN = /<([a-z][a-z0-9]*)/iy;
const ATTRIBUTE = /[\t\n\f\r ]+([a-z][a-z0-9-]*)(?:=(?:"([^"<>]*)"|'([^'<>]*)'|([\w.#%-]+)))?(?=[\t\n\f\r />])/iy;
const OPEN_END = /[\t\n\f\r ]*(\/?)>/y;
const CLOSE = /<\/([a-z][a-z0-9]*)[\t\n\f\r ]*>/iy;
const COMMENT = /<!--[^<>-]*(?:-[^<>-]+)*-->/y;
/** A sign and no tag: HTML names start with a letter. */
const LESS_THAN = /<(?=[\t\n\r \d=.,-])/y;
/** What begins like this is of an allowed scheme or of none, even with character references later. */
const PLAIN_URL = /^(?:https?:\/\/|mailto:|tel:|[/?#.]|[^&:\s]*$)/i;
const PICTURE = /^data:image\//i;

const isNamed = (tag: string, name: string): boolean => {
  const lists = [
    ALLOWED_ATTRIBUTES["*"] ?? [],
    Object.hasOwn(ALLOWED_ATTRIBUTES, tag) ? (ALLOWED_ATTRIBUTES[tag] ?? []) : [],
  ];
  return lists.some((names) =>
    names.some((each) => (each.endsWith("*") ? name.startsWith(each.slice(0, -1)) : each === name)),
  );
};

function isCleanAttribute(tag: string, name: string, value: string): boolean {
  if (!isNamed(tag, name)) return false;
  if (name === "style") return !value.includes("&") && cleanStyle(value) === value;
  return !URLS.has(name) || PLAIN_URL.test(value) || (tag === "img" && PICTURE.test(value));
}

/** What a pattern finds at a place; `undefined` when it is not there. */
function found(pattern: RegExp, html: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(html) ?? undefined;
}

/** Where the tag of this name ends whose attributes begin at `at`, and whether it closes itself; `undefined` when one is not clean. */
function readAttributes(html: string, tag: string, at: number): { end: number; closesItself: boolean } | undefined {
  let end = at;
  for (let each = found(ATTRIBUTE, html, end); each; each = found(ATTRIBUTE, html, end)) {
    const [, name = "", double, single, bare] = each;
    if (!isCleanAttribute(tag, name.toLowerCase(), double ?? single ?? bare ?? "")) return undefined;
    end = ATTRIBUTE.lastIndex;
  }
  const last = found(OPEN_END, html, end);
  return last && { end: OPEN_END.lastIndex, closesItself: last[1] !== "" };
}

/** Closes a tag that is open; false when it is not, or when another has to be closed first. */
function close(open: string[], tag: string): boolean {
  for (let last = open.pop(); last !== undefined; last = open.pop()) {
    if (last === tag) return true;
    if (!OPTIONAL_ENDS.has(last)) return false;
  }
  return false;
}

/** Reads the clean tag that begins at `at`. `open`: the tags around it. Returns where it ends, or `undefined`. */
function readTag(html: string, at: number, open: string[]): number | undefined {
  const closing = found(CLOSE, html, at)?.[1]?.toLowerCase();
  if (closing !== undefined) return close(open, closing) ? CLOSE.lastIndex : undefined;
  const tag = found(OPEN, html, at)?.[1]?.toLowerCase() ?? "";
  if (!TAGS.has(tag)) return undefined;
  const rest = readAttributes(html, tag, OPEN.lastIndex);
  if (VOID_TAGS.has(tag)) return rest?.end;
  return rest && !rest.closesItself && open.push(tag) <= NESTING_MAX ? rest.end : undefined;
}

/** Where the sign or comment ends that begins at `at`; `undefined` when there is none. */
function readPlain(html: string, at: number): number | undefined {
  return [LESS_THAN, COMMENT].find((each) => found(each, html, at))?.lastIndex;
}

/**
 * Whether HTML has only what the allow list allows, and is written so plainly that every parser reads the same in it: tags
 * that are closed, attributes in quotes, comments without brackets. One pass; false at the first doubt.
 */
export function isCleanHtml(html: string): boolean {
  const open: string[] = [];
  for (let at = html.indexOf("<"); at >= 0; ) {
    const end = readPlain(html, at) ?? readTag(html, at, open);
    if (end === undefined) return false;
    at = html.indexOf("<", end);
  }
  return open.every((tag) => OPTIONAL_ENDS.has(tag));
}
