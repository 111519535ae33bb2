import { type EnqueuedTaskPromise, Meilisearch, MeilisearchApiError, MeilisearchError } from "meilisearch";
import { type SearchField, SearchUnavailable } from "../port.ts";
import type { ProductFacts } from "./facts.ts";
import { SETTINGS } from "./settings.ts";

/** A product as Meilisearch holds it. */
export type RemoteDocument = ProductFacts & Record<SearchField, string[]>;

/** A search of one index. */
export interface RemoteQuestion {
  indexUid: string;
  q: string;
  filter: string[];
  matchingStrategy: "all";
  attributesToRetrieve?: string[];
  facets?: string[];
  sort?: string[];
  offset?: number;
  limit?: number;
  /** Pages instead of an offset: then all hits are counted. */
  page?: number;
  hitsPerPage?: number;
}

export interface RemoteAnswer {
  hits: RemoteDocument[];
  totalHits?: number;
  facetDistribution?: Record<string, Record<string, number>>;
}

/** Where Meilisearch is. */
export interface RemotePlace {
  url: string;
  key: string | undefined;
  /** What the names of indexes begin with. */
  prefix: string;
}

const ANSWER_MS = 10_000;
const TASK = { timeout: 120_000, interval: 25 };
const PRIMARY_KEY = "row_id";

/** Runs a request. Throws `SearchUnavailable` when the server does not answer, or cannot. */
async function asked<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof MeilisearchError)) throw error;
    const reason = error instanceof MeilisearchApiError ? (error.cause?.code ?? error.message) : error.message;
    throw Object.assign(new SearchUnavailable(`Meilisearch: ${reason}`), { cause: error });
  }
}

/** Whether a request failed because its index is not there. */
export const isIndexMissing = (error: unknown): boolean =>
  error instanceof SearchUnavailable &&
  error.cause instanceof MeilisearchApiError &&
  error.cause.cause?.code === "index_not_found";

/** Waits until a task has ended. Throws `SearchUnavailable` when it failed, unless by this code. */
async function done(task: EnqueuedTaskPromise, allowed?: string): Promise<void> {
  const { status, error } = await asked(task.waitTask(TASK));
  if (status === "succeeded" || (error && error.code === allowed)) return;
  throw new SearchUnavailable(`Meilisearch: ${error?.code ?? status}`);
}

/**
 * The tenants' indexes on a Meilisearch server. Each tenant has its own, so no search can reach into another's, one is made
 * anew and swapped without the others, and a tenant's words and typos are its own.
 */
export class RemoteIndexes {
  readonly #client: Meilisearch;
  readonly #prefix: string;

  constructor({ url, key, prefix }: RemotePlace) {
    this.#client = new Meilisearch({ host: url, timeout: ANSWER_MS, ...(key !== undefined && { apiKey: key }) });
    this.#prefix = prefix;
  }

  name(tenantId: string): string {
    return this.#prefix + tenantId;
  }

  #spare(tenantId: string): string {
    return `${this.name(tenantId)}_next`;
  }

  /** Several searches in one request, answered in their order. Throws `SearchUnavailable`. */
  async search(questions: readonly RemoteQuestion[]): Promise<RemoteAnswer[]> {
    const { results } = await asked(this.#client.multiSearch({ queries: [...questions] }));
    // The client cannot know what was asked to be retrieved, nor which way of counting.
    return results as unknown as RemoteAnswer[];
  }

  /** Makes the tenant's index with its settings, unless it is there. Throws `SearchUnavailable`. */
  async ensure(tenantId: string, synonyms: Record<string, string[]>): Promise<void> {
    await this.#create(this.name(tenantId), synonyms);
  }

  /** Gives the tenant's index other synonyms; its products stay as they are. Throws `SearchUnavailable`. */
  async setSynonyms(tenantId: string, synonyms: Record<string, string[]>): Promise<void> {
    await done(this.#client.index(this.name(tenantId)).updateSynonyms(synonyms));
  }

  async #create(uid: string, synonyms: Record<string, string[]>): Promise<void> {
    // Tasks of one index are done in their order: the second need not wait for the first to be sent.
    const made = this.#client.createIndex(uid, { primaryKey: PRIMARY_KEY });
    await asked(made);
    await done(this.#client.index(uid).updateSettings({ ...SETTINGS, synonyms }));
    await done(made, "index_already_exists");
  }

  /** Takes products out and in. Returns when the server has done so. Throws `SearchUnavailable`. */
  async apply(tenantId: string, changes: { removed: readonly number[]; documents: readonly RemoteDocument[] }) {
    await this.#apply(this.name(tenantId), changes);
  }

  async #apply(uid: string, { removed, documents }: Parameters<RemoteIndexes["apply"]>[1]): Promise<void> {
    const index = this.#client.index<RemoteDocument>(uid);
    // A row id may have been given to a new product: what is removed goes first.
    if (removed.length > 0) await done(index.deleteDocuments([...removed]));
    if (documents.length > 0) await done(index.addDocuments([...documents]));
  }

  /** Begins an index beside the tenant's own, empty. Throws `SearchUnavailable`. */
  async beginSpare(tenantId: string, synonyms: Record<string, string[]>): Promise<void> {
    await done(this.#client.deleteIndex(this.#spare(tenantId)), "index_not_found");
    await this.#create(this.#spare(tenantId), synonyms);
  }

  async applyToSpare(tenantId: string, documents: readonly RemoteDocument[]): Promise<void> {
    await this.#apply(this.#spare(tenantId), { removed: [], documents });
  }

  /** Puts the other index in the place of the tenant's own, in one step, and drops what was there. */
  async swapSpare(tenantId: string): Promise<void> {
    const uid = this.name(tenantId);
    await done(this.#client.createIndex(uid, { primaryKey: PRIMARY_KEY }), "index_already_exists");
    await done(this.#client.swapIndexes([{ indexes: [uid, this.#spare(tenantId)], rename: false }]));
    await done(this.#client.deleteIndex(this.#spare(tenantId)));
  }

  /** How many products the tenant's index has; `undefined` when there is none. Throws `SearchUnavailable`. */
  async count(tenantId: string): Promise<number | undefined> {
    try {
      const { numberOfDocuments } = await asked(this.#client.index(this.name(tenantId)).getStats());
      return numberOfDocuments;
    } catch (error) {
      if (isIndexMissing(error)) return undefined;
      throw error;
    }
  }

  /** Throws `SearchUnavailable` unless the server answers that it is well. */
  async check(): Promise<void> {
    await asked(this.#client.health());
  }
}
