import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { findTemplate } from "../../db/ean-asin/templates.ts";
import type { Reader } from "../../db/ports.ts";
import { access } from "../http/access.ts";
import { noContent } from "../http/answers.ts";
import { required } from "../http/errors.ts";
import { ifMatch, withETag } from "../http/etag.ts";
import { PageQuery, pageOf } from "../http/page.ts";
import type { Services } from "../services.ts";
import { templateBody } from "./bodies.ts";
import { createEanAsinTemplate, deleteEanAsinTemplate, updateEanAsinTemplate } from "./change-templates.ts";
import { pageOfTemplates } from "./list-mappings.ts";
import { CONFIGURE, VIEW } from "./policies.ts";
import { TemplateBody, TemplateCreate, TemplatePage, TemplateParams, TemplateUpdate } from "./schema.ts";

const templateOf = async (db: Reader, id: number) =>
  required(await findTemplate(db, id), "ean_asin_template", String(id));

/** `/ean-asin/templates`: how files of EANs and ASINs are read. */
export const templateRoutes = (services: Services) =>
  new Elysia({ prefix: "/ean-asin/templates", tags: ["EAN-ASIN Mapping"] })
    .use(access(services))
    .get("", ({ db, query }) => pageOfTemplates(db, pageOf(query)), {
      policy: VIEW,
      query: PageQuery,
      response: { 200: TemplatePage },
      detail: {
        operationId: "listEanAsinTemplates",
        summary: "List the templates of mapping files",
        description: "By name.",
      },
    })
    .post(
      "",
      async ({ db, write, body, set, status }) => {
        const { id } = await write(createEanAsinTemplate, {
          name: body.name.trim(),
          eanColumn: body.ean_column.trim(),
          asinColumn: body.asin_column.trim(),
          marketplaceColumn: body.marketplace_column?.trim() ?? null,
          marketplace: body.marketplace ?? null,
          delimiter: body.delimiter ?? ",",
        });
        set.headers["location"] = `/api/v1/ean-asin/templates/${id}`;
        const template = await templateOf(db, id);
        return status(201, withETag({ headers: {}, set }, template.version, templateBody(template)));
      },
      {
        policy: { ...CONFIGURE, refusals: ["DUPLICATE_RESOURCE"] },
        body: TemplateCreate,
        response: { 201: TemplateBody },
        detail: {
          operationId: "createEanAsinTemplate",
          summary: "Create a template of mapping files",
          description: "Names the columns of a file. Its own name is unique, whatever the case.",
        },
      },
    )
    .get(
      "/:template_id",
      async ({ db, params, headers, set }) => {
        const template = await templateOf(db, params.template_id);
        return withETag({ headers, set }, template.version, templateBody(template));
      },
      {
        policy: VIEW,
        params: TemplateParams,
        response: { 200: TemplateBody },
        detail: {
          operationId: "getEanAsinTemplate",
          summary: "Read a template of mapping files",
          description: "One template.",
        },
      },
    )
    .put(
      "/:template_id",
      async ({ db, write, params: { template_id: id }, body, headers, set }) => {
        const changes = {
          ...(body.name !== undefined && { name: body.name.trim() }),
          ...(body.ean_column !== undefined && { eanColumn: body.ean_column.trim() }),
          ...(body.asin_column !== undefined && { asinColumn: body.asin_column.trim() }),
          ...(body.marketplace_column !== undefined && { marketplaceColumn: body.marketplace_column?.trim() ?? null }),
          ...(body.marketplace !== undefined && { marketplace: body.marketplace }),
          ...(body.delimiter !== undefined && { delimiter: body.delimiter }),
        };
        await write(updateEanAsinTemplate, { id, expected: ifMatch(headers), changes });
        const template = await templateOf(db, id);
        return withETag({ headers: {}, set }, template.version, templateBody(template));
      },
      {
        policy: { ...CONFIGURE, refusals: ["DUPLICATE_RESOURCE"] },
        params: TemplateParams,
        body: TemplateUpdate,
        response: { 200: TemplateBody },
        detail: {
          operationId: "putEanAsinTemplate",
          summary: "Change a template of mapping files",
          description: "What is absent stays as it is.",
        },
      },
    )
    .delete(
      "/:template_id",
      async ({ write, params, headers }) => {
        await write(deleteEanAsinTemplate, { id: params.template_id, expected: ifMatch(headers) });
        return noContent();
      },
      {
        policy: CONFIGURE,
        params: TemplateParams,
        response: { 204: Type.Void({ description: "The template is gone." }) },
        detail: {
          operationId: "deleteEanAsinTemplate",
          summary: "Delete a template of mapping files",
          description: "What was imported by it stays.",
        },
      },
    );
