import { c } from "../words/common.ts";
import type { Field } from "./schema.ts";

/** The word for a choice; the code itself without it. */
export type SayChoice = ((code: string) => string) | undefined;

/** What an input shows and tells. */
export type Control = {
  id: string;
  entry: string;
  onEntry: (entry: string) => void;
  attributes: Record<string, unknown>;
};

/** One of some choices, or yes and no. */
export function Choice({ field, control, sayChoice }: { field: Field; control: Control; sayChoice: SayChoice }) {
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
export function Several({ field, control, sayChoice }: { field: Field; control: Control; sayChoice: SayChoice }) {
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
