import { isRecord } from "../../text/unknown-values.ts";
/** What lists say of their page, each family's under its own names. */
export interface PageMeta {
  page: number;
  total_pages?: number;
  next_cursor?: string | null;
}

const isMeta = (value: unknown): value is PageMeta => isRecord(value) && typeof value["page"] === "number";

/** How many pages there are; `undefined` where the answer does not say. */
function pagesIn(meta: Record<string, unknown>): number | undefined {
  const { total_pages: pages, total, page_size: size } = meta;
  if (typeof pages === "number") return pages;
  return typeof total === "number" && typeof size === "number" && size > 0 ? Math.ceil(total / size) : undefined;
}

/** What a page says of itself, in `meta` or beside its items; `undefined` when it is no page. */
export function metaOf(answer: unknown): PageMeta | undefined {
  if (!isRecord(answer)) return undefined;
  const meta = [answer["meta"], answer].find(isMeta);
  if (!meta) return undefined;
  const pages = pagesIn({ ...meta });
  return { page: meta.page, next_cursor: meta.next_cursor ?? null, ...(pages !== undefined && { total_pages: pages }) };
}

/** Which parameters say where a page is. */
const PLACES = ["page", "cursor", "skip"];

/** The path and query of an address. */
const pathOf = (url: string): string => url.slice(url.indexOf("/", url.indexOf("//") + 2));

/** Where a page is, by the address of the request for this one. */
function linkFrom(url: string): (relation: string, place: Record<string, string>) => string {
  const [path = "", query = ""] = pathOf(url).split("?");
  const parameters = [...new URLSearchParams(query)].filter(([name]) => !PLACES.includes(name));
  return (relation, place) => {
    const to = new URLSearchParams(parameters);
    for (const [name, value] of Object.entries(place)) to.set(name, value);
    return `<${path}${to.size > 0 ? `?${to}` : ""}>; rel="${relation}"`;
  };
}

/** The `Link` of an answer that is a plain array and has more behind it. */
export const nextLink = (url: string, cursor: string): string => linkFrom(url)("next", { cursor });

/**
 * The `Link` of a page: the first, the one before and the last by number, the next by its cursor, which is the fastest way to
 * it, and by number where there is none. Source: RFC 8288
 */
export function linksOf(url: string, { page, total_pages: pages, next_cursor: cursor }: PageMeta): string {
  const isByNumber = !new URLSearchParams(pathOf(url).split("?")[1] ?? "").has("cursor");
  const link = linkFrom(url);
  const links = [link("first", {})];
  if (isByNumber && page > 1) links.push(link("prev", page > 2 ? { page: String(page - 1) } : {}));
  if (cursor) links.push(link("next", { cursor }));
  else if (isByNumber && pages !== undefined && page < pages) links.push(link("next", { page: String(page + 1) }));
  if (pages !== undefined && pages > 0) links.push(link("last", pages > 1 ? { page: String(pages) } : {}));
  return links.join(", ");
}
