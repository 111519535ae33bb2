import type { Static } from "@sinclair/typebox";
import type { Reader } from "../../db/ports.ts";
import { FACETS, type FacetName, type Hit } from "../../search/port.ts";
import { decodeCursor, encodeCursor } from "../http/input/cursor.ts";
import { metaPage, type PageInput, pageOf } from "../http/input/page.ts";
import { JsonText, jsonText } from "../http/output/json-text.ts";
import { filterOf } from "../products/lists/page-of-products.ts";
import type { Services } from "../runtime/services.ts";
import { findCall } from "./calls.ts";
import type { SearchRequest } from "./find-products.ts";
import type { IndexWait } from "./index-wait.ts";
import { readQuery } from "./read-query.ts";
import type { FacetsBody, SearchPage } from "./schema.ts";

interface SearchInput extends PageInput {
  q?: string | undefined;
  facets?: FacetName[] | undefined;
}

/** What a search needs of the service and of a request's context. */
interface SearchContext {
  db: Reader;
  services: Pick<Services, "call" | "cache">;
  index: IndexWait;
  /** Aborts when the caller has disconnected. */
  signal?: AbortSignal | undefined;
}

/** Where the page before ended: how many hits came before, and the last of them, for engines that go on behind it. */
function placeIn(list: string, cursor: string): { offset: number; after: Hit } {
  const [offset, score, rowId] = decodeCursor(list, cursor, ["count", "number", "count"]);
  return { offset, after: { score, rowId } };
}

/** Has a worker thread search for what was typed, once the index has nearly all changes. */
async function lookFor(
  typed: string,
  wanted: Omit<SearchRequest, "query">,
  { db, services, index, signal }: SearchContext,
) {
  const query = await readQuery(db, typed);
  if (query.text !== "") await index.near(db);
  return services.call(findCall, db.tenantId, { query, ...wanted }, signal);
}

/** What lacks some of the latest changes is not cached. */
const isComplete = ({ isBehind }: { isBehind: boolean }) => !isBehind;

/** Answers a page of hits. Throws INVALID_PARAMETER and SYSTEM_SERVICE_UNAVAILABLE. */
export async function answerSearch({ db, services, index, signal }: SearchContext, input: SearchInput) {
  const { q = "", facets = [] } = input;
  const page = pageOf(input);
  const { perPage, cursor } = page;
  const filter = filterOf(input);
  const list = `search ${JSON.stringify([q, filter])}`;
  const place = cursor === undefined ? { offset: page.offset } : placeIn(list, cursor);
  const { offset, after }: { offset: number; after?: Hit } = place;
  const key = [list, facets, page, offset, after];
  const find = async (abandoned: AbortSignal | undefined) => {
    const wanted = { filter, facets, offset, after, limit: perPage };
    const found = await lookFor(q, wanted, { db, services, index, signal: abandoned });
    const { end } = found;
    const nextCursor = end && encodeCursor(list, [offset + perPage, end.score, end.rowId]);
    const { meta } = metaPage([], found.total, page, nextCursor);
    const rest = `"facets":${found.facets},"did_you_mean":${JSON.stringify(found.didYouMean)}`;
    const { isBehind } = found;
    const text = `{"items":${found.items},"meta":${JSON.stringify({ ...meta, index_behind: isBehind })},${rest}}`;
    return { text, json: new JsonText(text, meta), isBehind };
  };
  const { json } = await services.cache.answer(db, "catalog+index", key, find, { isLasting: isComplete, signal });
  return jsonText<Static<typeof SearchPage>>(json);
}

/** Answers the facets alone; all of them when none is named. Throws as `answerSearch` does. */
export async function answerFacets({ db, services, index, signal }: SearchContext, input: SearchInput) {
  const { q = "", facets = [...FACETS] } = input;
  const filter = filterOf(input);
  const key = ["facets", q, filter, facets];
  const find = async (abandoned: AbortSignal | undefined) => {
    const wanted = { filter, facets, offset: 0, limit: 0 };
    const { facets: counted, isBehind } = await lookFor(q, wanted, { db, services, index, signal: abandoned });
    return { text: `{"facets":${counted},"meta":${JSON.stringify({ index_behind: isBehind })}}`, isBehind };
  };
  const { text } = await services.cache.answer(db, "catalog+index", key, find, { isLasting: isComplete, signal });
  return jsonText<Static<typeof FacetsBody>>(text);
}
