import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { findDocument, listDocuments } from "../../db/compliance/documents.ts";
import { access } from "../http/access.ts";
import { noContent } from "../http/answers.ts";
import { byteAnswer } from "../http/byte-answer.ts";
import { required } from "../http/errors.ts";
import { fileBody } from "../http/file-body.ts";
import { findLiveProduct } from "../products/live-product.ts";
import type { Services } from "../services.ts";
import { fileStream } from "../storage/file-stream.ts";
import { receiveUpload, uploadBody } from "../uploads/receive-upload.ts";
import {
  addDocument,
  checkDocument,
  DOCUMENTS_MAX,
  documentBody,
  readDocumentFields,
  removeDocument,
} from "./documents.ts";
import { EDIT, UPLOAD, VIEW } from "./policies.ts";
import { DocumentBody, DocumentForm, DocumentParams, DocumentsBody, ProductParams } from "./schema.ts";

/** `/compliance/products/{product_id}/documents`: declarations, certificates and the like. */
export const documentRoutes = (services: Services) =>
  new Elysia({ prefix: "/compliance/products/:product_id/documents", tags: ["Compliance"] })
    .use(access(services))
    .get(
      "",
      async ({ db, params }) => {
        const { id } = await findLiveProduct(db, params.product_id);
        const items = (await listDocuments(db, id, DOCUMENTS_MAX)).map(documentBody);
        return { product_id: id, items, total: items.length };
      },
      {
        policy: VIEW,
        params: ProductParams,
        response: { 200: DocumentsBody },
        detail: {
          operationId: "listComplianceDocuments",
          summary: "List the documents of a product",
          description: "Newest first.",
        },
      },
    )
    .post(
      "",
      async ({ request, tenantId, db, write, params, status }) => {
        const { id: productId } = await findLiveProduct(db, params.product_id);
        const id = services.newId();
        const fileKey = `${tenantId}/documents/${id}`;
        let contentType = "";
        const inspect = (bytes: AsyncIterable<Uint8Array>) =>
          checkDocument(bytes, (found) => {
            contentType = found;
          });
        const added = await receiveUpload(services, request, { fileKey, inspect }, ({ fields, fileName, sizeBytes }) =>
          write(addDocument, {
            id,
            productId,
            ...readDocumentFields(fields),
            fileKey,
            fileName,
            contentType,
            sizeBytes,
          }),
        );
        // A repeated request is given the first one's document, which has a file of its own.
        if (added.id !== id) await services.files.delete(fileKey);
        return status(201, documentBody(added));
      },
      {
        policy: { ...UPLOAD, body: uploadBody(services, DocumentForm), refusals: ["INVALID_STATE"] },
        params: ProductParams,
        response: { 201: DocumentBody },
        detail: {
          operationId: "addComplianceDocument",
          summary: "Add a document to a product",
          description: [
            "Multipart: `file` (a PDF or an image, by its content), and optionally `type` (default `other`), `title` and",
            `\`valid_until\` (YYYY-MM-DD). A product has at most ${DOCUMENTS_MAX}.`,
          ].join(" "),
        },
      },
    )
    .get(
      "/:document_id",
      async ({ db, params, request }) => {
        const { id: productId } = await findLiveProduct(db, params.product_id);
        const id = params.document_id.toLowerCase();
        const document = required(await findDocument(db, productId, id), "compliance_document", id);
        const headers = {
          "content-type": "application/octet-stream",
          // Never shown as a page of this service.
          "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(document.fileName)}`,
          "content-security-policy": "default-src 'none'; sandbox",
          "x-content-type-options": "nosniff",
          "cache-control": "private, no-store",
        };
        const open = () => fileStream(services.files.read(document.fileKey));
        return byteAnswer(request, { headers, sizeBytes: document.sizeBytes, open });
      },
      {
        policy: VIEW,
        params: DocumentParams,
        response: { 200: fileBody("application/octet-stream", "The file of the document.") },
        detail: {
          operationId: "getComplianceDocument",
          summary: "Download a document",
          description: "The file as it was uploaded.",
        },
      },
    )
    .delete(
      "/:document_id",
      async ({ write, params }) => {
        const ids = { productId: params.product_id.toLowerCase(), id: params.document_id.toLowerCase() };
        const { fileKey } = await write(removeDocument, ids);
        await services.files.delete(fileKey);
        return noContent();
      },
      {
        policy: EDIT,
        params: DocumentParams,
        response: { 204: Type.Void({ description: "The document is gone." }) },
        detail: {
          operationId: "deleteComplianceDocument",
          summary: "Delete a document",
          description: "Its file is deleted as well.",
        },
      },
    );
