import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { findMappings } from "../../db/ean-asin/mappings.ts";
import type { Reader } from "../../db/ports.ts";
import { access } from "../http/access.ts";
import { noContent } from "../http/answers.ts";
import { required } from "../http/errors.ts";
import { ifMatch, withETag } from "../http/etag.ts";
import { pageOf } from "../http/page.ts";
import { eanOf } from "../products/ean.ts";
import type { Services } from "../services.ts";
import { mappingBody } from "./bodies.ts";
import { createMapping, type MappingValues, removeMapping, updateMapping } from "./change-mappings.ts";
import { pageOfMappings } from "./list-mappings.ts";
import { EDIT, VIEW } from "./policies.ts";
import {
  DEFAULT_MARKETPLACE,
  MappingBody,
  MappingCreate,
  MappingPage,
  MappingParams,
  MappingQuery,
  MappingUpdate,
} from "./schema.ts";

async function mappingOf(db: Reader, id: string) {
  const [mapping] = await findMappings(db, [id.toLowerCase()]);
  return required(mapping, "ean_asin_mapping", id);
}

/** A code that the schema has let through. */
function codeOf(raw: string): Pick<MappingValues, "ean" | "gtin14"> {
  const code = eanOf(raw);
  if (!code) throw new TypeError(`The schema let ${raw} through, which is no code`);
  return { ean: code.ean, gtin14: code.gtin14 };
}

/** `/ean-asin/mappings`: which ASIN an EAN has on a marketplace. */
export const mappingRoutes = (services: Services) =>
  new Elysia({ prefix: "/ean-asin/mappings", tags: ["EAN-ASIN Mapping"] })
    .use(access(services))
    .get("", ({ db, query }) => pageOfMappings(db, query, pageOf(query)), {
      policy: VIEW,
      query: MappingQuery,
      response: { 200: MappingPage },
      detail: {
        operationId: "listEanAsinMappings",
        summary: "List the EAN-ASIN mappings",
        description: "Newest first. All filters given must hold.",
      },
    })
    .post(
      "",
      async ({ db, write, body, set, status }) => {
        const { id } = await write(createMapping, {
          ...codeOf(body.ean),
          asin: body.asin.toUpperCase(),
          marketplace: body.marketplace ?? DEFAULT_MARKETPLACE,
          status: body.status ?? "active",
          confidence: body.confidence ?? 1,
        });
        set.headers["location"] = `/api/v1/ean-asin/mappings/${id}`;
        const mapping = await mappingOf(db, id);
        return status(201, withETag({ headers: {}, set }, mapping.version, mappingBody(mapping)));
      },
      {
        policy: { ...EDIT, refusals: ["DUPLICATE_RESOURCE"] },
        body: MappingCreate,
        response: { 201: MappingBody },
        detail: {
          operationId: "createEanAsinMapping",
          summary: "Map an EAN to an ASIN",
          description: "An EAN has one ASIN on a marketplace. The product need not exist.",
        },
      },
    )
    .get(
      "/:mapping_id",
      async ({ db, params, headers, set }) => {
        const mapping = await mappingOf(db, params.mapping_id);
        return withETag({ headers, set }, mapping.version, mappingBody(mapping));
      },
      {
        policy: VIEW,
        params: MappingParams,
        response: { 200: MappingBody },
        detail: {
          operationId: "getEanAsinMapping",
          summary: "Read an EAN-ASIN mapping",
          description: "One mapping, with the product that has its EAN now.",
        },
      },
    )
    .patch(
      "/:mapping_id",
      async ({ db, write, params: { mapping_id: id }, body, headers, set }) => {
        const changes = {
          ...(body.ean !== undefined && codeOf(body.ean)),
          ...(body.asin !== undefined && { asin: body.asin.toUpperCase() }),
          ...(body.marketplace !== undefined && { marketplace: body.marketplace }),
          ...(body.status !== undefined && { status: body.status }),
          ...(body.confidence !== undefined && { confidence: body.confidence }),
        };
        await write(updateMapping, { id: id.toLowerCase(), expected: ifMatch(headers), changes });
        const mapping = await mappingOf(db, id);
        return withETag({ headers: {}, set }, mapping.version, mappingBody(mapping));
      },
      {
        policy: { ...EDIT, refusals: ["DUPLICATE_RESOURCE"] },
        params: MappingParams,
        body: MappingUpdate,
        response: { 200: MappingBody },
        detail: {
          operationId: "updateEanAsinMapping",
          summary: "Change an EAN-ASIN mapping",
          description: "What is absent stays as it is. Products change only when mappings are applied.",
        },
      },
    )
    .delete(
      "/:mapping_id",
      async ({ write, params, headers }) => {
        await write(removeMapping, { id: params.mapping_id.toLowerCase(), expected: ifMatch(headers) });
        return noContent();
      },
      {
        policy: EDIT,
        params: MappingParams,
        response: { 204: Type.Void({ description: "The mapping is gone." }) },
        detail: {
          operationId: "deleteEanAsinMapping",
          summary: "Delete an EAN-ASIN mapping",
          description: "A product that got its ASIN keeps it.",
        },
      },
    );
