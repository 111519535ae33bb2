import { pageHtml } from "./frame.ts";
import { renderMarkdown } from "./markdown.ts";

/** `/docs/guide`: the integrators' guide of the repository. It is loaded when somebody reads it. */
export async function guidePage(): Promise<string> {
  const { default: guide } = await import("../../../../docs/integrators-guide.md", { with: { type: "text" } });
  const html = await renderMarkdown(guide);
  return pageHtml({ title: "Integrators' guide", path: "/docs/guide", body: `<main class="page">\n${html}</main>` });
}
