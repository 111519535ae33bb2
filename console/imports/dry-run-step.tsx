import { useState } from "preact/hooks";
import { known, type Refusal } from "../api/answers.ts";
import { api } from "../api/api.ts";
import { useBusy, useCall } from "../api/use-call.ts";
import { Button, Card, Loading, Refused, Tag, type Tone } from "../ui/basics.tsx";
import { Table } from "../ui/table.tsx";
import { toast, whenDone } from "../ui/toast.tsx";
import { nameWord } from "../words/fields.ts";
import { number } from "../words/words.ts";
import { type DryRun, valueText } from "./import-body.ts";
import { w } from "./words.ts";

const TONES: Readonly<Record<string, Tone>> = { create: "good", update: "warn", fail: "bad" };
/** Characters of a value: descriptions are long. */
const LENGTH_SHOWN = 160;
const text = (value: unknown): string => {
  const whole = valueText(value) || "–";
  return whole.length > LENGTH_SHOWN ? `${whole.slice(0, LENGTH_SHOWN)}…` : whole;
};
const FIELDS_SHOWN = 12;

/** So many rows are named for each reason. */
const ROWS_SHOWN = 5;

interface Reason {
  field: string | null;
  message: string;
  rows: number[];
}

/** What is refused, each reason once with its rows; what is refused most first. */
function reasonsOf(problems: DryRun["validation_errors"]): Reason[] {
  const reasons = new Map<string, Reason>();
  for (const { row_number: row, field, message } of problems) {
    const key = `${field} ${message}`;
    const known = reasons.get(key);
    if (known) known.rows.push(row);
    else reasons.set(key, { field, message, rows: [row] });
  }
  return [...reasons.values()].toSorted((one, other) => other.rows.length - one.rows.length);
}

const rowsText = (rows: number[]): string => {
  const named = rows.slice(0, ROWS_SHOWN).map((row) => number(row));
  const more = rows.length - named.length;
  return [named.join(" · "), ...(more > 0 ? [w("moreRows", { n: more })] : [])].join(" ");
};

function Counts({ tried }: { tried: DryRun }) {
  const counts = [
    ["total", tried.total_rows],
    ["toCreate", tried.products_to_create],
    ["toUpdate", tried.products_to_update],
    ["withErrors", tried.rows_with_errors],
  ] as const;
  return (
    <div class="cards">
      {counts.map(([name, n]) => (
        <Card key={name}>
          <div class="num">{number(n)}</div>
          <div>{w(name, { n })}</div>
        </Card>
      ))}
    </div>
  );
}

function Preview({ preview }: { preview: DryRun["preview"] }) {
  return (
    <Card title={w("preview")}>
      <Table
        label={w("preview")}
        rows={preview}
        keyOf={(row) => String(row.row_number)}
        columns={[
          { label: w("row"), show: (row) => number(row.row_number) },
          {
            label: w("outcome"),
            show: ({ outcome }) => <Tag tone={TONES[outcome] ?? "plain"}>{w.say("outcome", outcome)}</Tag>,
          },
          {
            label: w("changes"),
            show: ({ fields, outcome }) => (
              <div class="pieces">
                {fields.slice(0, FIELDS_SHOWN).map(({ field, before, after }) => (
                  <span class="change" key={field}>
                    {nameWord(field)}{" "}
                    {outcome === "update" && (
                      <>
                        <del>{text(before)}</del> →{" "}
                      </>
                    )}
                    <ins>{text(after)}</ins>{" "}
                  </span>
                ))}
              </div>
            ),
          },
        ]}
      />
    </Card>
  );
}

interface DryRunProps {
  id: string;
  tried: DryRun | undefined;
  onBack: (() => void) | undefined;
  onStarted: () => void;
}

/** What the import would do, before anything is written. */
export function DryRunStep({ id, tried: given, onBack, onStarted }: DryRunProps) {
  const loaded = useCall(`${id} ${given === undefined}`, async (signal) =>
    given ? known(given) : api.post<DryRun>(`/imports/${id}/dry-run`, { signal }),
  );
  const [refusal, setRefusal] = useState<Refusal>();
  const [isConfirmed, setConfirmed] = useState(false);
  const [isBusy, during] = useBusy();
  const tried = loaded.value;
  if (!tried) return loaded.refusal ? <Refused refusal={loaded.refusal} onRetry={loaded.reload} /> : <Loading />;
  const start = async () => {
    const body = { confirm_warnings: true, confirmed_warnings: tried.warnings.map(({ code }) => code) };
    const answer = await during(api.post(`/imports/${id}/start-processing`, { body }));
    if (!answer.ok) return setRefusal(answer.refusal);
    onStarted();
  };
  const keep = () =>
    whenDone(
      api.post(`/mapping-templates/from-import/${id}`, {
        body: { name: new Date().toISOString().slice(0, 16).replace("T", " ") },
      }),
      () => toast(w("kept")),
    );
  const good = tried.total_rows - tried.rows_with_errors;
  const mustConfirm = tried.warnings.length > 0 && !isConfirmed;
  return (
    <>
      <Counts tried={tried} />
      {tried.warnings.map(({ code, message }) => (
        <div class="note" key={code}>
          {message}
        </div>
      ))}
      <div class="stack">
        <Preview preview={tried.preview} />
        {tried.validation_errors.length > 0 && (
          <Card title={w("problems")}>
            <Table
              label={w("problems")}
              rows={reasonsOf(tried.validation_errors)}
              keyOf={({ field, message }) => `${field} ${message}`}
              columns={[
                { label: w("field"), show: ({ field }) => (field ? nameWord(field) : "") },
                { label: w("message"), show: ({ message }) => message },
                { label: w("inRows"), show: ({ rows }) => rowsText(rows) },
              ]}
            />
            {tried.validation_errors.length < tried.rows_with_errors && (
              <p class="soft">
                {w("ofFirst", { n: tried.validation_errors.length, all: number(tried.rows_with_errors) })}
              </p>
            )}
          </Card>
        )}
      </div>
      <Refused refusal={refusal} />
      <div class="actions">
        {tried.warnings.length > 0 && (
          <label class="row">
            <input
              type="checkbox"
              checked={isConfirmed}
              onChange={({ currentTarget }) => setConfirmed(currentTarget.checked)}
            />
            {w("confirm")}
          </label>
        )}
        <span class="sp" />
        {onBack && <Button text={w("back")} onClick={onBack} />}
        <Button text={w("keepMapping")} onClick={keep} />
        <Button
          text={w("start", { n: good })}
          kind="go"
          isBusy={isBusy}
          reason={mustConfirm ? w("confirm") : undefined}
          onClick={start}
        />
      </div>
    </>
  );
}
