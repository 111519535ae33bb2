import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { type AiDocument, countDocuments, DOCUMENT_STATUSES, listDocuments } from "../../../db/documents/documents.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import { orNull, Time, Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { flatPage, flatPageOf, pageOf, pageQuery } from "../../http/input/page.ts";
import { noContent } from "../../http/output/answers.ts";
import { type FieldProblem, invalidBody } from "../../http/output/errors.ts";
import { ifMatch, withETag } from "../../http/output/etag.ts";
import type { Language } from "../../http/output/messages.ts";
import { view } from "../../kit/view.ts";
import { findLiveProduct } from "../../products/changes/live-product.ts";
import type { Services } from "../../runtime/services.ts";
import { isoOfMs } from "../../text/instant.ts";
import { UUID } from "../../text/uuid.ts";
import { receiveUpload, uploadBody } from "../../uploads/receive-upload.ts";
import { extensionOf } from "../../uploads/upload-name.ts";
import { EDIT, POLL, UPLOAD, VIEW } from "../provider/policies.ts";
import { addDocument, documentVersion, reindexDocument, removeDocument, requireDocument } from "./change-documents.ts";
import { shownReason } from "./document-unreadable.ts";
import { DOCUMENT_ENDINGS } from "./extract-text.ts";
import { DocumentParams, originalRoutes } from "./original-routes.ts";

const { cursor: _, skip: __, limit: ___, ...PageFields } = pageQuery().properties;
const ListQuery = Type.Object({
  ...PageFields,
  product_id: Type.Optional(Type.String({ format: "uuid", description: "Only of this product." })),
  status: Type.Optional(oneOf(DOCUMENT_STATUSES)),
});
/** A document as the API shows it. */
const Documents = view<AiDocument, [Language]>()({
  id: [Uuid, "id"],
  product_id: [orNull(Uuid, "Null: of all products."), "productId"],
  title: [Type.String(), "title"],
  file_name: [Type.String(), "fileName"],
  size_bytes: [Type.Integer(), "sizeBytes"],
  language: [orNull(Type.String()), "language"],
  status: [oneOf(DOCUMENT_STATUSES), "status"],
  chunk_count: [Type.Integer({ description: "Passages." }), "chunkCount"],
  error_message: [
    orNull(Type.String(), "Why it cannot be read, in the language of the request."),
    ({ errorMessage }, language) => shownReason(errorMessage, language),
  ],
  created_at: [Time, ({ createdAtMs }) => isoOfMs(createdAtMs)],
});
const DocumentBody = Documents.expanding({ product: "product" });
const DocumentForm = {
  product_id: Type.Optional(Uuid),
  title: Type.Optional(Type.String({ maxLength: 255 })),
  language: Type.Optional(Type.String({ pattern: "^[a-z]{2}$" })),
};

const TITLE_MAX = 255;

function nameProblem(name: string): FieldProblem | undefined {
  const endings: readonly string[] = DOCUMENT_ENDINGS;
  if (endings.includes(extensionOf(name))) return undefined;
  const params = { allowed: endings.join(", ") };
  return { field: "file", type: "invalid_value", key: "validation.one_of", params };
}

/** Reads what a form says of a document. Throws VALIDATION_FAILED. */
function readFields(fields: ReadonlyMap<string, string>, fileName: string) {
  const productId = fields.get("product_id")?.trim() || null;
  const title = fields.get("title")?.trim() || fileName;
  const language = fields.get("language")?.trim() || null;
  const problems: FieldProblem[] = [];
  if (productId !== null && !UUID.test(productId)) {
    problems.push({ field: "product_id", type: "invalid_format", key: "validation.uuid" });
  }
  if (title.length > TITLE_MAX) problems.push({ field: "title", type: "too_long", params: { limit: TITLE_MAX } });
  if (language !== null && !/^[a-z]{2}$/.test(language)) {
    problems.push({ field: "language", type: "invalid_value", key: "validation.language" });
  }
  if (problems.length > 0) throw invalidBody(problems);
  return { productId: productId?.toLowerCase() ?? null, title, language };
}

const routes = (services: Services) => accessRoutes(services, "Enrichment Documents", "/enrichment/documents");

/** `/enrichment/documents`: data sheets and manuals that texts are made from. */
export const documentIndexRoutes = (services: Services) =>
  new Elysia().use(readRoutes(services)).use(originalRoutes(services));

const readRoutes = (services: Services) =>
  routes(services)
    .get(
      "",
      async ({ db, query, language }) => {
        const { product_id: id, status = null } = query;
        const productId = id === undefined ? null : (await findLiveProduct(db, id)).id;
        const page = pageOf(query);
        const filter = { productId, status };
        const items = await listDocuments(db, filter, { limit: page.perPage, offset: page.offset });
        return flatPage(
          items.map((each) => Documents.of(each, language)),
          await countDocuments(db, filter),
          page,
        );
      },
      {
        policy: VIEW,
        query: ListQuery,
        response: { 200: flatPageOf(DocumentBody) },
        detail: { operationId: "listAiDocuments", summary: "List indexed documents", description: "Newest first." },
      },
    )
    .get(
      "/:document_id",
      async ({ db, params, headers, set, language }) => {
        const document = await requireDocument(db, params.document_id);
        return withETag({ headers, set }, documentVersion(document), Documents.of(document, language));
      },
      {
        policy: POLL,
        params: DocumentParams,
        response: { 200: DocumentBody },
        detail: { operationId: "getAiDocument", summary: "Get an indexed document", description: "With its status." },
      },
    )
    .post(
      "",
      async ({ request, tenantId, write, checkForm, set, status, language }) => {
        const fileKey = `${tenantId}/ai-documents/${services.newId()}`;
        const place = { tenantId, fileKey, checkForm, nameProblem };
        const added = await receiveUpload(services, request, place, ({ fields, fileName, sizeBytes }) =>
          write(addDocument, { ...readFields(fields, fileName), fileName, fileKey, sizeBytes }),
        );
        // A repeated request is given the first one's document, which has a file of its own.
        if (added.fileKey !== fileKey) await services.files.delete(fileKey);
        set.headers["location"] = `/api/v1/enrichment/documents/${added.id}`;
        return status(202, Documents.of(added, language));
      },
      {
        policy: { ...UPLOAD, body: uploadBody(services, DocumentForm), refusals: ["PRODUCT_NOT_FOUND"] },
        response: { 202: DocumentBody },
        detail: {
          operationId: "addAiDocument",
          summary: "Upload a document for enrichment",
          description:
            `Multipart: \`file\` (${DOCUMENT_ENDINGS.join(", ")}), and optionally \`product_id\` (absent: all products), ` +
            "`title` and `language`. Its text is read and cut into passages in the background; that of pictures and scanned " +
            "PDFs is recognised, in `language` and English.",
        },
      },
    )
    .post(
      "/:document_id/reindex",
      async ({ write, params, status, language }) =>
        status(202, Documents.of(await write(reindexDocument, { id: params.document_id }), language)),
      {
        policy: EDIT,
        params: DocumentParams,
        response: { 202: DocumentBody },
        detail: {
          operationId: "reindexAiDocument",
          summary: "Read a document again",
          description: "Its passages stay until the new ones are there.",
        },
      },
    )
    .delete(
      "/:document_id",
      async ({ write, params, headers }) => {
        const deletion = { id: params.document_id, expected: ifMatch(headers) };
        const { fileKey } = await write(removeDocument, deletion);
        await services.files.delete(fileKey);
        return noContent();
      },
      {
        policy: EDIT,
        params: DocumentParams,
        response: { 204: Type.Void({ description: "The document is deleted." }) },
        detail: {
          operationId: "deleteAiDocument",
          summary: "Delete an indexed document",
          description: "With its file and its passages.",
        },
      },
    );
