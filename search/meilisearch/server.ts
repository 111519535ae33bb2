import {
  type EnqueuedTaskPromise,
  Meilisearch,
  MeilisearchApiError,
  MeilisearchError,
  MeilisearchTaskTimeOutError,
  type Settings,
} from "meilisearch";
import { SearchUnavailable } from "../port.ts";

/** Every document is a product, and has its row id for a key. */
export interface Keyed {
  row_id: number;
}

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

export interface RemoteAnswer<Document> {
  hits: Document[];
  totalHits?: number;
  facetDistribution?: Record<string, Record<string, number>>;
}

/** What is like a document, by the vectors of an embedder. */
export interface SimilarQuestion {
  rowId: number;
  embedder: string;
  filter: string;
  limit: number;
  /** 0 to 1; those below are left out. */
  leastScore: number;
}

/** Where Meilisearch is. */
export interface RemotePlace {
  url: string;
  key: string | undefined;
  /** What the names of indexes begin with. */
  prefix: string;
}

const ANSWER_MS = 10_000;
const TASK_MS = 120_000;
const POLL_MS = 25;
const PRIMARY_KEY = "row_id";
/** To compress an answer costs the server as much as to find it, and to read it here as much as all of the request. */
const PLAIN = { headers: { "accept-encoding": "identity" } };
const UIDS_MAX = 1_000;

/** Runs a request. Throws `SearchUnavailable` when the server does not answer, or cannot. */
async function answerOf<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof MeilisearchError)) throw error;
    const reason = error instanceof MeilisearchApiError ? (error.cause?.code ?? error.message) : error.message;
    throw Object.assign(new SearchUnavailable(`Meilisearch: ${reason}`), { cause: error });
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof SearchUnavailable && error.cause instanceof MeilisearchApiError && error.cause.cause?.code === code;

/** Whether a request failed because its index is not there. */
export const isIndexMissing = (error: unknown): boolean => isCode(error, "index_not_found");

/** Whether a request failed because an embedder's key is not taken. */
export const isEmbedderKeyRefused = (error: unknown): boolean =>
  isCode(error, "vector_embedding_error") && String(Object(error).cause).includes("could not authenticate");

/** Whether a request failed because the document that it names is not there. */
const isDocumentMissing = (error: unknown): boolean => isCode(error, "not_found_similar_id");

/** What is said to a Meilisearch server, by the names of indexes. All of it throws `SearchUnavailable`. */
export class RemoteServer {
  readonly #client: Meilisearch;
  readonly prefix: string;

  constructor({ url, key, prefix }: RemotePlace) {
    this.#client = new Meilisearch({
      host: url,
      timeout: ANSWER_MS,
      requestInit: PLAIN,
      ...(key !== undefined && { apiKey: key }),
    });
    this.prefix = prefix;
  }

  /** Several searches in one request, answered in their order. */
  async search<Document>(questions: readonly RemoteQuestion[]): Promise<RemoteAnswer<Document>[]> {
    const { results } = await answerOf(this.#client.multiSearch({ queries: [...questions] }));
    // The client cannot know what was to be retrieved, nor which way of counting.
    return results as unknown as RemoteAnswer<Document>[];
  }

  /** The documents most like one, best first, with scores of 0 to 1; none when that one is not there. */
  async similar(
    uid: string,
    { rowId, leastScore, ...question }: SimilarQuestion,
  ): Promise<{ rowId: number; score: number }[]> {
    try {
      const { hits } = await answerOf(
        this.#client.index<Keyed>(uid).searchSimilarDocuments({
          ...question,
          id: rowId,
          rankingScoreThreshold: leastScore,
          showRankingScore: true,
          attributesToRetrieve: [PRIMARY_KEY],
        }),
      );
      return hits.map(({ row_id, _rankingScore = 0 }) => ({ rowId: row_id, score: _rankingScore }));
    } catch (error) {
      if (isDocumentMissing(error)) return [];
      throw error;
    }
  }

  /**
   * Returns when an index's embedder has made a vector. Sent as a search, as a task would hold up all others for minutes
   * when the embedder does not answer.
   */
  async tryEmbedder(uid: string, embedder: string): Promise<void> {
    await answerOf(this.#client.index(uid).search("a", { hybrid: { embedder, semanticRatio: 1 }, limit: 1 }));
  }

  /** Makes an index with its settings, or gives them to the one that is there. */
  async create(uid: string, settings: Settings): Promise<void> {
    // Tasks of one index are done in their order: the second need not wait for the first to be sent.
    const made = this.#client.createIndex(uid, { primaryKey: PRIMARY_KEY });
    await answerOf(made);
    await this.set(uid, settings);
    await this.#done(made, { allowed: "index_already_exists" });
  }

  async set(uid: string, settings: Settings): Promise<void> {
    await this.#done(this.#client.index(uid).updateSettings(settings));
  }

  /** Takes documents out and in; returns when that is done. What takes longer than `callOffMs` is called off. */
  async apply<Document extends Keyed>(
    uid: string,
    { removed, documents }: { removed: readonly number[]; documents: readonly Document[] },
    callOffMs?: number,
  ): Promise<void> {
    const index = this.#client.index<Document>(uid);
    // A row id may have been given to a new product: what is removed goes first.
    if (removed.length > 0) await this.#done(index.deleteDocuments([...removed]));
    if (documents.length > 0) await this.#done(index.addDocuments([...documents]), { callOffMs });
  }

  /** Some fields of the documents that a filter lets through; a page of them, in an order of the server's own. */
  async list<Document extends Keyed>(
    uid: string,
    page: { filter: string; fields: Extract<keyof Document, string>[]; offset: number; limit: number },
  ): Promise<Document[]> {
    const { results } = await answerOf(this.#client.index<Document>(uid).getDocuments(page));
    return results;
  }

  /** Puts an index in the place of another, in one step, and drops what was there. */
  async replace(uid: string, by: string): Promise<void> {
    await this.#done(this.#client.createIndex(uid, { primaryKey: PRIMARY_KEY }), { allowed: "index_already_exists" });
    await this.#done(this.#client.swapIndexes([{ indexes: [uid, by], rename: false }]));
    await this.#done(this.#client.deleteIndex(by));
  }

  /** Drops an index, if it is there. */
  async drop(uid: string): Promise<void> {
    await this.#done(this.#client.deleteIndex(uid), { allowed: "index_not_found" });
  }

  /** The names of all indexes on the server that begin as ours do. */
  async listUids(): Promise<string[]> {
    const uids: string[] = [];
    for (let offset = 0; ; offset += UIDS_MAX) {
      const { results, total } = await answerOf(this.#client.getRawIndexes({ offset, limit: UIDS_MAX }));
      uids.push(...results.map(({ uid }) => uid).filter((uid) => uid.startsWith(this.prefix)));
      if (offset + UIDS_MAX >= total) return uids;
    }
  }

  /** How many documents an index has; `undefined` when there is none. */
  async count(uid: string): Promise<number | undefined> {
    try {
      const { numberOfDocuments } = await answerOf(this.#client.index(uid).getStats());
      return numberOfDocuments;
    } catch (error) {
      if (isIndexMissing(error)) return undefined;
      throw error;
    }
  }

  /** Returns when the server answers that it is well. */
  async check(): Promise<void> {
    await answerOf(this.#client.health());
  }

  /** Waits until a task has ended well, or with a code that is allowed. */
  async #done(
    task: EnqueuedTaskPromise,
    { allowed, callOffMs }: { allowed?: string; callOffMs?: number | undefined } = {},
  ): Promise<void> {
    const ended = task.waitTask({ timeout: callOffMs ?? TASK_MS, interval: POLL_MS });
    try {
      const { status, error } = await answerOf(ended);
      if (status === "succeeded" || (error && error.code === allowed)) return;
      throw new SearchUnavailable(`Meilisearch: ${error?.code ?? status}`);
    } catch (error) {
      // It would hold up the tasks behind it, those of other tenants too.
      if (callOffMs !== undefined && isOverdue(error)) await this.#callOff((await task).taskUid);
      throw error;
    }
  }

  async #callOff(taskUid: number): Promise<void> {
    await answerOf(this.#client.tasks.cancelTasks({ uids: [taskUid] }));
  }
}

const isOverdue = (error: unknown): boolean =>
  error instanceof SearchUnavailable && error.cause instanceof MeilisearchTaskTimeOutError;
