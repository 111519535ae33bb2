import {
  type ComplianceDocument,
  countDocuments,
  DOCUMENT_TYPES,
  deleteDocument,
  findDocument,
  insertDocument,
} from "../../db/compliance/documents.ts";
import { mutation } from "../../db/ports.ts";
import { ApiError, type FieldProblem, invalidBody, required } from "../http/errors.ts";
import { findLiveProduct } from "../products/live-product.ts";
import { isoOfMs } from "../text/instant.ts";
import { holdHead } from "../uploads/hold-head.ts";

export const DOCUMENTS_MAX = 100;
const TITLE_MAX = 255;
const KINDS: ReadonlySet<string> = new Set(["application/pdf", "image/jpeg", "image/png", "image/webp", "image/gif"]);
/** As much of a file as tells what it is. */
const HEAD_BYTES = 4100;

/** Lets the bytes of a document pass once their beginning has told what they are, which `found` is given. Throws VALIDATION_FAILED. */
export const checkDocument = (
  bytes: AsyncIterable<Uint8Array>,
  found: (contentType: string) => void,
): AsyncIterable<Uint8Array> =>
  holdHead(bytes, HEAD_BYTES, async (head) => {
    const { fileTypeFromBuffer } = await import("file-type");
    const kind = await fileTypeFromBuffer(head);
    if (!kind || !KINDS.has(kind.mime)) {
      throw invalidBody([{ field: "file", type: "invalid_value", key: "compliance.file_kind" }]);
    }
    found(kind.mime);
  });

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const isDay = (text: string) => DAY.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true;

/** Reads what a form says of a document. Throws VALIDATION_FAILED. */
export function readDocumentFields(fields: ReadonlyMap<string, string>) {
  const asked = fields.get("type")?.trim() || "other";
  const type = DOCUMENT_TYPES.find((known) => known === asked) ?? "other";
  const title = fields.get("title")?.trim() || null;
  const validUntil = fields.get("valid_until")?.trim() || null;
  const problems: FieldProblem[] = [];
  if (type !== asked) {
    const params = { allowed: DOCUMENT_TYPES.join(", ") };
    problems.push({ field: "type", type: "invalid_value", key: "compliance.unknown_type", params });
  }
  if (title !== null && title.length > TITLE_MAX) {
    problems.push({ field: "title", type: "too_long", params: { limit: TITLE_MAX } });
  }
  if (validUntil !== null && !isDay(validUntil)) {
    problems.push({ field: "valid_until", type: "invalid_value", key: "validation.date" });
  }
  if (problems.length > 0) throw invalidBody(problems);
  return { type, title, validUntil };
}

/** A document as the API shows it. */
export const documentBody = ({ id, productId, type, title, validUntil, createdAtMs }: ComplianceDocument) => ({
  id,
  product_id: productId,
  type,
  title,
  url: `/api/v1/compliance/products/${productId}/documents/${id}`,
  valid_until: validUntil,
  created_at: isoOfMs(createdAtMs),
});

/** Registers a stored document. Throws PRODUCT_NOT_FOUND, and INVALID_STATE when the product has as many as it may. */
export const addDocument = mutation(
  "compliance.add-document",
  async (tx, document: Omit<ComplianceDocument, "createdAtMs">, { now }): Promise<ComplianceDocument> => {
    await findLiveProduct(tx, document.productId);
    if ((await countDocuments(tx, document.productId)) >= DOCUMENTS_MAX) {
      throw new ApiError("INVALID_STATE", { details: { limit: DOCUMENTS_MAX } });
    }
    const added = { ...document, createdAtMs: now() };
    await insertDocument(tx, added);
    return added;
  },
);

/** Forgets a document and returns it, for its file. Throws NOT_FOUND. */
export const removeDocument = mutation(
  "compliance.remove-document",
  async (tx, { productId, id }: { productId: string; id: string }): Promise<ComplianceDocument> => {
    await findLiveProduct(tx, productId);
    const known = required(await findDocument(tx, productId, id), "compliance_document", id);
    await deleteDocument(tx, id);
    return known;
  },
);
