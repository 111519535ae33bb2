import { createHash } from "node:crypto";
import type { Embedder, Settings } from "meilisearch";
import type { NearProduct } from "../vectors.ts";
import { isEmbedderKeyRefused, type Keyed, type RemoteServer } from "./server.ts";

/** Where an embedder of Meilisearch's own has its vectors from. */
export const EMBEDDER_SOURCES = ["openAi", "ollama", "rest", "huggingFace"] as const;

/** An embedder as Meilisearch's settings describe it, without what it makes vectors of: that is said here. */
export type RemoteEmbedder = { source: (typeof EMBEDDER_SOURCES)[number]; apiKey?: string } & Record<string, unknown>;

/** What an index has its vectors from. */
export type VectorSource =
  /** We give them to it: those that were made by one model, all of one length. */
  | { by: "us"; space: string; dimensions: number }
  /** It makes them of the texts. */
  | { by: "server"; embedder: RemoteEmbedder };

/** What shows whether a document matches its product. */
export interface SimilarVersion extends Keyed {
  is_active: boolean;
  /** Of the text that its vector was made of. */
  text_hash: string;
}

/** A product among those that are compared. */
export interface SimilarDocument extends SimilarVersion {
  /** For an embedder of the server's own. */
  text?: string;
  _vectors?: Record<string, number[]>;
}

/** Between the tenant and the name of an index; neither has it in it. */
const MARK = "_similar_";
const EMBEDDER = "products";
/** How long the server's embedder may take for some texts. */
const EMBED_MS = 60_000;
/** As much of a text as vectors are made of: 4,000 characters in UTF-8. */
const TEXT_BYTES_MAX = 16_000;
const FIELDS: (keyof SimilarVersion)[] = ["row_id", "is_active", "text_hash"];

function embedderOf(source: VectorSource): NonNullable<Embedder> {
  if (source.by === "us") return { source: "userProvided", dimensions: source.dimensions };
  const template = { documentTemplate: "{{doc.text}}", documentTemplateMaxBytes: TEXT_BYTES_MAX };
  // The server itself looks at what was set for its embedder.
  return { ...source.embedder, ...template } as unknown as NonNullable<Embedder>;
}

const settingsOf = (source: VectorSource): Settings => ({
  searchableAttributes: [],
  filterableAttributes: ["row_id", "is_active"],
  embedders: { [EMBEDDER]: embedderOf(source) },
});

/** Differs when the vectors do: then an index is rebuilt. A key that is replaced changes none. */
export function sourceId(source: VectorSource): string {
  const settings = [{ ...embedderOf(source), apiKey: undefined }, source.by === "us" ? source.space : null];
  return createHash("sha256").update(JSON.stringify(settings)).digest("hex").slice(0, 12);
}

// Meilisearch's score of a cosine: 0 opposite, 0.5 unrelated, 1 the same.
const scoreOf = (similarity: number) => (1 + similarity) / 2;
const similarityOf = (score: number) => 2 * score - 1;
/** Vectors are compared with 32 bits: the caller looks at the exact bound. */
const TOLERANCE = 1e-4;

/**
 * The indexes that compare products by their vectors, separate from those of words: neither waits for the other, and a
 * model that does not answer stops no search. A tenant's index holds vectors of one source; of another source a second one
 * is filled beside it, which takes its place when it is full. All of it throws `SearchUnavailable`.
 */
export class SimilarIndexes {
  readonly #server: RemoteServer;
  /** Makes the vectors of tenants that have no model of their own; `undefined` when there is none. */
  readonly embedder: RemoteEmbedder | undefined;
  /** The indexes that are there, with the settings they are to have. */
  readonly #known = new Set<string>();

  constructor(server: RemoteServer, embedder: RemoteEmbedder | undefined) {
    this.#server = server;
    this.embedder = embedder;
  }

  #uid(tenantId: string, name: string): string {
    return `${this.#server.prefix}${tenantId}${MARK}${name}`;
  }

  /**
   * Makes an index. An existing one whose embedder is used for the first time is tried: its key may have been replaced
   * since it was made.
   */
  async ensure(tenantId: string, name: string, source: VectorSource): Promise<void> {
    const uid = this.#uid(tenantId, name);
    if (this.#known.has(uid)) return;
    if (!(await this.exists(tenantId, name)) || (source.by === "server" && (await this.#isKeyRefused(uid)))) {
      await this.#server.create(uid, settingsOf(source));
    }
    this.#known.add(uid);
  }

  async #isKeyRefused(uid: string): Promise<boolean> {
    try {
      await this.#server.tryEmbedder(uid, EMBEDDER);
      return false;
    } catch (error) {
      if (isEmbedderKeyRefused(error)) return true;
      throw error;
    }
  }

  /** All that are on the server, of tenants that may not be ours. */
  async list(): Promise<{ tenantId: string; name: string }[]> {
    const { prefix } = this.#server;
    return (await this.#server.listUids()).flatMap((uid) => {
      const [tenantId = "", name] = uid.slice(prefix.length).split(MARK);
      return name === undefined ? [] : [{ tenantId, name }];
    });
  }

  async exists(tenantId: string, name: string): Promise<boolean> {
    return (await this.#server.count(this.#uid(tenantId, name))) !== undefined;
  }

  /** Takes products out and in. */
  async apply(
    tenantId: string,
    name: string,
    { by }: VectorSource,
    changes: { removed: readonly number[]; documents: readonly SimilarDocument[] },
  ): Promise<void> {
    const uid = this.#uid(tenantId, name);
    const embeds = by === "server" && changes.documents.length > 0;
    if (embeds) await this.#server.tryEmbedder(uid, EMBEDDER);
    await this.#server.apply(uid, changes, embeds ? EMBED_MS : undefined);
  }

  /** The versions of the documents that a filter lets through, a page of them. */
  listVersions(
    tenantId: string,
    name: string,
    page: { filter: string; offset: number; limit: number },
  ): Promise<SimilarVersion[]> {
    return this.#server.list<SimilarVersion>(this.#uid(tenantId, name), { ...page, fields: FIELDS });
  }

  async drop(tenantId: string, name: string): Promise<void> {
    const uid = this.#uid(tenantId, name);
    this.#known.delete(uid);
    await this.#server.drop(uid);
  }

  /** The active products whose vectors are nearest to that of a product; none when that has no vector. */
  async nearest(
    tenantId: string,
    name: string,
    { rowId, least, limit }: { rowId: number; least: number; limit: number },
  ): Promise<NearProduct[]> {
    const near = await this.#server.similar(this.#uid(tenantId, name), {
      rowId,
      embedder: EMBEDDER,
      filter: "is_active = true",
      limit,
      leastScore: Math.max(0, scoreOf(least) - TOLERANCE),
    });
    return near.map((each) => ({ rowId: each.rowId, similarity: similarityOf(each.score) }));
  }
}

/** Puts a vector into a document. */
export const withVector = (document: SimilarVersion, vector: number[]): SimilarDocument => ({
  ...document,
  _vectors: { [EMBEDDER]: vector },
});
