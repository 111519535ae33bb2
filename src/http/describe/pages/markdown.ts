const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");

/** Our own Markdown as HTML; each heading has an anchor. The renderer is loaded when somebody reads a page. */
export async function renderMarkdown(text: string): Promise<string> {
  const { Marked } = await import("marked");
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: heading }) {
        return `<h${depth} id="${anchorOf(heading)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
    },
  });
  return await marked.parse(text);
}
