import { call } from "../runtime/calls/calls.ts";
import type { SearchRequest } from "./find-products.ts";
import type { SearchPageRows } from "./find-search-page.ts";
import type { SimilarProduct, SimilarRequest } from "./similar/find-similar.ts";
import type { Suggested, SuggestRequest } from "./words/suggest.ts";

export const findCall = call<SearchRequest, SearchPageRows>("search.find", { queuedAs: "busy.searches" });
export const similarCall = call<SimilarRequest, SimilarProduct[]>("search.similar", { queuedAs: "busy.searches" });
export const suggestCall = call<SuggestRequest, Suggested>("search.suggest", { queuedAs: "busy.searches" });
