import { type FieldProblem, invalidBody } from "../../http/output/errors.ts";
import { UUID } from "../../text/uuid.ts";

/** The fields of an upload besides the file. */
export interface UploadFields {
  supplierId: string | null;
  supplierCode: string | null;
  templateId: string | null;
  importType: string;
  /** `null`: the header is looked for. */
  skipHeaderRows: number | null;
  /** Of a workbook; `null`: the first with a table. */
  sheetName: string | null;
  /** Whether it is run at once when a template fits. */
  autoProcess: boolean;
}

const SKIP_HEADER_ROWS_MAX = 100;
const LENGTH_MAX = 100;

type Fields = ReadonlyMap<string, string>;

const textOf = (fields: Fields, name: string): string | null => fields.get(name)?.trim() || null;

function* problemsOf(fields: Fields): Generator<FieldProblem> {
  for (const field of ["supplier_id", "template_id"]) {
    const id = textOf(fields, field);
    if (id !== null && !UUID.test(id)) yield { field, type: "invalid_format", key: "validation.uuid" };
  }
  for (const field of ["supplier_code", "import_type", "sheet_name"]) {
    if ((fields.get(field)?.length ?? 0) > LENGTH_MAX) {
      yield { field, type: "too_long", key: "validation.longest", params: { limit: LENGTH_MAX } };
    }
  }
  const auto = textOf(fields, "auto_process");
  if (auto !== null && !["true", "false", "1", "0"].includes(auto)) {
    yield { field: "auto_process", type: "wrong_type", key: "validation.boolean" };
  }
  yield* skipProblems(textOf(fields, "skip_header_rows"));
}

function* skipProblems(text: string | null): Generator<FieldProblem> {
  const field = "skip_header_rows";
  if (text === null) return;
  if (!/^-?\d+$/.test(text)) yield { field, type: "wrong_type", key: "validation.integer" };
  else if (Number(text) < 0) yield { field, type: "out_of_range", key: "validation.minimum", params: { limit: 0 } };
  else if (Number(text) > SKIP_HEADER_ROWS_MAX) {
    yield { field, type: "out_of_range", key: "validation.maximum", params: { limit: SKIP_HEADER_ROWS_MAX } };
  }
}

/** Reads the fields of a form; an empty one counts as absent. Throws VALIDATION_FAILED with every problem. */
export function readUploadFields(fields: Fields): UploadFields {
  const problems = [...problemsOf(fields)];
  if (problems.length > 0) throw invalidBody(problems);
  return {
    supplierId: textOf(fields, "supplier_id"),
    supplierCode: textOf(fields, "supplier_code"),
    templateId: textOf(fields, "template_id"),
    importType: textOf(fields, "import_type") ?? "manual",
    sheetName: textOf(fields, "sheet_name"),
    autoProcess: ["true", "1"].includes(textOf(fields, "auto_process") ?? ""),
    // 0 is what clients send that know nothing of the file.
    skipHeaderRows: Number(textOf(fields, "skip_header_rows") ?? 0) || null,
  };
}
