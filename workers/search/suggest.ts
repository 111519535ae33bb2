import type { ThreadServices } from "../../src/runtime/services.ts";
import { type Suggested, type SuggestRequest, suggest as suggestFor } from "../../src/search/words/suggest.ts";

/** What a search box offers. */
export const suggest = (services: ThreadServices, tenantId: string, request: SuggestRequest): Promise<Suggested> =>
  suggestFor(services.search, services.reader(tenantId), request);
