import { Component, type ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { c } from "../words/common.ts";
import { codeWord } from "../words/fields.ts";
import { ROW_PX } from "./rows-to-draw.ts";
import type { Field } from "./schema.ts";

/** A column of a grid. */
export interface GridColumn<Row> {
  field: Field;
  label: string;
  /** Pixels at least; what is left is shared. */
  width: number;
  isNumber: boolean;
  /** What the list is sorted by when somebody presses the head. */
  sort?: string;
  isEditable: boolean;
  show: (row: Row) => ComponentChildren;
  entryOf: (row: Row) => string;
}

interface RowProps<Row> {
  /** `undefined`: its page is not here yet. */
  row: Row | undefined;
  index: number;
  columns: GridColumn<Row>[];
  isSelected: boolean;
  /** The column of the active cell, where that is in this row. */
  activeAt: number | undefined;
  isEditing: boolean;
  on: { current: RowEvents<Row> };
}
/** What can happen in a row; the same object for the grid's life, so that rows need not be drawn again for it. */
interface RowEvents<Row> {
  toggle: (row: Row) => void;
  leave: (entry: string | undefined, step: number) => void;
}

interface EditCellProps {
  field: Field;
  label: string;
  entry: string;
  /** With what was entered, or `undefined` to leave it; and by how many rows to go on. */
  onLeave: (entry: string | undefined, step: number) => void;
}

/** The input in a cell: Enter saves and goes down, leaving it saves, Escape leaves it as it was. */
function EditCell({ field, label, entry, onLeave }: EditCellProps) {
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

/** A row: drawn again only when something of it differs, for scrolling draws a few rows at a time. */
export class GridRow<Row> extends Component<RowProps<Row>> {
  override shouldComponentUpdate(next: RowProps<Row>): boolean {
    const names = Object.keys(next) as (keyof RowProps<Row>)[];
    return names.some((name) => next[name] !== this.props[name]);
  }

  override render({ row, index, columns, isSelected, activeAt, isEditing, on }: RowProps<Row>) {
    return (
      <div
        class="grow"
        role="row"
        aria-rowindex={index + 2}
        aria-selected={isSelected}
        style={{ top: `${index * ROW_PX}px` }}
      >
        <div class="cell check" role="gridcell">
          <input
            type="checkbox"
            aria-label={c("select")}
            checked={isSelected}
            disabled={!row}
            onChange={() => row && on.current.toggle(row)}
          />
        </div>
        {columns.map((column, at) => (
          <div
            key={column.field.name}
            class={column.isNumber ? "cell n" : "cell"}
            role="gridcell"
            data-cell={`${index}:${at}`}
            tabIndex={activeAt === at ? 0 : -1}
            aria-readonly={!column.isEditable}
          >
            {row && activeAt === at && isEditing ? (
              <EditCell
                field={column.field}
                label={column.label}
                entry={column.entryOf(row)}
                onLeave={(entry, step) => on.current.leave(entry, step)}
              />
            ) : (
              row && column.show(row)
            )}
          </div>
        ))}
      </div>
    );
  }
}

/** The place of the cell that something happened in. */
export function cellOf({ target }: Event): { row: number; column: number } | undefined {
  const place = target instanceof Element ? target.closest<HTMLElement>("[data-cell]")?.dataset["cell"] : undefined;
  const [row, column] = place?.split(":").map(Number) ?? [];
  return row === undefined || column === undefined ? undefined : { row, column };
}
