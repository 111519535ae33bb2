import { useState } from "preact/hooks";
import type { Target } from "./import-body.ts";
import { w } from "./words.ts";

/**
 * The field that a column becomes. It has its options once somebody goes to it: a file of four hundred columns would have a
 * hundred thousand of them, which take the page longer than all the rest.
 */
export function TargetChoice({
  column,
  field,
  targets,
  chosen,
  onField,
}: {
  column: string;
  /** "": none. */
  field: string;
  targets: Target[];
  /** Fields that some column becomes. */
  chosen: ReadonlySet<string>;
  onField: (field: string) => void;
}) {
  const [isDrawn, setDrawn] = useState(false);
  const draw = () => setDrawn(true);
  const shown = isDrawn ? targets : targets.filter(({ name }) => name === field);
  return (
    <select
      aria-label={`${w("becomes")}: ${column}`}
      value={field}
      onFocus={draw}
      // Some browsers focus no choice that is pressed.
      onPointerDown={draw}
      onChange={({ currentTarget }) => onField(currentTarget.value)}
    >
      <option value="">{w("ignored")}</option>
      {field !== "" && !shown.some(({ name }) => name === field) && <option value={field}>{field}</option>}
      {shown.map(({ name, label }) => (
        <option key={name} value={name}>
          {label}
          {chosen.has(name) && name !== field ? " ✓" : ""}
        </option>
      ))}
    </select>
  );
}
