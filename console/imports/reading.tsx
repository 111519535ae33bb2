import { useEffect, useState } from "preact/hooks";
import { apiDocument } from "../api/document.ts";
import { Form } from "../ui/form.tsx";
import { type Field, fieldsOf } from "../ui/schema.ts";
import type { Analysis } from "./import-body.ts";
import { w } from "./words.ts";

/** How the file is read, to be said otherwise: header row, sheet, encoding, signs, currency, language. */
export function Reading({
  analysis,
  onReread,
}: {
  analysis: Analysis;
  onReread: (body: Record<string, unknown>) => Promise<void>;
}) {
  const [fields, setFields] = useState<Field[]>([]);
  useEffect(() => {
    void apiDocument().then((document) => {
      const schema = document?.components.schemas["ReanalyzeImportRequest"];
      if (document && schema) setFields(fieldsOf(schema, document.components.schemas));
    });
  }, []);
  const shown = fields
    .filter(({ name }) => name !== "skip_header_rows" && name !== "record_path")
    .map(
      (field): Field =>
        field.name === "sheet_name" && analysis.sheets.length > 0
          ? { ...field, kind: "choice", choices: analysis.sheets }
          : field,
    );
  const value = {
    ...analysis,
    sheet_name: analysis.sheet,
    decimal_separator: analysis.decimal_separator === "undecided" ? null : analysis.decimal_separator,
  };
  return (
    <details class="details">
      <summary>{w("reading2")}</summary>
      <Form
        fields={shown}
        value={value}
        submit={w("readAgain")}
        isWide
        onSubmit={async (body) => {
          await onReread(body);
          return undefined;
        }}
      />
    </details>
  );
}
