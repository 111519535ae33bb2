import { Type } from "@sinclair/typebox";
import { accessRoutes, openRoutes } from "../../http/gate/access.ts";
import { ProductParams } from "../../http/input/fields.ts";
import { fileBody } from "../../http/input/file-body.ts";
import { noContent } from "../../http/output/answers.ts";
import { ifMatch, withETag } from "../../http/output/etag.ts";
import type { Services } from "../../runtime/services.ts";
import { uploadBody } from "../../uploads/receive-upload.ts";
import { findLiveProduct } from "../changes/live-product.ts";
import { EDIT, VIEW } from "../policies.ts";
import { answerMedia } from "./answer-media.ts";
import { deleteImage, findImage, reorderImages, updateImage } from "./change-images.ts";
import { keysOf, mediaKey } from "./file-keys.ts";
import { Images } from "./media-body.ts";
import { findImages } from "./named-images.ts";
import { MediaForm, MediaList, MediaOrder, MediaParams, MediaUpdate, PublicParams, PublicQuery } from "./schema.ts";
import { uploadImage } from "./upload-image.ts";

/** `/products/{product_id}/media`: the images of a product. */
export const mediaRoutes = (services: Services) =>
  accessRoutes(services, "Product Media", "/products/:product_id/media")
    .get(
      "",
      async ({ db, params }) => {
        const product = await findLiveProduct(db, params.product_id);
        const items = (await findImages(db, product)).map(Images.of);
        return { product_id: product.id, items, total: items.length };
      },
      {
        policy: VIEW,
        params: ProductParams,
        response: { 200: MediaList },
        detail: {
          operationId: "listMedia",
          summary: "List product images",
          description: "All images, ordered by position.",
        },
      },
    )
    .post(
      "/upload",
      async ({ request, tenantId, db, write, checkForm, params, set, status }) => {
        const context = { request, tenantId, db, write, checkForm, productId: params.product_id };
        const media = await uploadImage(services, context);
        set.headers["location"] = `/api/v1/products/${params.product_id}/media/${media.id}`;
        return status(201, withETag({ headers: {}, set }, media.updatedAtUs, Images.of(media)));
      },
      {
        policy: { ...EDIT, tier: "WRITE_UPLOAD", body: uploadBody(services) },
        params: ProductParams,
        body: MediaForm,
        response: { 201: Images.Body },
        detail: {
          operationId: "uploadMedia",
          summary: "Upload a product image",
          description:
            "The format is detected by content, not by file name. Versions 200 and 800 pixels wide are generated.",
        },
      },
    )
    .post(
      "/reorder",
      async ({ write, params, body }) => {
        const ids = body.media_ids;
        const media = await write(reorderImages, { productId: params.product_id, ids });
        return { product_id: params.product_id, items: media.map(Images.of), total: media.length };
      },
      {
        policy: EDIT,
        params: ProductParams,
        body: MediaOrder,
        response: { 200: MediaList },
        detail: {
          operationId: "reorderMedia",
          summary: "Reorder product images",
          description: "Takes the ids of all images. The primary image is unchanged.",
        },
      },
    )
    .use(oneImageRoutes(services));

/** What is done to one image. */
const oneImageRoutes = (services: Services) =>
  accessRoutes(services, "Product Media")
    .get(
      "/:media_id",
      async ({ db, params, headers, set }) => {
        const { image } = await findImage(db, { productId: params.product_id, id: params.media_id });
        return withETag({ headers, set }, image.updatedAtUs, Images.of(image));
      },
      {
        policy: VIEW,
        params: MediaParams,
        response: { 200: Images.Body },
        detail: {
          operationId: "getMedia",
          summary: "Get an image",
          description: "Metadata and address of the file.",
        },
      },
    )
    .post(
      "/:media_id/primary",
      async ({ write, params, headers, set }) => {
        const place = { productId: params.product_id, id: params.media_id, expected: ifMatch(headers) };
        const media = await write(updateImage, { ...place, values: { isPrimary: true } });
        return withETag({ headers: {}, set }, media.updatedAtUs, Images.of(media));
      },
      {
        policy: EDIT,
        params: MediaParams,
        response: { 200: Images.Body },
        detail: {
          operationId: "setPrimaryMedia",
          summary: "Set the primary image",
          description: "Replaces the previous primary image.",
        },
      },
    )
    .patch(
      "/:media_id",
      async ({ write, params, body, headers, set }) => {
        const place = { productId: params.product_id, id: params.media_id, expected: ifMatch(headers) };
        const { title, alt_text: altText, position, is_primary: isPrimary } = body;
        const media = await write(updateImage, { ...place, values: { title, altText, position, isPrimary } });
        return withETag({ headers: {}, set }, media.updatedAtUs, Images.of(media));
      },
      {
        policy: EDIT,
        params: MediaParams,
        body: MediaUpdate,
        response: { 200: Images.Body },
        detail: {
          operationId: "updateMedia",
          summary: "Update an image",
          description: "Absent fields keep their value; null clears a field.",
        },
      },
    )
    .delete(
      "/:media_id",
      async ({ write, tenantId, params, headers }) => {
        const place = { productId: params.product_id, id: params.media_id, expected: ifMatch(headers) };
        const media = await write(deleteImage, place);
        // Should this not come to pass, the sweep finds them.
        const keys = media.isStored ? keysOf(mediaKey(tenantId, media)) : [];
        await Promise.all(keys.map((key) => services.files.delete(key)));
        return noContent();
      },
      {
        policy: EDIT,
        params: MediaParams,
        response: { 204: Type.Void({ description: "The image is deleted." }) },
        detail: {
          operationId: "deleteMedia",
          summary: "Delete an image",
          description: "If it was the primary image, the image with the lowest position becomes primary.",
        },
      },
    );

const ImageFile = fileBody("image/*", "The image.");

/** `/media`: the images of products as everybody sees them. */
export const publicMediaRoutes = (services: Services) =>
  openRoutes(services, "Product Media", "/media").get(
    "/:media_id/:file_name",
    ({ params, query, request }) =>
      answerMedia(services, {
        id: params.media_id,
        fileName: params.file_name,
        size: query.size ?? "original",
        request,
      }),
    {
      policy: { credential: "none", tier: "READ_PUBLIC" },
      params: PublicParams,
      query: PublicQuery,
      response: { 200: ImageFile },
      detail: {
        operationId: "getMediaFile",
        summary: "Get an image",
        description: "Public: no credential needed. The content of an address never changes.",
      },
    },
  );
