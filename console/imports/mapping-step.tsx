import { useEffect, useState } from "preact/hooks";
import type { Refusal } from "../api/answers.ts";
import { api } from "../api/api.ts";
import { useBusy, useGet } from "../api/use-call.ts";
import { Button, Card, Refused, Tag } from "../ui/basics.tsx";
import { whenDone } from "../ui/toast.tsx";
import { type Analysis, type DryRun, type Target, valueText } from "./import-body.ts";
import { Questions } from "./questions.tsx";
import { Reading } from "./reading.tsx";
import { TargetChoice } from "./target-choice.tsx";
import { firstTries, tryFirstRows } from "./upload.ts";
import { w } from "./words.ts";

const FIRST = 3;
/** What a column is known by, where that leaves no doubt. */
const SURE = new Set(["feed", "header"]);

/** Every field that a column can become. */
function useTargets(): Target[] {
  const templates = useGet<{ templates: { fields: Target[] }[] }>("/imports/templates");
  const byName = new Map(
    (templates.value?.templates ?? []).flatMap(({ fields }) => fields).map((field) => [field.name, field]),
  );
  return [...byName.values()].toSorted((one, other) => one.label.localeCompare(other.label));
}

/** What the first rows become, by field: the first row that has one. Attributes each by its own name. */
const resultsOf = (tried: DryRun | undefined): Map<string, string> => {
  const results = new Map<string, string>();
  const note = (field: string, value: unknown) => {
    if (!results.has(field) && value !== null) results.set(field, valueText(value));
  };
  for (const { fields } of tried?.preview ?? []) {
    for (const { field, after } of fields) {
      note(field, after);
      if (field === "attributes")
        for (const [name, value] of Object.entries(after ?? {})) note(`${field}.${name}`, value);
    }
  }
  return results;
};

type Suggested = Analysis["suggested_mapping"];
const fieldOf = (suggested: Suggested[string]): string => (typeof suggested === "object" ? suggested.field : suggested);
const fieldsOf = (mapping: Suggested): Record<string, string> =>
  Object.fromEntries(Object.entries(mapping).map(([column, suggested]) => [column, fieldOf(suggested)]));

/** What mappings call a field is another word than products have it under. */
const shownAs: Readonly<Record<string, string>> = {
  name: "title",
  sku: "reference",
  brand: "brand_id",
  category: "category_id",
};

const IDENTITIES: ReadonlySet<string> = new Set(["ean", "sku", "supplier_reference"]);

/** What is worked out where no column identifies the products: a person may have chosen one. */
const computedFor = (mapping: Record<string, string>, { suggested_computed_columns: computed }: Analysis) =>
  Object.values(mapping).some((field) => IDENTITIES.has(field)) ? [] : computed;

interface MappingProps {
  id: string;
  analysis: Analysis;
  onAnalysis: (analysis: Analysis) => void;
  onTried: (tried: DryRun) => void;
}

/** Column by column: its first values, the field that it becomes, and what comes of it. */
export function MappingStep({ id, analysis, onAnalysis, onTried }: MappingProps) {
  const targets = useTargets();
  const suggested = fieldsOf(analysis.suggested_mapping);
  const [mapping, setMapping] = useState(suggested);
  const [tried, setTried] = useState<DryRun>();
  const [refusal, setRefusal] = useState<Refusal>();
  const [isBusy, during] = useBusy();
  const [makesCategories, setMakesCategories] = useState(false);
  useEffect(() => setMapping(suggested), [analysis]);
  // What the suggestion comes to, without a question.
  useEffect(() => {
    const leaving = new AbortController();
    const begun = firstTries.get(id);
    firstTries.delete(id);
    void (begun ?? tryFirstRows(id, leaving.signal)).then((answer) => {
      if (answer.ok && !leaving.signal.aborted) setTried(answer.value);
    });
    return () => leaving.abort();
  }, [id, analysis]);
  const results = resultsOf(tried);
  const chosen = new Set(Object.values(mapping));
  const isSuggested = analysis.columns.every((column) => (mapping[column] ?? "") === (suggested[column] ?? ""));
  // What the first rows come to as a whole, as long as it is said of these columns.
  const outcome = isSuggested ? (tried?.warnings ?? []) : [];
  const send = async () => {
    const languages = analysis.suggested_languages;
    const columns = Object.entries(mapping).map(([column, field]) => {
      const language = languages[column];
      return [column, language && suggested[column] === field ? { field, language } : field];
    });
    const saved = await api.post(`/imports/${id}/save-mapping`, {
      body: {
        column_mapping: Object.fromEntries(columns),
        computed_columns: computedFor(mapping, analysis),
        ...(makesCategories && { import_options: { create_categories: true } }),
      },
    });
    if (!saved.ok) return setRefusal(saved.refusal);
    const answer = await api.post<DryRun>(`/imports/${id}/dry-run`);
    if (!answer.ok) return setRefusal(answer.refusal);
    onTried(answer.value);
  };
  const reread = (body: Record<string, unknown>) =>
    whenDone(api.post<Analysis>(`/imports/${id}/reanalyze`, { body }), (value) => onAnalysis(value));
  return (
    <>
      <Questions warnings={[...analysis.warnings, ...outcome]} hasName={chosen.has("name")} onReread={reread} />
      <Reading analysis={analysis} onReread={reread} />
      <Refused refusal={refusal} />
      <Card>
        <div class="scroll" tabIndex={0} role="region" aria-label={w("step1")}>
          <table class="mapping">
            <thead>
              <tr>
                <th>{w("column")}</th>
                <th>{w("first")}</th>
                <th>{w("becomes")}</th>
                <th>{w("as")}</th>
                <th>{w("why")}</th>
              </tr>
            </thead>
            <tbody>
              {analysis.columns.map((column) => {
                const field = mapping[column] ?? "";
                const values = analysis.sample_data
                  .map((row) => valueText(row[column]))
                  .filter((value) => value !== "")
                  .slice(0, FIRST);
                const reason = suggested[column] === field ? analysis.suggestion_reasons[column] : undefined;
                const product = shownAs[field] ?? field;
                const language = analysis.suggested_languages[column];
                const names = [`${product}[${language}]`, field, product];
                const result = names.map((name) => results.get(name)).find((value) => value !== undefined) ?? "";
                return (
                  <tr key={column}>
                    <th scope="row">
                      {/* A path breaks behind its steps. */}
                      {column.split(/(?<=[.\]_])/).map((step) => [step, <wbr />])}
                    </th>
                    <td class="mono" title={values.join(" · ")}>
                      {values.join(" · ")}
                    </td>
                    <td>
                      <TargetChoice
                        column={column}
                        field={field}
                        targets={targets}
                        chosen={chosen}
                        onField={(next) => setMapping({ ...mapping, [column]: next })}
                      />
                    </td>
                    <td class="mono" title={result}>
                      {result}
                    </td>
                    <td class="wrap" title={reason?.message}>
                      {language && suggested[column] === field && <Tag>{language}</Tag>}
                      {reason && (
                        <Tag tone={SURE.has(reason.basis) ? "good" : "warn"}>{w.say("basis", reason.basis)}</Tag>
                      )}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      </Card>
      <div class="actions">
        {chosen.has("category") && (
          <label class="row">
            <input
              type="checkbox"
              checked={makesCategories}
              onChange={({ currentTarget }) => setMakesCategories(currentTarget.checked)}
            />
            {w("makeCategories")}
          </label>
        )}
        <span class="sp" />
        <Button text={w("tryIt")} kind="go" isBusy={isBusy} onClick={() => during(send())} />
      </div>
    </>
  );
}
