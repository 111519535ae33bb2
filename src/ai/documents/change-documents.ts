import { type BareChunk, deleteChunks, insertChunks, updateVectors } from "../../../db/documents/chunks.ts";
import { type AiDocument, documentRows, updateStatus } from "../../../db/documents/documents.ts";
import { enqueue } from "../../../db/jobs/queue.ts";
import { type MutationContext, mutation, type Reader, type Tx } from "../../../db/ports.ts";
import { required } from "../../http/output/errors.ts";
import { requireVersion } from "../../http/output/etag.ts";
import { findLiveProduct } from "../../products/changes/live-product.ts";
import type { Chunk } from "./chunks.ts";

const ATTEMPTS_MAX = 3;

const enqueueIndex = (tx: Tx, documentId: string, context: MutationContext): Promise<void> =>
  enqueue(tx, "documents.index", { documentId }, context, { queue: "bulk", attemptsMax: ATTEMPTS_MAX });

/** Throws NOT_FOUND. */
export const requireDocument = async (db: Reader, id: string): Promise<AiDocument> =>
  required(await documentRows.find(db, { id }), "ai_document", id);

type NewDocument = Pick<AiDocument, "productId" | "title" | "fileName" | "fileKey" | "sizeBytes" | "language">;

/** Stores a document, its file already there, and the job that reads it. Throws PRODUCT_NOT_FOUND. */
export const addDocument = mutation("documents.add", async (tx, fields: NewDocument, context): Promise<AiDocument> => {
  const product = fields.productId === null ? null : await findLiveProduct(tx, fields.productId);
  const document: AiDocument = {
    ...fields,
    id: context.newId(),
    productId: product?.id ?? null,
    status: "pending",
    chunkCount: 0,
    errorMessage: null,
    createdAtMs: context.now(),
  };
  await documentRows.insert(tx, document);
  await enqueueIndex(tx, document.id, context);
  return document;
});

/** Lets a document be read again; until then its passages stay. Throws NOT_FOUND. */
export const reindexDocument = mutation("documents.reindex", async (tx, { id }: { id: string }, context) => {
  const document = await requireDocument(tx, id);
  const { chunkCount } = document;
  await updateStatus(tx, { id, status: "pending", chunkCount, errorMessage: null });
  await enqueueIndex(tx, id, context);
  return { ...document, status: "pending" as const, errorMessage: null };
});

/** The ETag of a document. */
export const documentVersion = ({ status, chunkCount, createdAtMs }: AiDocument): string =>
  `${status}-${chunkCount}-${createdAtMs}`;

/** Deletes a document with its passages; its file is left to the caller. Throws NOT_FOUND and PRECONDITION_FAILED. */
export const removeDocument = mutation(
  "documents.remove",
  async (tx, { id, expected }: { id: string; expected: string[] | null }) => {
    const document = await requireDocument(tx, id);
    requireVersion(expected, documentVersion(document));
    await documentRows.erase(tx, { id });
    return { fileKey: document.fileKey };
  },
);

/** Notes that a document is being read; answers it, or `undefined` when it is deleted. */
export const beginIndex = mutation("documents.begin-index", async (tx, { id }: { id: string }) => {
  const document = await documentRows.find(tx, { id });
  if (!document) return undefined;
  await updateStatus(tx, { id, status: "indexing", chunkCount: document.chunkCount, errorMessage: null });
  return document;
});

/** Stores some passages; the first ones take the place of those of the time before. */
export const storeChunks = mutation(
  "documents.store-chunks",
  async (tx, { id, from, passages }: { id: string; from: number; passages: Chunk[] }): Promise<void> => {
    if (!(await documentRows.find(tx, { id }))) return;
    if (from === 0) await deleteChunks(tx, id);
    await insertChunks(
      tx,
      id,
      passages.map((passage, index) => ({ ...passage, index: from + index })),
    );
  },
);

/** Has the vectors made of passages that have none; nothing while a job is at it. */
export const queueChunkVectors = mutation("documents.queue-vectors", async (tx, _: undefined, context) =>
  enqueueVectors(tx, context),
);

const enqueueVectors = (tx: Tx, context: MutationContext): Promise<void> =>
  enqueue(tx, "documents.embed", {}, context, { queue: "quick", uniqueKey: `embed passages ${tx.tenantId}` });

/** Stores the vectors of some passages. */
export const storeChunkVectors = mutation(
  "documents.store-vectors",
  (tx, { model, chunks }: { model: string; chunks: (BareChunk & { vector: number[] })[] }): Promise<void> =>
    updateVectors(tx, model, chunks),
);

/** Ends the reading of a document. `error`: why it cannot be read. */
export const endIndex = mutation(
  "documents.end-index",
  async (tx, { id, count, error }: { id: string; count: number; error: string | null }, context): Promise<void> => {
    if (count > 0) await enqueueVectors(tx, context);
    if (error !== null) await deleteChunks(tx, id);
    await updateStatus(tx, {
      id,
      status: error === null ? "indexed" : "failed",
      chunkCount: count,
      errorMessage: error,
    });
  },
);

/** Marks the document of a job that has failed for good. Called by the job's own end. */
export const failIndex = (tx: Tx, { documentId: id }: { documentId: string }, error: string): Promise<unknown> =>
  updateStatus(tx, { id, status: "failed", chunkCount: 0, errorMessage: error });
