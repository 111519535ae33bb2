import { OutboundError } from "../../outbound/outbound-error.ts";
import type { ReadyDependency } from "../../settings/read-dependency.ts";
import { textOfHtml } from "../documents/extract-text.ts";
import { type Passage, type Source, sourcesOf } from "../documents/find-passages.ts";
import { type PageReader, readPage } from "./read-web-page.ts";
import { searchWeb } from "./search-web.ts";

/** With as many passages the web is not searched. */
export const PASSAGES_ENOUGH = 3;

const TEXT_MAX = 20_000;

/** What a page says, as text. */
export const textOfPage = (html: string): string => textOfHtml(html).replaceAll(/\s+/g, " ").trim().slice(0, TEXT_MAX);

/** What the web says of a product, and where. A page that cannot be read is left out, or stands with what the search says. */
export async function collectWeb(
  reader: PageReader,
  ready: ReadyDependency,
  query: string,
): Promise<{ text: string; sources: Source[]; texts: string[] }> {
  const found = await searchWeb(reader.services.outbound, ready, query);
  const pages = await Promise.all(
    found.map(async (each) => {
      const text = await readPage(reader, each.url).then(
        ({ html }) => textOfPage(html),
        (error: unknown) => {
          if (error instanceof OutboundError) return each.snippet;
          throw error;
        },
      );
      return { ...each, text };
    }),
  );
  const useful = pages.filter(({ text }) => text.trim() !== "");
  return {
    texts: useful.map(({ text }) => text),
    text: useful.map(({ url, title, text }) => `[${title} ${url}]\n${text}`).join("\n\n"),
    sources: useful.map(({ url, title }, index) => ({
      document_id: null,
      title,
      chunk_index: null,
      page: null,
      url,
      score: Math.round((1 - index / (useful.length + 1)) * 1000) / 1000,
    })),
  };
}

/** The sources of a run: passages first. */
export const allSources = (passages: readonly Passage[], web: readonly Source[]): Source[] => [
  ...sourcesOf(passages),
  ...web,
];
