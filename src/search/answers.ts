import type { Reader } from "../../db/ports.ts";
import { FACETS, type FacetName } from "../../search/port.ts";
import type { Reindex } from "../../search/reindexes.ts";
import { decodeCursor, encodeCursor } from "../http/cursor.ts";
import { metaPage, type Page, type PageInput, pageOf } from "../http/page.ts";
import { filterOf } from "../products/page-of-products.ts";
import { listItem } from "../products/product-body.ts";
import { isoOfMs } from "../text/instant.ts";
import { didYouMean } from "./did-you-mean.ts";
import type { SearchRequest } from "./find-products.ts";
import { wordFinder } from "./find-word.ts";
import { highlightsOf } from "./highlight.ts";
import type { KeptSearches } from "./kept-searches.ts";
import { readQuery } from "./read-query.ts";

interface SearchInput extends PageInput {
  q?: string | undefined;
  facets?: FacetName[] | undefined;
}

/** What a search needs of a request's context. */
interface SearchContext {
  db: Reader;
  searches: KeptSearches;
}

async function requestOf(
  db: Reader,
  input: SearchInput,
  page: Pick<Page, "offset" | "perPage">,
): Promise<SearchRequest> {
  const { q = "", facets = [] } = input;
  return { query: await readQuery(db, q), filter: filterOf(input), facets, offset: page.offset, limit: page.perPage };
}

/** Answers a page of hits. Throws INVALID_PARAMETER and SYSTEM_SERVICE_UNAVAILABLE. */
export async function answerSearch({ db, searches }: SearchContext, input: SearchInput) {
  const page = pageOf(input);
  const { perPage, cursor } = page;
  const asked = await requestOf(db, input, page);
  const { query, filter } = asked;
  const list = `search ${JSON.stringify([query, filter])}`;
  // A place among hits is how many come before: their order is the engine's.
  const offset = cursor === undefined ? page.offset : Number(decodeCursor(list, cursor)[0]);
  const request = { ...asked, offset };
  const { found, total, facets } = await searches.find(db, request);
  const find = wordFinder(query);
  const items = found.map(({ product, score }) => ({
    ...listItem(product),
    score,
    highlights: highlightsOf(product, find),
  }));
  const next = offset + perPage;
  const nextCursor = next < total ? encodeCursor(list, [next]) : null;
  return { ...metaPage(items, total, page, nextCursor), facets, did_you_mean: didYouMean(query, found) };
}

/** Answers the facets alone; all of them when none is named. Throws as `answerSearch` does. */
export async function answerFacets({ db, searches }: SearchContext, input: SearchInput) {
  const wanted = { ...input, facets: input.facets ?? [...FACETS] };
  const { facets } = await searches.find(db, await requestOf(db, wanted, { offset: 0, perPage: 0 }));
  return { facets };
}

/** A reindexing as it is shown. */
export const reindexBody = ({ createdAtMs, completedAtMs, ...reindex }: Reindex) => ({
  ...reindex,
  created_at: isoOfMs(createdAtMs),
  completed_at: completedAtMs === null ? null : isoOfMs(completedAtMs),
});
