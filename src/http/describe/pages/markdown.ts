import { escapeHtml } from "./frame.ts";

/** The anchor of a heading. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");

/**
 * Our own Markdown as HTML; each heading has an anchor, and where `otherAnchors` has one for it, that of the other
 * language too. The renderer is loaded when somebody reads a page.
 */
export async function renderMarkdown(
  text: string,
  otherAnchors: ReadonlyMap<string, string> = new Map(),
): Promise<string> {
  const { Marked } = await import("marked");
  const marked = new Marked({
    renderer: {
      // What only looks like an address, `https://host:port`, is none.
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        return URL.canParse(href, "http://localhost") ? `<a href="${escapeHtml(href)}">${text}</a>` : text;
      },
      heading({ tokens, depth, text: heading }) {
        const anchor = anchorOf(heading);
        const other = otherAnchors.get(anchor);
        const place = other === undefined ? "" : `<span id="${other}"></span>`;
        return `<h${depth} id="${anchor}">${place}${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
    },
  });
  return await marked.parse(text);
}
