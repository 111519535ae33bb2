import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Reader } from "../../../db/ports.ts";
import { access } from "../../http/gate/access.ts";
import { idParams } from "../../http/input/fields.ts";
import { ApiError } from "../../http/output/errors.ts";
import { ifMatch, withETag } from "../../http/output/etag.ts";
import { conditionsOf } from "../../kit/resource/list.ts";
import type { Given } from "../../kit/resource/record.ts";
import { resourceRoutes } from "../../kit/resource/resource.ts";
import { Supplier } from "../../reference/suppliers/supplier.ts";
import type { Services } from "../../runtime/services.ts";
import type { MappingInput } from "../map/check-mapping.ts";
import { formatOf } from "../map/saved-mapping.ts";
import { isWorkbook } from "../parse/file-format.ts";
import { READ, RUN } from "../policies.ts";
import { requireImport } from "../require-import.ts";
import { ImportParams } from "../schema.ts";
import { FINISHED } from "../states.ts";
import type { FileOptions } from "./file-options.ts";
import { setDefaultTemplate } from "./set-default.ts";
import { Template, type TemplateRow, templateChanges } from "./template.ts";

const isFinished = (status: string) => FINISHED.some((each) => each === status);

/** What a template takes over from an import. Throws IMPORT_JOB_NOT_FOUND, and INVALID_STATE for one that has not ended. */
async function templateOfImport(db: Reader, importId: string) {
  const found = await requireImport(db, importId);
  if (!isFinished(found.status) || found.mapping === null) {
    throw new ApiError("INVALID_STATE", { details: { current_state: found.status, allowed_states: FINISHED } });
  }
  // Written by `saveMapping`, which has checked it.
  const mapping = found.mapping as MappingInput;
  const format = formatOf(found);
  const file_options: FileOptions = {
    encoding: format.encoding,
    delimiter: format.delimiter,
    skip_header_rows: format.skipHeaderRows,
    sheet_name: isWorkbook(format) ? format.sheet : null,
  };
  return { supplier_id: found.supplierId, ...mapping, file_options };
}

const TemplateList = Type.Array(Template.Body);
const SupplierParams = idParams({ supplier_id: "supplier" });
const TemplateName = Type.Pick(Template.Create, ["name", "description"]);

const { tier: _, ...IMPORTS } = RUN;
const WRITE = { ...IMPORTS, tier: "WRITE_CONFIG" } as const;
const MAKE = { ...WRITE, refusals: ["DUPLICATE_RESOURCE"] } as const;
const { table, bodyOf } = Template;

/** The body of a request: its schema has let it through. */
const fieldsOf = (body: unknown) => body as Given<typeof Template.fields>;
const idOf = (params: object) => String(Object(params)["template_id"]);
/** Answers with one that was made. */
const made = (row: TemplateRow, set: { headers: Record<string, string | number> }) => {
  set.headers["location"] = `/api/v1/mapping-templates/${row.id}`;
  return withETag({ headers: {}, set }, row.version, bodyOf(row));
};

/** `/mapping-templates`: how files become fields, stored for the next ones. */
export const mappingTemplateRoutes = (services: Services) =>
  resourceRoutes(services, Template, {
    path: "/mapping-templates",
    tag: "Mapping Templates",
    rights: { view: READ, edit: MAKE, remove: { ...WRITE, refusals: ["INVALID_STATE"] } },
    changes: { update: templateChanges.update, remove: templateChanges.remove },
    list: { counters: "flat" },
    leaves: ["create", "patch"],
    stampOf: (template) => String(template.usage_count),
    texts: {
      one: "MappingTemplate",
      create: "",
      read: "`usage_count` says how many imports were given it.",
      change: "Absent fields keep their value. Imports that were given it keep the mapping they have.",
      remove: "Imports keep the mapping it gave them. Refused while an import configuration uses it.",
    },
  }).use(supplierRoutes(services));

const supplierRoutes = (services: Services) =>
  new Elysia()
    .use(access(services))
    .get(
      "/supplier/:supplier_id",
      async ({ db, params }) => {
        const { id } = await Supplier.require(db, params.supplier_id);
        const found = await table.listAll(db, conditionsOf({ supplier_id: id }));
        return found.toSorted((one, other) => Number(other.is_default) - Number(one.is_default)).map(bodyOf);
      },
      {
        policy: READ,
        params: SupplierParams,
        response: { 200: TemplateList },
        detail: {
          operationId: "listSupplierTemplates",
          summary: "List the mapping templates of a supplier",
          description: "The default first, then oldest first.",
        },
      },
    )
    .post(
      "/supplier/:supplier_id",
      async ({ db, write, params, body, set, status }) => {
        const supplierId = params.supplier_id;
        await Supplier.require(db, supplierId);
        const row = await write(templateChanges.create, { fields: { ...fieldsOf(body), supplier_id: supplierId } });
        return status(201, made(row, set));
      },
      {
        policy: MAKE,
        params: SupplierParams,
        body: Template.Create,
        response: { 201: Template.Body },
        detail: {
          operationId: "createSupplierTemplate",
          summary: "Create a mapping template for a supplier",
          description:
            "A template says how the columns of a supplier's files become fields. `supplier_id` of the body is ignored.",
        },
      },
    )
    .post(
      "/supplier",
      async ({ write, body, set, status }) => {
        const row = await write(templateChanges.create, { fields: fieldsOf(body) });
        return status(201, made(row, set));
      },
      {
        policy: MAKE,
        body: Template.Create,
        response: { 201: Template.Body },
        detail: {
          operationId: "createMappingTemplate",
          summary: "Create a mapping template",
          description: "Without a `supplier_id` it is generic: an upload uses it when it names it.",
        },
      },
    )
    .post(
      "/from-import/:import_id",
      async ({ db, write, params, body, set, status }) => {
        const taken = await templateOfImport(db, params.import_id);
        const row = await write(templateChanges.create, { fields: { ...taken, ...fieldsOf(body) } });
        return status(201, made(row, set));
      },
      {
        policy: { ...MAKE, refusals: ["DUPLICATE_RESOURCE", "INVALID_STATE"] },
        params: ImportParams,
        body: TemplateName,
        response: { 201: Template.Body },
        detail: {
          operationId: "createTemplateFromImport",
          summary: "Create a mapping template from an import",
          description: "Takes over supplier, mapping, options and file format of a finished import.",
        },
      },
    )
    .put(
      "/:template_id/set-default",
      async ({ write, params, headers, set }) => {
        const row = await write(setDefaultTemplate, { id: idOf(params), expected: ifMatch(headers) });
        return withETag({ headers: {}, set }, row.version, bodyOf(row), String(row.usage_count));
      },
      {
        policy: { ...WRITE, refusals: ["INVALID_STATE"] },
        params: Template.Params,
        response: { 200: Template.Body },
        detail: {
          operationId: "setDefaultTemplate",
          summary: "Make a mapping template the default of its supplier",
          description: "Uploads for the supplier use it when they name none. Refused for a generic template.",
        },
      },
    );
