import { type Suggested, type SuggestRequest, suggest as suggestFor } from "../../src/search/suggest.ts";
import type { ThreadServices } from "../../src/services.ts";

/** What a search box offers. */
export const suggest = (services: ThreadServices, tenantId: string, request: SuggestRequest): Promise<Suggested> =>
  suggestFor(services.search, services.reader(tenantId), request);
