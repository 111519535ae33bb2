import { Component, type ComponentChildren } from "preact";
import { c } from "../words/common.ts";
import { EditCell } from "./edit-cell.tsx";
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
