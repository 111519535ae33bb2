import type { Reader } from "../../../db/ports.ts";
import type { FieldProblem } from "../../http/output/errors.ts";
import type { FormatBody } from "../formats/format.ts";
import { FORMATS, type FormatName } from "../formats/formats.ts";
import { chooseSupplierFields, readSupplierFilter, type SupplierExport } from "../tables/supplier-table.ts";
import type { ExportOptions } from "./export-options.ts";
import { type ProductRequest, readProductRequest } from "./read-product-request.ts";

/** The options of an export: which rows, what of them, and the options of its format. */
export interface ExportBody extends FormatBody, ProductRequest {
  filters?: Record<string, unknown>;
}

/** Which file of what. */
export interface ExportKind {
  format: FormatName;
  resource: "products" | "suppliers";
}

type Refuse = (problems: FieldProblem[]) => Error;

function readSuppliers(
  { filters = {}, include_fields: include, exclude_fields: exclude }: ExportBody,
  refuse: Refuse,
): SupplierExport {
  const filter = readSupplierFilter(filters);
  const fields = chooseSupplierFields({ include, exclude });
  if ("problems" in filter || "problems" in fields) {
    throw refuse([filter, fields].flatMap((part) => ("problems" in part ? part.problems : [])));
  }
  return { ...filter, fields };
}

/** Reads what is to be exported. Throws what `refuse` makes of everything that is wrong with it. */
export async function readExport(
  db: Reader,
  { format: name, resource }: ExportKind,
  body: ExportBody,
  { origin, refuse }: { origin: string; refuse: Refuse },
): Promise<ExportOptions> {
  const format = FORMATS[name].read(body);
  if (resource === "suppliers") return { resource, wanted: readSuppliers(body, refuse), format, origin };
  return { resource, wanted: await readProductRequest(db, body, refuse), format, origin };
}
