import { Type } from "@sinclair/typebox";
import { listPassages } from "../../../db/documents/chunks.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import { idParams, orNull } from "../../http/input/fields.ts";
import { fileBody } from "../../http/input/file-body.ts";
import { originalAnswer } from "../../http/output/byte-answer.ts";
import type { Services } from "../../runtime/services.ts";
import { fileStream } from "../../storage/file-stream.ts";
import { VIEW } from "../provider/policies.ts";
import { requireDocument } from "./change-documents.ts";

export const DocumentParams = idParams({ document_id: "document" });
const PassagesQuery = Type.Object({
  from: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 1_000_000, description: "The `chunk_index` of the first. Default 0." }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: "Default 50." })),
});
const PassagesBody = Type.Object({
  items: Type.Array(
    Type.Object(
      {
        chunk_index: Type.Integer(),
        page: orNull(Type.Integer(), "Of a PDF, from 1."),
        text: Type.String(),
      },
      { title: "DocumentPassage" },
    ),
  ),
  total: Type.Integer({ description: "Passages of the document." }),
});
const PASSAGES = 50;

/** What sources of texts name: the passages of a document, and its file. */
export const originalRoutes = (services: Services) =>
  accessRoutes(services, "Enrichment Documents", "/enrichment/documents/:document_id")
    .get(
      "/passages",
      async ({ db, params, query }) => {
        const document = await requireDocument(db, params.document_id);
        const part = { from: query.from ?? 0, limit: query.limit ?? PASSAGES };
        const passages = await listPassages(db, document.id, part);
        const items = passages.map(({ chunkIndex, page, text }) => ({ chunk_index: chunkIndex, page, text }));
        return { items, total: document.chunkCount };
      },
      {
        policy: VIEW,
        params: DocumentParams,
        query: PassagesQuery,
        response: { 200: PassagesBody },
        detail: {
          operationId: "listAiDocumentPassages",
          summary: "Read the passages of a document",
          description:
            "In their order. A source of a text names one by its `chunk_index`: `from` it with a `limit` of 1.",
        },
      },
    )
    .get(
      "/file",
      async ({ db, params, request }) => {
        const document = await requireDocument(db, params.document_id);
        const open = () => fileStream(services.files.read(document.fileKey));
        return originalAnswer(request, { name: document.fileName, sizeBytes: document.sizeBytes, open });
      },
      {
        policy: VIEW,
        params: DocumentParams,
        response: { 200: fileBody("application/octet-stream", "The file of the document.") },
        detail: {
          operationId: "getAiDocumentFile",
          summary: "Download a document",
          description: "The original file.",
        },
      },
    );
