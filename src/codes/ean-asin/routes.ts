import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Reader } from "../../../db/ports.ts";
import { csv } from "../../exports/encode/csv.ts";
import { LIST_PAGES, SPREADSHEET_CSV } from "../../exports/encode/list-file.ts";
import type { Column } from "../../exports/tables/table.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import type { BoundWrite } from "../../http/gate/write/bound-write.ts";
import { fileBody } from "../../http/input/file-body.ts";
import { byteAnswer } from "../../http/output/byte-answer.ts";
import { invalidBody } from "../../http/output/errors.ts";
import { type Language, translate } from "../../http/output/messages.ts";
import { pagesBehind } from "../../kit/pages-behind.ts";
import { resourceRoutes } from "../../kit/resource/resource.ts";
import { eanOf } from "../../products/fields/ean.ts";
import type { Services } from "../../runtime/services.ts";
import { fileStream } from "../../storage/file-stream.ts";
import { uploadBody } from "../../uploads/receive-upload.ts";
import { type Applied, applyMappings, applyNextMappings, type Place } from "./apply-mappings.ts";
import { importUpload } from "./import-upload.ts";
import { type MappingRow, mappingsOf, nextByCode } from "./mapping.ts";
import { DEFAULT_MARKETPLACE } from "./mapping-codes.ts";
import { Template, templateChanges } from "./mapping-file-template.ts";
import { mappingRoutes } from "./mapping-routes.ts";
import { CONFIGURE, EDIT, VIEW } from "./policies.ts";
import { AppliedBody, AsinLookup, AsinLookupBody, ImportedBody, MappingsToApply } from "./schema.ts";

const COLUMNS = (["ean", "asin", "marketplace", "status"] as const).map(
  (name): Column<MappingRow> => ({ name, kind: "plain", read: (row) => row[name] }),
);

/** All mappings as CSV, by EAN, made as fast as they are read. */
const exportMappings = (db: Reader) =>
  fileStream(
    csv(
      { columns: COLUMNS, pages: pagesBehind<MappingRow>((last, limit) => nextByCode(db, last, limit), LIST_PAGES) },
      SPREADSHEET_CSV,
    ),
  );

/** Applies every mapping, some at a time, so that other writers get their turn. */
async function applyAll(write: BoundWrite): Promise<Applied> {
  const sum = { updated: 0, skipped: 0 };
  let after: Place | undefined;
  do {
    const { next, updated, skipped }: Awaited<ReturnType<typeof applyNextMappings.run>> = await write(
      applyNextMappings,
      { after },
    );
    sum.updated += updated;
    sum.skipped += skipped;
    after = next;
  } while (after);
  return sum;
}

async function applyById(write: BoundWrite, ids: string[], language: Language) {
  const { unknown, ...counts } = await write(applyMappings, { ids });
  const message = translate(language, "NOT_FOUND");
  return { ...counts, errors: unknown.map((id) => ({ mapping_id: id, error_code: "NOT_FOUND", message })) };
}

/** The ASIN of each code on a marketplace, in the order given. */
async function lookUpAsins(db: Reader, eans: readonly string[], marketplace: string) {
  const codes = eans.flatMap((raw) => eanOf(raw) ?? []);
  const found = await mappingsOf(
    db,
    marketplace,
    codes.map(({ gtin14 }) => gtin14),
  );
  const known = new Map(found.map((mapping) => [mapping.gtin14, mapping]));
  return codes.map(({ ean, gtin14 }) => {
    const { asin = null, status = null } = known.get(gtin14) ?? {};
    return { ean, asin, status };
  });
}

/** `/ean-asin`: the ASINs of EANs, made by hand or from files, and given to products. */
export const eanAsinRoutes = (services: Services) =>
  new Elysia()
    .use(templateRoutes(services))
    .use(mappingRoutes(services))
    .use(
      accessRoutes(services, "EAN-ASIN Mapping", "/ean-asin")
        .post(
          "/lookup",
          async ({ db, body }) => ({
            items: await lookUpAsins(db, body.eans, body.marketplace ?? DEFAULT_MARKETPLACE),
          }),
          {
            policy: { ...VIEW, readOnly: true },
            body: AsinLookup,
            response: { 200: AsinLookupBody },
            detail: {
              operationId: "lookUpAsins",
              summary: "Look up ASINs for up to 500 EANs",
              description: "In request order.",
            },
          },
        )
        .post(
          "/apply",
          async ({ write, body, language }) => {
            if (body.mapping_ids) return applyById(write, body.mapping_ids, language);
            if (body.all === true) return { ...(await applyAll(write)), errors: [] };
            throw invalidBody([{ field: "mapping_ids", type: "missing", key: "ean_asin.nothing_to_apply" }]);
          },
          {
            policy: { ...EDIT, tier: "BULK_UPDATE", narrows: true },
            body: MappingsToApply,
            response: { 200: AppliedBody },
            detail: {
              operationId: "applyEanAsinMappings",
              summary: "Apply mappings to products",
              description:
                "If a product has several mappings, the one with the highest confidence is used, then the latest. `mapping_ids` win over `all`.",
            },
          },
        )
        .post(
          "/import",
          ({ request, tenantId, db, language, checkForm }) =>
            importUpload(services, { request, tenantId, db, language, checkForm }),
          {
            policy: {
              ...EDIT,
              tier: "WRITE_UPLOAD",
              body: uploadBody(services, { template_id: Type.Integer({ minimum: 1, examples: [1] }) }),
              refusals: ["IMPORT_PARSE_FAILED"],
            },
            response: { 200: ImportedBody },
            detail: {
              operationId: "importEanAsinMappings",
              summary: "Import mappings from a file",
              description: [
                "Multipart: `file` (CSV) and `template_id`, the template that maps its columns. An EAN",
                "that is known on its marketplace gets the ASIN of the file; importing a file again changes nothing.",
              ].join(" "),
            },
          },
        )
        .get(
          "/export",
          ({ db, request }) =>
            byteAnswer(request, {
              sizeBytes: null,
              open: () => exportMappings(db),
              headers: {
                "content-type": "text/csv; charset=utf-8",
                "content-disposition": `attachment; filename="ean_asin_mappings.csv"`,
                "cache-control": "private, no-store",
              },
            }),
          {
            policy: { ...VIEW, tier: "EXPORT_DOWNLOAD" },
            response: { 200: fileBody("text/csv", "The mappings: ean, asin, marketplace, status.") },
            detail: {
              operationId: "exportEanAsinMappings",
              summary: "Export all mappings as CSV",
              description: "Ordered by EAN, with a header. The file can be imported again.",
            },
          },
        ),
    );

/** `/ean-asin/templates`: how files of EANs and ASINs are read. */
const templateRoutes = (services: Services) =>
  resourceRoutes(services, Template, {
    path: "/ean-asin/templates",
    tag: "EAN-ASIN Mapping",
    rights: { view: VIEW, edit: CONFIGURE, remove: CONFIGURE },
    changes: templateChanges,
    list: { by: "name_key" },
    leaves: ["patch"],
    texts: {
      one: "EanAsinTemplate",
      word: "template of mapping files",
      words: "the templates of mapping files",
      list: "Ordered by name.",
      create: "Maps the columns of a file. Its name is unique, ignoring case.",
      read: "The template with its columns.",
      remove: "Imported mappings are kept.",
    },
  });
