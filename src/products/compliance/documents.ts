import { Type } from "@sinclair/typebox";
import type { Reader } from "../../../db/ports.ts";
import { NUMBER, TEXT } from "../../../db/table.ts";
import { ApiError, type FieldProblem, invalidBody } from "../../http/output/errors.ts";
import { changesOf } from "../../kit/resource/changes.ts";
import { choiceField, hiddenField, optionalText } from "../../kit/resource/fields.ts";
import { conditionsOf } from "../../kit/resource/list.ts";
import { record } from "../../kit/resource/record.ts";
import { isDay } from "../../text/instant.ts";
import { holdHead } from "../../uploads/hold-head.ts";
import { findLiveProduct } from "../changes/live-product.ts";

export const DOCUMENT_TYPES = [
  "declaration_of_conformity",
  "certificate",
  "safety_data_sheet",
  "test_report",
  "energy_label",
  "other",
] as const;

/** A declaration, certificate or the like of a product. */
export const ComplianceDocument = record({
  table: "compliance_document",
  noun: "compliance_document",
  key: "document",
  parent: "product",
  isFixed: true,
  fields: {
    type: choiceField(DOCUMENT_TYPES, "other", { examples: ["certificate"] }),
    title: optionalText(Type.String(), { description: "Null if none." }),
    // The last day, YYYY-MM-DD.
    valid_until: optionalText(Type.String({ format: "date" }), {
      shown: Type.String({ format: "date" }),
      description: "Null: no expiry.",
    }),
    file_key: hiddenField(TEXT, ""),
    // As it was called where it came from.
    file_name: hiddenField(TEXT, ""),
    content_type: hiddenField(TEXT, ""),
    size_bytes: hiddenField(NUMBER, 0),
  },
});

export const DOCUMENTS_MAX = 100;
const TITLE_MAX = 255;
const KINDS: ReadonlySet<string> = new Set(["application/pdf", "image/jpeg", "image/png", "image/webp", "image/gif"]);
/** As much of a file as shows its type. */
const HEAD_BYTES = 4100;

/**
 * Passes the bytes of a document on once their beginning has shown its type, which `found` is given. Throws
 * VALIDATION_FAILED.
 */
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

/** Reads what a form says of a document. Throws VALIDATION_FAILED. */
export function readDocumentFields(fields: ReadonlyMap<string, string>) {
  const requested = fields.get("type")?.trim() || "other";
  const type = DOCUMENT_TYPES.find((known) => known === requested) ?? "other";
  const title = fields.get("title")?.trim() || null;
  const validUntil = fields.get("valid_until")?.trim() || null;
  const problems: FieldProblem[] = [];
  if (type !== requested) {
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
  return { type, title, valid_until: validUntil };
}

/** The path of the routes. */
export const DOCUMENTS_PATH = "/compliance/products/:product_id/documents";

/** A document as the API shows it. */
export function documentBody(document: ReturnType<typeof ComplianceDocument.blank>) {
  const path = DOCUMENTS_PATH.replace(":product_id", ComplianceDocument.parentIdOf(document));
  return { ...ComplianceDocument.bodyOf(document), url: `/api/v1${path}/${document.id}` };
}

/** Throws INVALID_STATE when a product has as many documents as it may. */
async function requireRoom(db: Reader, productId: string): Promise<void> {
  const known = await ComplianceDocument.table.count(db, conditionsOf({ product_id: productId }));
  if (known >= DOCUMENTS_MAX) throw new ApiError("INVALID_STATE", { details: { limit: DOCUMENTS_MAX } });
}

/** A stored document, its file already there; of a deleted one the file is left to the caller. */
export const { create: addDocument, remove: removeDocument } = changesOf("compliance-documents", ComplianceDocument, {
  requireParent: findLiveProduct,
  check: (tx, document) => requireRoom(tx, ComplianceDocument.parentIdOf(document)),
});

/** The documents of a product, newest first. */
export const listDocuments = async (db: Reader, productId: string) =>
  (await ComplianceDocument.table.listAll(db, conditionsOf({ product_id: productId }))).toReversed();
