import { useEffect, useRef } from "preact/hooks";
import { c } from "../words/common.ts";
import { codeWord } from "../words/fields.ts";
import type { Field } from "./schema.ts";

interface EditCellProps {
  field: Field;
  label: string;
  entry: string;
  /** With what was entered, or `undefined` to leave it; and by how many rows to go on. */
  onLeave: (entry: string | undefined, step: number) => void;
}

/** The input in a cell: Enter saves and goes down, leaving it saves, Escape leaves it as it was. */
export function EditCell({ field, label, entry, onLeave }: EditCellProps) {
  const element = useRef<HTMLInputElement & HTMLSelectElement>(null);
  const isDone = useRef(false);
  useEffect(() => {
    element.current?.focus();
    if (element.current instanceof HTMLInputElement) element.current.select();
  }, []);
  const leave = (isKept: boolean, step: number) => {
    if (isDone.current) return;
    isDone.current = true;
    onLeave(isKept ? element.current?.value : undefined, step);
  };
  const shared = {
    ref: element,
    "aria-label": label,
    onBlur: () => leave(true, 0),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === "Enter") leave(true, event.shiftKey ? -1 : 1);
      else if (event.key === "Escape") leave(false, 0);
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
  if (field.kind === "choice" || field.kind === "boolean") {
    const choices = field.kind === "boolean" ? ["true", "false"] : field.choices;
    const word = (code: string) => (field.kind === "boolean" ? c(code === "true" ? "yes" : "no") : codeWord(code));
    return (
      <select {...shared} defaultValue={entry}>
        {(field.isNullable || entry === "") && <option value="">–</option>}
        {choices.map((code) => (
          <option key={code} value={code}>
            {word(code)}
          </option>
        ))}
      </select>
    );
  }
  return (
    <input
      {...shared}
      defaultValue={entry}
      inputMode={field.kind === "number" || field.kind === "integer" ? "decimal" : "text"}
    />
  );
}
