import type { JSX, RefObject } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Rows } from "../api/use-rows.ts";
import { c } from "../words/common.ts";
import { Loading, Refused } from "./basics.tsx";
import { cellOf, type GridColumn, GridRow } from "./grid-row.tsx";
import { type Drawn, ROW_PX, readBlock, rowsToDraw } from "./rows-to-draw.ts";

interface GridProps<Row> {
  label: string;
  columns: GridColumn<Row>[];
  rows: Rows<Row>;
  keyOf: (row: Row) => string;
  onOpen: (row: Row) => void;
  empty: JSX.Element;
  selected: ReadonlySet<string>;
  /** Every row is selected, those that nobody has seen too. */
  isAll: boolean;
  onSelected: (selected: Set<string>) => void;
  sort: { by: string | undefined; isDown: boolean };
  onSort: (by: string) => void;
  /** Somebody begins to edit: the row is read as it is now. */
  onBegin: (row: Row) => void;
  onCommit: (row: Row, column: GridColumn<Row>, entry: string) => void;
  /** A block of a spreadsheet, to be written from this cell on. */
  onBlock: (from: { row: number; column: number }, block: string[][]) => void;
}

const STEPS: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-15, 0],
  PageDown: [15, 0],
  Home: [0, -1_000],
  End: [0, 1_000],
};
/** How far a key goes, in rows and columns; with Ctrl to the first and the last row. */
const stepOf = ({ key, ctrlKey }: KeyboardEvent): [number, number] | undefined => {
  const step = STEPS[key];
  return ctrlKey && step && (key === "Home" || key === "End") ? [step[1] * 1_000_000, 0] : step;
};
/** Rows of a window whose height is not known yet. */
const HEIGHT_PX = 600;
const within = (value: number, max: number) => Math.max(0, Math.min(max, value));

/** How far the grid is scrolled and how high it is, without asking for a layout: the rows to draw. */
function useWindow(count: number, box: RefObject<HTMLDivElement | null>, onLeave: (next: Drawn) => void) {
  const [height, setHeight] = useState(HEIGHT_PX);
  const [top, setTop] = useState(0);
  const hasRows = count > 0;
  useEffect(() => {
    if (!box.current) return undefined;
    const watch = new ResizeObserver(([entry]) => entry && setHeight(entry.contentRect.height));
    watch.observe(box.current);
    return () => watch.disconnect();
  }, [hasRows]);
  const before = rowsToDraw(top, height, count);
  const onScroll = () => {
    const now = box.current?.scrollTop ?? 0;
    const next = rowsToDraw(now, height, count);
    if (next.from === before.from) return;
    onLeave(next);
    setTop(now);
  };
  return { height, drawn: before, onScroll };
}

/** What the grid knows besides its rows: which cell is active, which is edited. */
function useGridState(count: number, columns: number) {
  const box = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState({ row: 0, column: 0 });
  // The node of the active cell is about to show another row: what is edited is saved, and keys still reach the grid.
  const { height, drawn, onScroll } = useWindow(count, box, ({ from, to }) => {
    const isGone = active.row < from || active.row >= to;
    if (isGone && box.current?.contains(document.activeElement)) box.current.focus({ preventScroll: true });
  });
  const [isEditing, setEditing] = useState(false);
  const wantsFocus = useRef(false);
  useEffect(() => {
    if (!wantsFocus.current || isEditing) return;
    const cell = box.current?.querySelector<HTMLElement>(`[data-cell="${active.row}:${active.column}"]`);
    if (!cell) return;
    wantsFocus.current = false;
    cell.focus({ preventScroll: true });
  });
  const move = (row: number, column: number) => {
    const next = { row: within(row, count - 1), column: within(column, columns - 1) };
    setActive(next);
    wantsFocus.current = true;
    const { current } = box;
    if (!current) return;
    const top = next.row * ROW_PX;
    if (top < current.scrollTop) current.scrollTop = top;
    const bottom = top + 2 * ROW_PX - height;
    if (bottom > current.scrollTop) current.scrollTop = bottom;
  };
  return { box, drawn, onScroll, active, isEditing, setEditing, move };
}

/** A grid of thousands of rows: only what is seen is drawn, pages come by cursor, cells are edited in place. */
export function Grid<Row>(props: GridProps<Row>) {
  const { label, columns, rows, keyOf, empty, selected, isAll, onSelected, onBegin, onCommit } = props;
  const { box, drawn, onScroll, active, isEditing, setEditing, move } = useGridState(rows.count, columns.length);
  const template = `36px ${columns.map(({ width }) => `minmax(${width}px,${width}fr)`).join(" ")}`;
  const minWidth = `${columns.reduce((sum, { width }) => sum + width, 36)}px`;
  const toggle = (row: Row) => {
    const next = new Set(selected);
    if (!next.delete(keyOf(row))) next.add(keyOf(row));
    onSelected(next);
  };
  const leave = (entry: string | undefined, step: number) => {
    setEditing(false);
    const row = rows.at(active.row);
    const column = columns[active.column];
    if (entry !== undefined && row && column && entry !== column.entryOf(row)) onCommit(row, column, entry);
    if (step !== 0) move(active.row + step, active.column);
  };
  const on = useRef({ toggle, leave });
  on.current = { toggle, leave };
  useEffect(() => rows.want(drawn.from, drawn.to));
  if (rows.count === 0 && rows.refusal) return <Refused refusal={rows.refusal} onRetry={rows.reload} />;
  if (rows.count === 0) return rows.isLoading ? <Loading /> : empty;

  const begin = (row: number, column: number) => {
    const edited = rows.at(row);
    move(row, column);
    if (!edited || !columns[column]?.isEditable) return;
    onBegin(edited);
    setEditing(true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isEditing || (event.target !== box.current && !cellOf(event))) return;
    const step = stepOf(event);
    const row = rows.at(active.row);
    if (step) move(active.row + step[0], active.column + step[1]);
    else if (event.key === " " && row) toggle(row);
    else if ((event.key === "Enter" || event.key === "F2") && columns[active.column]?.isEditable)
      begin(active.row, active.column);
    else if (event.key === "Enter" && row) props.onOpen(row);
    else return;
    event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent) => {
    if (isEditing) return;
    event.preventDefault();
    props.onBlock(active, readBlock(event.clipboardData?.getData("text/plain") ?? ""));
  };
  return (
    <>
      <Refused refusal={rows.refusal} onRetry={rows.reload} />
      <div
        class="grid"
        ref={box}
        tabIndex={-1}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        role="grid"
        aria-label={label}
        aria-rowcount={rows.total === undefined ? -1 : rows.count + 1}
        style={{ "--columns": template, "--width": minWidth }}
      >
        <HeadRow {...props} />
        <div
          class="body"
          role="rowgroup"
          style={{ height: `${rows.count * ROW_PX}px` }}
          onClick={(event) => {
            const cell = cellOf(event);
            if (cell && (cell.row !== active.row || cell.column !== active.column)) move(cell.row, cell.column);
          }}
          onDblClick={(event) => {
            const cell = cellOf(event);
            if (cell) begin(cell.row, cell.column);
          }}
        >
          {Array.from({ length: drawn.to - drawn.from }, (_, offset) => {
            const index = drawn.from + offset;
            const row = rows.at(index);
            return (
              <GridRow<Row>
                key={index % drawn.nodes}
                row={row}
                index={index}
                columns={columns}
                isSelected={row !== undefined && (isAll || selected.has(keyOf(row)))}
                activeAt={active.row === index ? active.column : undefined}
                isEditing={isEditing && active.row === index}
                on={on}
              />
            );
          })}
        </div>
      </div>
    </>
  );
}

function HeadRow<Row>({ columns, rows, keyOf, selected, isAll, onSelected, sort, onSort }: GridProps<Row>) {
  const { loaded } = rows;
  const hasAll = useMemo(
    () => isAll || (selected.size >= loaded.length && loaded.every((row) => selected.has(keyOf(row)))),
    [isAll, selected, loaded],
  );
  const ariaSort = (by: string | undefined) =>
    by !== undefined && by === sort.by ? (sort.isDown ? "descending" : "ascending") : undefined;
  return (
    <div role="rowgroup" class="headrow">
      <div class="grow" role="row" aria-rowindex={1}>
        <div class="cell check" role="columnheader">
          <input
            type="checkbox"
            aria-label={c("selectAll")}
            checked={hasAll}
            onChange={() => onSelected(hasAll ? new Set() : new Set(loaded.map(keyOf)))}
          />
        </div>
        {columns.map(({ field, label, isNumber, sort: by }) => (
          <div key={field.name} class={isNumber ? "cell n" : "cell"} role="columnheader" aria-sort={ariaSort(by)}>
            {by === undefined ? (
              label
            ) : (
              <button type="button" class="bare" onClick={() => onSort(by)}>
                {label}
                {by === sort.by ? (sort.isDown ? " ▾" : " ▴") : ""}
              </button>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}
