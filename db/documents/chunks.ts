import type { Reader, Tx } from "../ports.ts";
import { number, type Row, text } from "../rows.ts";
import { computed, type SelectedBy, selection } from "../selection.ts";
import { FLAG, NUMBER, NUMBER_OR_NULL, TEXT } from "../table.ts";

export const insertChunks = (
  tx: Tx,
  documentId: string,
  chunks: readonly { index: number; text: string; page: number | null }[],
): Promise<void> =>
  tx.runMany(
    `insert into ai_document_chunk (tenant_id, document_id, chunk_index, page, text)
      values (:tenant, :documentId, :index, :page, :text)`,
    chunks.map((chunk) => ({ ...chunk, documentId })),
  );

export const deleteChunks = (tx: Tx, documentId: string): Promise<number> =>
  tx.run("delete from ai_document_chunk where tenant_id = :tenant and document_id = :documentId", { documentId });

const CHUNK = selection("chunk", {
  documentId: TEXT,
  title: computed("document.title", TEXT),
  chunkIndex: NUMBER,
  page: NUMBER_OR_NULL,
  text: TEXT,
});
const RANK = selection("document", {
  /** Of this very product, and not of all. */
  isBound: FLAG,
  /** Cosine similarity with what was looked for; 0 where no vectors were compared. */
  similarity: NUMBER,
});
/** A passage that may say something of a product. */
export type FoundChunk = SelectedBy<typeof CHUNK> & SelectedBy<typeof RANK>;

const readChunk = (row: Row): FoundChunk => ({ ...CHUNK.read(row), ...RANK.read(row) });

export const hasChunks = (db: Reader): Promise<boolean> =>
  db
    .first("select row_id from ai_document_chunk where tenant_id = :tenant limit 1", {}, (row) => number(row, "row_id"))
    .then((found) => found !== undefined);

/** The first passages of a product's own documents, in their order. */
export const listBoundChunks = (db: Reader, productId: string, limit: number): Promise<FoundChunk[]> =>
  db.all(
    `select ${CHUNK.selected}, 1 as is_bound, 0 as similarity
      from ai_document document indexed by ai_document_product
      cross join ai_document_chunk chunk on chunk.tenant_id = :tenant and chunk.document_id = document.id
      where document.tenant_id = :tenant and document.product_id = :productId
      order by document.created_at_ms desc, document.id, chunk.chunk_index limit :limit`,
    { productId, limit },
    readChunk,
  );

const PASSAGE = selection("chunk", { chunkIndex: NUMBER, page: NUMBER_OR_NULL, text: TEXT });
/** A passage of a document as it can be read back. */
export type StoredPassage = SelectedBy<typeof PASSAGE>;

/** The passages of a document from one of them on, in their order. */
export const listPassages = (
  db: Reader,
  documentId: string,
  { from, limit }: { from: number; limit: number },
): Promise<StoredPassage[]> =>
  db.all(
    `select ${PASSAGE.selected} from ai_document_chunk chunk
      where chunk.tenant_id = :tenant and chunk.document_id = :documentId and chunk.chunk_index >= :from
      order by chunk.chunk_index limit :limit`,
    { documentId, from, limit },
    PASSAGE.read,
  );

/** The best passages of the documents of a product and of all products for some words, as `match` of FTS5 takes them. */
export const findChunksByWords = (
  db: Reader,
  { productId, match, limit }: { productId: string; match: string; limit: number },
): Promise<FoundChunk[]> =>
  db.all(
    `select ${CHUNK.selected}, document.product_id is not null as is_bound, 0 as similarity
      from ai_chunk_words words
      cross join ai_document_chunk chunk on chunk.row_id = words.rowid and chunk.tenant_id = :tenant
      cross join ai_document document on document.tenant_id = :tenant and document.id = chunk.document_id
        and (document.product_id is null or document.product_id = :productId)
      where words.ai_chunk_words match :match
      order by bm25(ai_chunk_words, 0, 1) limit :limit`,
    { productId, match, limit },
    readChunk,
  );

/** The passages of the documents of a product and of all products whose vectors are nearest. Looks at each of their vectors. */
export const findChunksByVector = (
  db: Reader,
  { productId, model, vector, limit }: { productId: string; model: string; vector: readonly number[]; limit: number },
): Promise<FoundChunk[]> =>
  db.all(
    `select ${CHUNK.selected}, ${RANK.selected} from (
        select chunk.row_id, document.title, document.is_bound,
            1 - vector_distance_cos(chunk.vector, vector32(:vector)) as similarity
          from (select id, title, 1 as is_bound from ai_document where tenant_id = :tenant and product_id = :productId
            union all select id, title, 0 as is_bound from ai_document
              where tenant_id = :tenant and product_id is null) document
          cross join ai_document_chunk chunk indexed by ai_document_chunk_place on chunk.tenant_id = :tenant
            and chunk.document_id = document.id
          where chunk.model = :model
          order by similarity desc limit :limit) document
      cross join ai_document_chunk chunk on chunk.tenant_id = :tenant and chunk.row_id = document.row_id
      order by document.similarity desc`,
    { productId, model, vector: JSON.stringify(vector), limit },
    readChunk,
  );

/** A passage whose vector is to be made. */
export interface BareChunk {
  rowId: number;
  text: string;
}

/** Passages without a vector of an embedder, as `EmbeddingSettings.identity` names it. */
export const listBareChunks = (db: Reader, identity: string, limit: number): Promise<BareChunk[]> =>
  db.all(
    // Models of this embedder begin with its name and a blank, which "!" follows.
    `select row_id, text from ai_document_chunk
      where tenant_id = :tenant and (model is null or model < :identity || ' ' or model >= :identity || '!') limit :limit`,
    { identity, limit },
    (row) => ({ rowId: number(row, "row_id"), text: text(row, "text") }),
  );

/** Stores the vectors of passages; those that were deleted meanwhile, or are of another text, are passed over. */
export const updateVectors = (
  tx: Tx,
  model: string,
  chunks: readonly (BareChunk & { vector: readonly number[] })[],
): Promise<void> =>
  tx.runMany(
    `update ai_document_chunk set model = :model, vector = vector32(:vector)
      where tenant_id = :tenant and row_id = :rowId and text = :text`,
    chunks.map((chunk) => ({ ...chunk, model, vector: JSON.stringify(chunk.vector) })),
  );
