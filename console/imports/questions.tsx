import { Button } from "../ui/basics.tsx";
import type { Warning } from "./import-body.ts";
import { w } from "./words.ts";

/** What can be read in two ways, and what is missing: in one box, with the answers that are buttons. */
export function Questions({
  warnings,
  hasName,
  onReread,
}: {
  warnings: Warning[];
  hasName: boolean;
  onReread: (body: Record<string, unknown>) => Promise<void>;
}) {
  if (hasName && warnings.length === 0) return null;
  const isUndecided = warnings.some(({ code }) => code === "decimal_separator_undecided");
  return (
    <div class="note">
      <ul class="plainlist">
        {!hasName && (
          <li>
            <b>{w("noName")}</b>
          </li>
        )}
        {warnings.map(({ code, column, message }) => (
          <li key={`${code} ${column}`}>
            {column && <b>{column}: </b>}
            {message}
          </li>
        ))}
      </ul>
      {isUndecided && (
        <div class="row">
          <Button text={w("decimalComma")} onClick={() => onReread({ decimal_separator: "," })} />
          <Button text={w("decimalPoint")} onClick={() => onReread({ decimal_separator: "." })} />
        </div>
      )}
    </div>
  );
}
