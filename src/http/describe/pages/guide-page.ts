import { pageHtml } from "./frame.ts";

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");

/** `/docs/guide`: the integrators' guide of the repository. What it takes is loaded when somebody reads it. */
export async function guidePage(): Promise<string> {
  const [{ Marked }, guide] = await Promise.all([
    import("marked"),
    import("../../../../docs/integrators-guide.md", { with: { type: "text" } }),
  ]);
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
    },
  });
  const html = await marked.parse(guide.default);
  return pageHtml({ title: "Integrators' guide", path: "/docs/guide", body: `<main>\n${html}</main>` });
}
