import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import type { FieldProblem, Refusal } from "../api/answers.ts";
import { c } from "../words/common.ts";
import { Button, Refused } from "./basics.tsx";
import { type Field, parseEntry, writeEntry } from "./schema.ts";

interface InputProps {
  field: Field;
  entry: string;
  onEntry: (entry: string) => void;
  problem?: string | undefined;
  /** The word for a choice; the code itself without it. */
  sayChoice?: ((code: string) => string) | undefined;
}

type Control = { id: string; entry: string; onEntry: (entry: string) => void; attributes: Record<string, unknown> };

/** The type of an input; the typings allow no choice of several. */
export const inputType = (type: "email" | "password" | "text"): { type: "text" } => ({ type: type as "text" });
const ROWS: Partial<Record<Field["kind"], number>> = { longText: 5, list: 3, json: 6 };

function Choice({
  field,
  control,
  sayChoice,
}: {
  field: Field;
  control: Control;
  sayChoice?: InputProps["sayChoice"];
}) {
  const words = sayChoice ?? ((code: string) => code.replaceAll("_", " "));
  const choices = field.kind === "boolean" ? ["true", "false"] : field.choices;
  const wordOf = (code: string) => (field.kind === "boolean" ? c(code === "true" ? "yes" : "no") : words(code));
  return (
    <select
      id={control.id}
      value={control.entry}
      {...control.attributes}
      onChange={({ currentTarget }) => control.onEntry(currentTarget.value)}
    >
      {(field.isNullable || !field.isRequired || control.entry === "") && <option value="">–</option>}
      {choices.map((code) => (
        <option key={code} value={code}>
          {wordOf(code)}
        </option>
      ))}
    </select>
  );
}

/** Any number of some choices. */
function Several({
  field,
  control,
  sayChoice,
}: {
  field: Field;
  control: Control;
  sayChoice?: InputProps["sayChoice"];
}) {
  const chosen = new Set(control.entry.split("\n").filter(Boolean));
  const toggle = (code: string) => {
    if (!chosen.delete(code)) chosen.add(code);
    control.onEntry([...chosen].join("\n"));
  };
  return (
    <div id={control.id} role="group" aria-label={field.label} class="columns several">
      {field.choices.map((code) => (
        <label key={code} class="row">
          <input type="checkbox" checked={chosen.has(code)} onChange={() => toggle(code)} />
          {(sayChoice ?? String)(code)}
        </label>
      ))}
    </div>
  );
}

/** One field with its label, the description's sentence, and what the API said about it. */
export function Input({ field, entry, onEntry, problem, sayChoice }: InputProps) {
  const id = useId();
  const attributes = {
    "aria-invalid": problem !== undefined,
    "aria-describedby": `${id}-help`,
    "aria-required": field.isRequired,
    name: field.name,
  };
  const control: Control = { id, entry, onEntry, attributes };
  const rows = ROWS[field.kind];
  return (
    <div class="field">
      <label for={id}>
        {field.label}
        {field.isRequired && <span class="faint"> {c("required")}</span>}
      </label>
      {field.kind === "choice" || field.kind === "boolean" ? (
        <Choice field={field} control={control} sayChoice={sayChoice} />
      ) : field.kind === "list" && field.choices.length > 0 ? (
        <Several field={field} control={control} sayChoice={sayChoice} />
      ) : rows !== undefined ? (
        <textarea
          id={id}
          rows={rows}
          value={entry}
          {...attributes}
          onInput={({ currentTarget }) => onEntry(currentTarget.value)}
        />
      ) : (
        <input
          id={id}
          {...inputType(field.kind === "password" ? "password" : "text")}
          inputMode={field.kind === "number" || field.kind === "integer" ? "decimal" : "text"}
          autocomplete="off"
          placeholder={field.example}
          value={entry}
          {...attributes}
          onInput={({ currentTarget }) => onEntry(currentTarget.value)}
        />
      )}
      <span id={`${id}-help`} class={problem ? "problem" : "faint"}>
        {problem ?? field.help}
      </span>
    </div>
  );
}

/** What the API said about a field or about something inside it. */
export const problemOf = (name: string, problems: readonly FieldProblem[]): string | undefined =>
  problems.find(
    ({ field }) =>
      field === name || field.startsWith(`${name}.`) || field.startsWith(`${name}[`) || field.startsWith(`${name}/`),
  )?.message;

interface FormProps {
  fields: Field[];
  /** What the fields hold at first. */
  value?: Record<string, unknown>;
  submit: string;
  /** Sends what changed (`isNew`: all that is filled in); the refusal, if any, is shown beside its fields. */
  onSubmit: (body: Record<string, unknown>) => Promise<Refusal | undefined>;
  onCancel?: () => void;
  isNew?: boolean;
  reason?: string | undefined;
  sayChoice?: (field: string, code: string) => string;
  /** Fields stand in columns. */
  isWide?: boolean;
  children?: ComponentChildren;
}

/** A form of fields that the API's description has. */
export function Form({
  fields,
  value = {},
  submit,
  onSubmit,
  onCancel,
  isNew,
  reason,
  sayChoice,
  isWide,
  children,
}: FormProps) {
  const [entries, setEntries] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState<Refusal>();
  const [isBusy, setBusy] = useState(false);
  const body = () =>
    Object.fromEntries(
      fields
        .filter(({ name }) =>
          isNew ? (entries[name] ?? "") !== "" || value[name] !== undefined : entries[name] !== undefined,
        )
        .map((field) => [
          field.name,
          entries[field.name] === undefined ? value[field.name] : parseEntry(field, entries[field.name] ?? ""),
        ]),
    );
  const send = async () => {
    setBusy(true);
    const refused = await onSubmit(body());
    setBusy(false);
    setRefusal(refused);
    if (!refused) setEntries({});
  };
  const named = new Set(fields.map(({ name }) => name));
  const isOfField = ({ field }: FieldProblem) =>
    [...named].some((name) => problemOf(name, [{ field, message: "" }]) !== undefined);
  const rest = refusal && { ...refusal, fields: refusal.fields.filter((each) => !isOfField(each)) };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy && reason === undefined) void send();
      }}
    >
      <div class={isWide ? "columns" : undefined}>
        {fields.map((field) => (
          <Input
            key={field.name}
            field={field}
            entry={entries[field.name] ?? writeEntry(field, value[field.name])}
            onEntry={(entry) => setEntries((before) => ({ ...before, [field.name]: entry }))}
            problem={problemOf(field.name, refusal?.fields ?? [])}
            sayChoice={sayChoice && ((code) => sayChoice(field.name, code))}
          />
        ))}
      </div>
      {children}
      <Refused refusal={rest} />
      <div class="actions">
        {onCancel && <Button onClick={onCancel}>{c("cancel")}</Button>}
        <Button kind="go" type="submit" isBusy={isBusy} reason={reason}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
