import type { DocumentWords, SearchField } from "../port.ts";
import type { ProductFacts } from "./facts.ts";
import type { RemoteAnswer, RemoteQuestion, RemoteServer } from "./server.ts";
import { SETTINGS } from "./settings.ts";

/** A product as Meilisearch holds it. */
export type RemoteDocument = ProductFacts & RemoteWords;
/** The words of each field; of titles all words of each in one text, which gives Meilisearch their order. */
type RemoteWords = Record<SearchField, string[]>;

/** The words of a product as Meilisearch takes them. */
export const remoteWords = ({ titles, ...words }: DocumentWords): RemoteWords => ({
  ...words,
  title: titles.map((title) => title.join(" ")),
});

/** The words of a product as Meilisearch holds them. */
export const wordsIn = ({ title, brand, category, code, text }: RemoteWords): DocumentWords => ({
  titles: title.map((each) => each.split(" ")),
  ...{ brand, category, code, text },
});

/** What shows whether a document matches its product. */
export type DocumentVersion = Pick<RemoteDocument, "row_id" | "updated_at_us" | "completeness_score">;

/**
 * The tenants' indexes of words on a Meilisearch server. Each tenant has its own, so no search can reach into another's,
 * one is rebuilt and swapped without the others, and a tenant's words and typos are its own. All of it throws
 * `SearchUnavailable`.
 */
export class RemoteIndexes {
  readonly #server: RemoteServer;

  constructor(server: RemoteServer) {
    this.#server = server;
  }

  name(tenantId: string): string {
    return this.#server.prefix + tenantId;
  }

  #spare(tenantId: string): string {
    return `${this.name(tenantId)}_next`;
  }

  /** Several searches in one request, answered in their order. */
  search(questions: readonly RemoteQuestion[]): Promise<RemoteAnswer<RemoteDocument>[]> {
    return this.#server.search(questions);
  }

  /** Makes the tenant's index with its settings, unless it is there. */
  async ensure(tenantId: string, synonyms: Record<string, string[]>): Promise<void> {
    await this.#server.create(this.name(tenantId), { ...SETTINGS, synonyms });
  }

  /** Gives the tenant's index other synonyms; its products stay as they are. */
  async setSynonyms(tenantId: string, synonyms: Record<string, string[]>): Promise<void> {
    await this.#server.set(this.name(tenantId), { synonyms });
  }

  /** Takes products out and in. Returns when the server has done so. */
  async apply(tenantId: string, changes: { removed: readonly number[]; documents: readonly RemoteDocument[] }) {
    await this.#server.apply(this.name(tenantId), changes);
  }

  /** Begins an index beside the tenant's own, empty. */
  async beginSpare(tenantId: string, synonyms: Record<string, string[]>): Promise<void> {
    await this.#server.drop(this.#spare(tenantId));
    await this.#server.create(this.#spare(tenantId), { ...SETTINGS, synonyms });
  }

  async applyToSpare(tenantId: string, documents: readonly RemoteDocument[]): Promise<void> {
    await this.#server.apply(this.#spare(tenantId), { removed: [], documents });
  }

  /** Puts the other index in the place of the tenant's own, in one step, and drops what was there. */
  async swapSpare(tenantId: string): Promise<void> {
    await this.#server.replace(this.name(tenantId), this.#spare(tenantId));
  }

  /** The versions of the documents that a filter lets through, a page of them. */
  listVersions(tenantId: string, page: { filter: string; offset: number; limit: number }): Promise<DocumentVersion[]> {
    const fields: (keyof DocumentVersion)[] = ["row_id", "updated_at_us", "completeness_score"];
    return this.#server.list<DocumentVersion>(this.name(tenantId), { ...page, fields });
  }

  /** How many products the tenant's index has; `undefined` when there is none. */
  count(tenantId: string): Promise<number | undefined> {
    return this.#server.count(this.name(tenantId));
  }

  /** Returns when the server answers that it is well. */
  check(): Promise<void> {
    return this.#server.check();
  }
}
