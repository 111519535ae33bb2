import { type DefaultTreeAdapterMap, html as names, parseFragment, serialize } from "parse5";

type Node = DefaultTreeAdapterMap["node"];
type Element = DefaultTreeAdapterMap["element"];

// The judge's own list, so that a slip in the list of the cleaner is seen.
const RUNS_OR_LOADS = new Set(
  (
    "script style iframe object embed applet frame frameset base meta link form input button select textarea option " +
    "svg math template noscript noembed noframes xmp plaintext title portal param dialog slot head html body"
  ).split(" "),
);
const SCHEMES = ["http:", "https:", "mailto:", "tel:"];
const ADDRESSES = /^(?:href|src|srcset|poster|cite|action|formaction|data|background|ping|longdesc|usemap|xlink:href)$/;

const schemeOf = (address: string): string | undefined => URL.parse(address, "https://shop.example.invalid/")?.protocol;

function faultsOfAttribute(tag: string, name: string, value: string): string[] {
  if (/^on|^(?:srcdoc|srcset|is|form|formaction|action|ping|background)$/i.test(name)) return [`${tag} ${name}`];
  if (name === "style" && /url|expression|@|\\|position|behavio|binding|content/i.test(value))
    return [`style ${value}`];
  if (!ADDRESSES.test(name)) return [];
  const scheme = schemeOf(value);
  const isPicture = tag === "img" && scheme === "data:";
  return scheme === undefined || SCHEMES.includes(scheme) || isPicture ? [] : [`${tag} ${name}=${value}`];
}

const faultsOfElement = ({ tagName, namespaceURI, attrs }: Element): string[] => [
  ...(RUNS_OR_LOADS.has(tagName) || namespaceURI !== names.NS.HTML ? [`<${tagName}>`] : []),
  ...attrs.flatMap(({ name, value }) => faultsOfAttribute(tagName, name, value)),
];

/** What of the nodes below one a browser would run, load or send to. */
function faultsBelow(node: Node): string[] {
  const own = "tagName" in node ? faultsOfElement(node) : [];
  const children = "childNodes" in node ? node.childNodes : [];
  return [...own, ...children.flatMap(faultsBelow)];
}

// The way a browser with scripting parses `innerHTML`: what is in `noscript` is no markup to it.
const parse = (html: string) => parseFragment(html, { scriptingEnabled: true });
const MARK = '<p id="the-mark">after</p>';

/** Whether what follows a text in a page is still there, beside it. */
function leavesPageWhole(html: string): boolean {
  const { childNodes } = parse(`<div>${html}</div>${MARK}`);
  const last = childNodes.at(-1);
  return last !== undefined && serialize({ ...parse(""), childNodes: [last] }) === MARK;
}

/**
 * What a browser would run, load or send to of a stored text: put into an element, written into a page, and read once
 * more after the browser has written it out itself. Empty: it is harmless.
 */
export function faultsOf(html: string): string[] {
  const tree = parse(html);
  const again = parse(serialize(tree));
  return [...faultsBelow(tree), ...faultsBelow(again), ...(leavesPageWhole(html) ? [] : ["swallows what follows"])];
}
