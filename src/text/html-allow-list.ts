/** The tags that stored HTML may have: text, pictures and media, lists, tables. Their text stays when others are taken off. */
export const ALLOWED_TAGS: readonly string[] = [
  ..."a abbr acronym address article aside audio b bdi bdo big blockquote br caption center cite code col colgroup".split(
    " ",
  ),
  ..."data dd del details dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i".split(
    " ",
  ),
  ..."img ins kbd li main mark nav ol p picture pre q rp rt ruby s samp section small source span strike strong".split(
    " ",
  ),
  ..."sub summary sup table tbody td tfoot th thead time tr track tt u ul var video wbr".split(" "),
];

/** Tags that go with everything in them, because it is no text for a reader. */
export const DROPPED_WITH_CONTENT: readonly string[] = [
  ..."applet iframe math noembed noframes noscript object option plaintext script select style svg".split(" "),
  ..."template textarea title xmp".split(" "),
];

/** Allowed attributes by tag, `*` for all; a name may end in `*`. Those of `URL_ATTRIBUTES` and `style` are looked into. */
export const ALLOWED_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  "*": [
    ..."align aria-* bgcolor border class data-* dir height id itemprop itemscope itemtype lang role style".split(" "),
    ..."title valign width".split(" "),
  ],
  a: ["download", "href", "hreflang", "name", "rel", "target", "type"],
  audio: ["controls", "loop", "muted", "preload", "src"],
  blockquote: ["cite"],
  br: ["clear"],
  col: ["span"],
  colgroup: ["span"],
  data: ["value"],
  del: ["cite", "datetime"],
  details: ["open"],
  font: ["color", "face", "size"],
  hr: ["color", "noshade", "size"],
  img: ["alt", "decoding", "hspace", "loading", "src", "vspace"],
  ins: ["cite", "datetime"],
  li: ["type", "value"],
  ol: ["reversed", "start", "type"],
  q: ["cite"],
  source: ["src", "type"],
  table: ["cellpadding", "cellspacing", "frame", "rules", "summary"],
  td: ["abbr", "colspan", "headers", "nowrap", "rowspan", "scope"],
  th: ["abbr", "colspan", "headers", "nowrap", "rowspan", "scope"],
  time: ["datetime"],
  track: ["default", "kind", "label", "src", "srclang"],
  ul: ["type"],
  video: ["controls", "loop", "muted", "playsinline", "poster", "preload", "src"],
};

export const URL_ATTRIBUTES: readonly string[] = ["cite", "href", "itemtype", "poster", "src"];
export const ALLOWED_SCHEMES: readonly string[] = ["http", "https", "mailto", "tel"];
/** Pictures within the text: a browser runs nothing of what an `img` shows. */
export const IMAGE_SCHEMES: readonly string[] = [...ALLOWED_SCHEMES, "data"];

const ALLOWED_STYLE =
  /^(?:background(?:-color)?|border(?:-[a-z-]+)?|box-sizing|caption-side|clear|color|direction|display|empty-cells|flex(?:-[a-z]+)?|float|font(?:-[a-z-]+)?|gap|grid-[a-z-]+|height|hyphens|justify-[a-z]+|align-[a-z]+|letter-spacing|line-height|list-style(?:-(?:type|position))?|(?:margin|padding)(?:-[a-z-]+)?|(?:max|min)-(?:width|height)|object-fit|opacity|orphans|overflow(?:-[xy]|-wrap)?|page-break-[a-z]+|table-layout|text-[a-z-]+|vertical-align|white-space|widows|width|word-(?:break|spacing|wrap))$/;
// Words, numbers, colours and texts in quotes; of the functions only those that calculate or name a colour.
const STYLE_VALUE = /^(?:(?:calc|hsla?|max|min|rgba?)\(|[\w\s#%.,"'!+*/-]|\))*$/i;

function isAllowedStyle(declaration: string): boolean {
  const colon = declaration.indexOf(":");
  if (colon < 0) return declaration.trim() === "";
  const name = declaration.slice(0, colon).trim().toLowerCase();
  const value = declaration.slice(colon + 1);
  return ALLOWED_STYLE.test(name) && STYLE_VALUE.test(value) && !value.includes("/*");
}

/** A `style` attribute with its allowed declarations, which place and paint text and load nothing. */
export function cleanStyle(style: string): string {
  const declarations = style.split(";");
  const allowed = declarations.filter(isAllowedStyle);
  return allowed.length === declarations.length ? style : allowed.join(";").trim();
}
