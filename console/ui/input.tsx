import { useId, useState } from "preact/hooks";
import type { FieldProblem } from "../api/answers.ts";
import { c } from "../words/common.ts";
import { Button } from "./basics.tsx";
import { Choice, type Control, type SayChoice, Several } from "./choices.tsx";
import { Finder, Finders, sourceOf } from "./finder.tsx";
import { type Field, parseEntry, writeEntry } from "./schema.ts";

interface InputProps {
  field: Field;
  entry: string;
  onEntry: (entry: string) => void;
  /** What the API said about the fields of the form. */
  problems?: readonly FieldProblem[];
  sayChoice?: SayChoice;
}

/** The type of an input; the typings allow no choice of several. */
export const inputType = (type: "email" | "password" | "text"): { type: "text" } => ({ type: type as "text" });
const ROWS: Partial<Record<Field["kind"], number>> = { longText: 5, list: 3, json: 6 };

/** What the API said about a field or about something inside it. */
export const problemOf = (name: string, problems: readonly FieldProblem[]): string | undefined =>
  problems.find(
    ({ field }) =>
      field === name || field.startsWith(`${name}.`) || field.startsWith(`${name}[`) || field.startsWith(`${name}/`),
  )?.message;

/** The control of a field that has no fields of its own. */
function Plain({ field, control, sayChoice }: { field: Field; control: Control; sayChoice: SayChoice }) {
  const { kind, schema, name, choices } = field;
  if (kind === "choice" || kind === "boolean") return <Choice field={field} control={control} sayChoice={sayChoice} />;
  if (kind === "list" && choices.length > 0) return <Several field={field} control={control} sayChoice={sayChoice} />;
  const source = schema.format === "uuid" ? sourceOf(name) : undefined;
  if (source) return <Finder {...control} source={source} />;
  const several = kind === "list" ? sourceOf(name, schema) : undefined;
  if (several) return <Finders {...control} source={several} label={field.label} />;
  const { id, entry, onEntry, attributes } = control;
  const rows = ROWS[kind];
  if (rows !== undefined)
    return (
      <textarea
        id={id}
        rows={rows}
        value={entry}
        {...attributes}
        onInput={({ currentTarget }) => onEntry(currentTarget.value)}
      />
    );
  const known = kind === "text" ? (schema.examples ?? []) : [];
  const offered = known.length > 1 ? `${id}-known` : undefined;
  return (
    <>
      {offered && (
        <datalist id={offered}>
          {known.map((example) => (
            <option key={String(example)} value={String(example)} />
          ))}
        </datalist>
      )}
      <input
        id={id}
        list={offered}
        {...inputType(kind === "password" ? "password" : "text")}
        inputMode={kind === "number" || kind === "integer" ? "decimal" : "text"}
        autocomplete="off"
        placeholder={field.example}
        value={entry}
        {...attributes}
        onInput={({ currentTarget }) => onEntry(currentTarget.value)}
      />
    </>
  );
}

/** One field with its label, the description's sentence, and what the API said about it. */
export function Input({ field, entry, onEntry, problems = [], sayChoice }: InputProps) {
  const id = useId();
  if (field.kind === "group" || field.kind === "rows")
    return <Nested field={field} entry={entry} onEntry={onEntry} problems={problems} sayChoice={sayChoice} />;
  const problem = problemOf(field.name, problems);
  const attributes = {
    "aria-invalid": problem !== undefined,
    "aria-describedby": `${id}-help`,
    "aria-required": field.isRequired,
    name: field.name,
  };
  return (
    <div class="field">
      <label for={id}>
        {field.label}
        {field.isRequired && <span class="faint"> {c("required")}</span>}
      </label>
      <Plain field={field} control={{ id, entry, onEntry, attributes }} sayChoice={sayChoice} />
      <span id={`${id}-help`} class={problem ? "problem" : "faint"}>
        {problem ?? field.help}
      </span>
    </div>
  );
}

/** Groups of more fields are closed at first. */
const SHOWN_MAX = 8;
const countOf = (fields: Field[]): number =>
  fields.reduce((sum, each) => sum + (each.kind === "group" ? countOf(each.fields ?? []) : 1), 0);
type Values = Record<string, unknown>;

/** What is said of a part: `bounds.min_price` as `min_price`. */
const inside = (name: string, problems: readonly FieldProblem[]): FieldProblem[] =>
  problems
    .filter(({ field }) => problemOf(name, [{ field, message: "x" }]) !== undefined)
    .map(({ field, message }) => ({ field: field.slice(name.length).replace(/^[./[\]]+/, ""), message }));

const read = (entry: string): unknown => {
  try {
    return JSON.parse(entry);
  } catch {
    return undefined;
  }
};

interface PartsProps {
  fields: Field[];
  values: Values;
  onValues: (values: Values) => void;
  problems: readonly FieldProblem[];
  sayChoice: SayChoice;
}

/** The fields of one object. What is being written stays as it is written. */
function Parts({ fields, values, onValues, problems, sayChoice }: PartsProps) {
  const [entries, setEntries] = useState<Record<string, string>>({});
  const change = (field: Field, entry: string) => {
    setEntries((before) => ({ ...before, [field.name]: entry }));
    const { [field.name]: _, ...rest } = values;
    const value = entry.trim() === "" ? undefined : parseEntry(field, entry);
    onValues(value === undefined ? rest : { ...rest, [field.name]: value });
  };
  return (
    <div class="columns">
      {fields.map((field) => (
        <Input
          key={field.name}
          field={field}
          entry={entries[field.name] ?? writeEntry(field, values[field.name])}
          onEntry={(entry) => change(field, entry)}
          problems={problems}
          sayChoice={sayChoice}
        />
      ))}
    </div>
  );
}

/** A field that has fields of its own: once, or as rows that are added and taken away. */
function Nested({ field, entry, onEntry, problems = [], sayChoice }: InputProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const fields = field.fields ?? [];
  const value = read(entry);
  const rows: Values[] = Array.isArray(value) ? value : [];
  const own = inside(field.name, problems);
  const problem = problemOf(field.name, problems);
  const put = (next: Values[]) => onEntry(next.length === 0 && field.isNullable ? "" : JSON.stringify(next));
  const common = { fields, sayChoice };
  // Many that seldom change are opened by who wants one, and by what is wrong with one.
  if (field.kind === "group" && countOf(fields) > SHOWN_MAX && !isOpen && problem === undefined)
    return (
      <div class="nested row">
        <b>{field.label}</b>
        <Button text={c("show", { n: countOf(fields) })} onClick={() => setOpen(true)} />
      </div>
    );
  return (
    <fieldset class="nested" aria-describedby={`${id}-help`}>
      <legend>{field.label}</legend>
      <span id={`${id}-help`} class={problem ? "problem" : "faint"}>
        {problem ?? field.help}
      </span>
      {field.kind === "group" ? (
        <Parts
          {...common}
          values={Object(value) as Values}
          onValues={(next) => onEntry(Object.keys(next).length === 0 && field.isNullable ? "" : JSON.stringify(next))}
          problems={own}
        />
      ) : (
        <>
          {rows.map((row, index) => (
            <div key={`${rows.length} ${index}`} class="nestedrow">
              <Parts
                {...common}
                values={row}
                onValues={(next) => put(rows.map((each, at) => (at === index ? next : each)))}
                problems={inside(String(index), own)}
              />
              <Button
                kind="quiet"
                icon="close"
                label={c("remove", { what: `${field.label} ${index + 1}` })}
                onClick={() => put(rows.filter((_, at) => at !== index))}
              />
            </div>
          ))}
          <Button text={c("add")} onClick={() => put([...rows, {}])} />
        </>
      )}
    </fieldset>
  );
}
