import { Type } from "@sinclair/typebox";
import type { Reader } from "../../../db/ports.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import { ProductParams } from "../../http/input/fields.ts";
import { fileBody } from "../../http/input/file-body.ts";
import { noContent } from "../../http/output/answers.ts";
import { originalAnswer } from "../../http/output/byte-answer.ts";
import { required } from "../../http/output/errors.ts";
import { ifMatch, withETag } from "../../http/output/etag.ts";
import type { Services } from "../../runtime/services.ts";
import { fileStream } from "../../storage/file-stream.ts";
import { receiveUpload, uploadBody } from "../../uploads/receive-upload.ts";
import { findLiveProduct } from "../changes/live-product.ts";
import {
  addDocument,
  ComplianceDocument,
  checkDocument,
  DOCUMENTS_MAX,
  DOCUMENTS_PATH,
  documentBody,
  listDocuments,
  readDocumentFields,
  removeDocument,
} from "./documents.ts";
import { EDIT, UPLOAD, VIEW } from "./policies.ts";
import { DocumentBody, DocumentForm, DocumentParams, DocumentsBody } from "./schema.ts";

async function findDocument(db: Reader, params: { product_id: string; document_id: string }) {
  const { id: productId } = await findLiveProduct(db, params.product_id);
  const found = await ComplianceDocument.table.find(db, params.document_id);
  const isHere = found && ComplianceDocument.parentIdOf(found) === productId;
  return required(isHere ? found : undefined, "compliance_document", params.document_id);
}

/** `/compliance/products/{product_id}/documents`: declarations, certificates and the like. */
export const documentRoutes = (services: Services) =>
  accessRoutes(services, "Compliance", DOCUMENTS_PATH)
    .get(
      "",
      async ({ db, params }) => {
        const { id } = await findLiveProduct(db, params.product_id);
        const items = (await listDocuments(db, id)).map(documentBody);
        return { product_id: id, items, total: items.length };
      },
      {
        policy: VIEW,
        params: ProductParams,
        response: { 200: DocumentsBody },
        detail: {
          operationId: "listComplianceDocuments",
          summary: "List product documents",
          description: "Newest first.",
        },
      },
    )
    .post(
      "",
      async ({ request, tenantId, db, write, checkForm, params, set, status }) => {
        const { id: productId } = await findLiveProduct(db, params.product_id);
        const fileKey = `${tenantId}/documents/${services.newId()}`;
        let contentType = "";
        const inspect = (bytes: AsyncIterable<Uint8Array>) =>
          checkDocument(bytes, (found) => {
            contentType = found;
          });
        const added = await receiveUpload(
          services,
          request,
          { tenantId, fileKey, checkForm, inspect },
          ({ fields, fileName, sizeBytes }) =>
            write(addDocument, {
              parentId: productId,
              fields: {
                ...readDocumentFields(fields),
                file_key: fileKey,
                file_name: fileName,
                content_type: contentType,
                size_bytes: sizeBytes,
              },
            }),
        );
        // A repeated request is given the first one's document, which has a file of its own.
        if (added.file_key !== fileKey) await services.files.delete(fileKey);
        const body = documentBody(added);
        set.headers["location"] = body.url;
        return status(201, withETag({ headers: {}, set }, added.version, body));
      },
      {
        policy: { ...UPLOAD, body: uploadBody(services, DocumentForm), refusals: ["INVALID_STATE"] },
        params: ProductParams,
        response: { 201: DocumentBody },
        detail: {
          operationId: "addComplianceDocument",
          summary: "Upload a product document",
          description: [
            "Multipart: `file` (PDF or image, detected by content), and optionally `type` (default `other`), `title` and",
            `\`valid_until\` (YYYY-MM-DD). A product has at most ${DOCUMENTS_MAX}.`,
          ].join(" "),
        },
      },
    )
    .get(
      "/:document_id",
      async ({ db, params, request, headers: requested, set }) => {
        const document = await findDocument(db, params);
        // A document never becomes another.
        const unchanged = withETag<Response | undefined>({ headers: requested, set }, document.version, undefined);
        if (unchanged) return unchanged;
        const open = () => fileStream(services.files.read(document.file_key));
        return originalAnswer(request, { name: document.file_name, sizeBytes: document.size_bytes, open });
      },
      {
        policy: VIEW,
        params: DocumentParams,
        response: { 200: fileBody("application/octet-stream", "The file of the document.") },
        detail: {
          operationId: "getComplianceDocument",
          summary: "Download a document",
          description: "The original file.",
        },
      },
    )
    .delete(
      "/:document_id",
      async ({ db, write, params, headers }) => {
        const { id, file_key: fileKey } = await findDocument(db, params);
        const parentId = params.product_id;
        await write(removeDocument, { id, parentId, expected: ifMatch(headers), how: undefined });
        await services.files.delete(fileKey);
        return noContent();
      },
      {
        policy: EDIT,
        params: DocumentParams,
        response: { 204: Type.Void({ description: "The document is deleted." }) },
        detail: {
          operationId: "deleteComplianceDocument",
          summary: "Delete a document",
          description: "Also deletes the file.",
        },
      },
    );
