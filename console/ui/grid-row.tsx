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
  row: Row;
  index: number;
  id: string;
  columns: GridColumn<Row>[];
  template: string;
  isSelected: boolean;
  /** The column of the active cell, where that is in this row. */
  activeAt: number | undefined;
  isEditing: boolean;
  on: { current: RowEvents<Row> };
}
/** What can happen in a row; the same object for the grid's life, so that rows need not be drawn again for it. */
export interface RowEvents<Row> {
  toggle: (row: Row) => void;
  move: (row: number, column: number) => void;
  begin: (row: number, column: number) => void;
  leave: (entry: string | undefined, step: number) => void;
}

/** A row: drawn again only when something of it differs, for scrolling draws a few rows at a time. */
export class GridRow<Row> extends Component<RowProps<Row>> {
  override shouldComponentUpdate(next: RowProps<Row>): boolean {
    const names = Object.keys(next) as (keyof RowProps<Row>)[];
    return names.some((name) => next[name] !== this.props[name]);
  }

  override render({ row, index, columns, template, isSelected, activeAt, isEditing, on }: RowProps<Row>) {
    return (
      <div
        class="grow"
        role="row"
        aria-rowindex={index + 2}
        aria-selected={isSelected}
        style={{ top: `${index * ROW_PX}px`, gridTemplateColumns: template }}
      >
        <div class="cell check" role="gridcell">
          <input
            type="checkbox"
            aria-label={c("select")}
            checked={isSelected}
            onChange={() => on.current.toggle(row)}
          />
        </div>
        {columns.map((column, at) => {
          const isActive = activeAt === at;
          return (
            <div
              key={column.field.name}
              class={column.isNumber ? "cell n" : "cell"}
              role="gridcell"
              data-cell={`${index}:${at}`}
              tabIndex={isActive ? 0 : -1}
              aria-readonly={!column.isEditable}
              onClick={() => {
                if (!isActive) on.current.move(index, at);
              }}
              onDblClick={() => on.current.begin(index, at)}
            >
              {isActive && isEditing ? (
                <EditCell
                  field={column.field}
                  label={column.label}
                  entry={column.entryOf(row)}
                  onLeave={(entry, step) => on.current.leave(entry, step)}
                />
              ) : (
                column.show(row)
              )}
            </div>
          );
        })}
      </div>
    );
  }
}

/** Before the grid is drawn for the first time. */
export const NO_EVENTS = {
  toggle: () => undefined,
  move: () => undefined,
  begin: () => undefined,
  leave: () => undefined,
};
