import type { RemoteEmbedder } from "../../search/meilisearch/similar-index.ts";
import { createApp } from "../../src/app.ts";
import { AnswerCache } from "../../src/cache/answer-cache.ts";
import { answerCall, openCallLine } from "../../src/runtime/calls/call-line.ts";
import type { Services } from "../../src/runtime/services.ts";
import type { ProductSearch } from "../../src/search/product-search.ts";
import { callHandlers } from "../../workers/calls.ts";
import { type newTenant, services } from "../harness.ts";

type Tenant = Awaited<ReturnType<typeof newTenant>>;

/** The settings of a service that searches with a Meilisearch server. */
export const configOf = ({ url, key }: { url: string; key: string }, embedder?: RemoteEmbedder) => ({
  meilisearchUrl: url,
  meilisearchKey: key,
  meilisearchIndexPrefix: "test_",
  meilisearchEmbedder: embedder,
});

/** The whole service with this search in place of its own. */
export function searchApp(search: ProductSearch) {
  const own: Services = { ...services, search, cache: new AnswerCache(search.engine) };
  const handlers = callHandlers(own);
  Object.assign(
    own,
    openCallLine(() => ({ send: (message) => answerCall(message, handlers), done: () => undefined })),
  );
  const app = createApp(own, { checkAnswers: true });
  return {
    services: own,
    get: async (tenant: Tenant, path: string) => {
      const request = new Request(`http://localhost/api/v1${path}`, { headers: { "x-api-key": tenant.apiKey } });
      const response = await app.handle(request);
      // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
      return { status: response.status, headers: response.headers, body: (await response.json()) as any };
    },
  };
}
export type SearchApp = ReturnType<typeof searchApp>;
