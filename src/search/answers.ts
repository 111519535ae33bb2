import type { Static } from "@sinclair/typebox";
import type { Reader } from "../../db/ports.ts";
import { FACETS, type FacetName } from "../../search/port.ts";
import type { Reindex } from "../../search/reindexes.ts";
import { decodeCursor, encodeCursor } from "../http/cursor.ts";
import { jsonText } from "../http/json-text.ts";
import { metaPage, type PageInput, pageOf } from "../http/page.ts";
import { filterOf } from "../products/page-of-products.ts";
import type { Services } from "../services.ts";
import { isoOfMs } from "../text/instant.ts";
import type { KeptSearches } from "./kept-searches.ts";
import { readQuery } from "./read-query.ts";
import type { FacetsBody, SearchPage } from "./schema.ts";

interface SearchInput extends PageInput {
  q?: string | undefined;
  facets?: FacetName[] | undefined;
}

/** What a search needs of the service and of a request's context. */
interface SearchContext {
  db: Reader;
  services: Pick<Services, "ask">;
  searches: KeptSearches;
}

/** Answers a page of hits. Throws INVALID_PARAMETER and SYSTEM_SERVICE_UNAVAILABLE. */
export async function answerSearch({ db, services, searches }: SearchContext, input: SearchInput) {
  const { q = "", facets = [] } = input;
  const page = pageOf(input);
  const { perPage, cursor } = page;
  const filter = filterOf(input);
  const list = `search ${JSON.stringify([q, filter])}`;
  // A place among hits is how many come before: their order is the engine's.
  const offset = cursor === undefined ? page.offset : Number(decodeCursor(list, cursor)[0]);
  const text = await searches.answer(db, [list, facets, page, offset], async () => {
    const query = await readQuery(db, q);
    const request = { query, filter, facets, offset, limit: perPage };
    const found = await services.ask("search.find", db.tenantId, request);
    const next = offset + perPage;
    const nextCursor = next < found.total ? encodeCursor(list, [next]) : null;
    const { meta } = metaPage([], found.total, page, nextCursor);
    const rest = `"facets":${found.facets},"did_you_mean":${JSON.stringify(found.didYouMean)}`;
    return `{"items":${found.items},"meta":${JSON.stringify(meta)},${rest}}`;
  });
  return jsonText<Static<typeof SearchPage>>(text);
}

/** Answers the facets alone; all of them when none is named. Throws as `answerSearch` does. */
export async function answerFacets({ db, services, searches }: SearchContext, input: SearchInput) {
  const { q = "", facets = [...FACETS] } = input;
  const filter = filterOf(input);
  const text = await searches.answer(db, ["facets", q, filter, facets], async () => {
    const request = { query: await readQuery(db, q), filter, facets, offset: 0, limit: 0 };
    const found = await services.ask("search.find", db.tenantId, request);
    return `{"facets":${found.facets}}`;
  });
  return jsonText<Static<typeof FacetsBody>>(text);
}

/** A reindexing as it is shown. */
export const reindexBody = ({ createdAtMs, completedAtMs, ...reindex }: Reindex) => ({
  ...reindex,
  created_at: isoOfMs(createdAtMs),
  completed_at: completedAtMs === null ? null : isoOfMs(completedAtMs),
});
