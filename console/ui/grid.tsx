import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Paged } from "../api/use-call.ts";
import { c } from "../words/common.ts";
import { Loading, Refused } from "./basics.tsx";
import { type GridColumn, GridRow, NO_EVENTS, type RowEvents } from "./grid-row.tsx";
import { ROW_PX, readBlock, rowsToDraw } from "./rows-to-draw.ts";

interface GridProps<Row> {
  label: string;
  columns: GridColumn<Row>[];
  pages: Paged<Row>;
  keyOf: (row: Row) => string;
  onOpen: (row: Row) => void;
  empty: JSX.Element;
  selected: ReadonlySet<string>;
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
/** How near the end of what is here the next page is fetched, in rows; and how far is scrolled until rows are drawn. */
const AHEAD = 150;
const STEP_PX = 4 * ROW_PX;
const within = (value: number, max: number) => Math.max(0, Math.min(max, value));

/** What the grid knows besides its rows: how far it is scrolled, which cell is active, which is edited. */
function useGridState(count: number, columns: number, more: () => void) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const [active, setActive] = useState({ row: 0, column: 0 });
  const [isEditing, setEditing] = useState(false);
  const wantsFocus = useRef(false);
  const look = () => {
    if (!box.current) return;
    const { scrollTop, clientHeight: height } = box.current;
    // Some rows at a time: those drawn beyond what is seen leave room for it.
    const top = Math.floor(scrollTop / STEP_PX) * STEP_PX;
    setView((before) => (before.top === top && before.height === height ? before : { top, height }));
  };
  useEffect(look, [count]);
  const drawn = rowsToDraw(view.top, view.height, count);
  useEffect(() => {
    if (count > 0 && drawn.to + AHEAD >= count) more();
  });
  useEffect(() => {
    if (!wantsFocus.current || isEditing) return;
    const cell = box.current?.querySelector<HTMLElement>(`[data-cell="${active.row}:${active.column}"]`);
    if (!cell) return;
    wantsFocus.current = false;
    cell.focus();
  });
  const move = (row: number, column: number) => {
    const next = { row: within(row, count - 1), column: within(column, columns - 1) };
    setActive(next);
    wantsFocus.current = true;
    const { current } = box;
    if (!current) return;
    const top = next.row * ROW_PX;
    if (top < current.scrollTop) current.scrollTop = top;
    const bottom = top + 2 * ROW_PX - current.clientHeight;
    if (bottom > current.scrollTop) current.scrollTop = bottom;
  };
  return { box, drawn, active, isEditing, setEditing, move, look };
}

/** A grid of thousands of rows: only what is seen is drawn, pages come by cursor, cells are edited in place. */
export function Grid<Row>(props: GridProps<Row>) {
  const { label, columns, pages, keyOf, empty, selected, onSelected, onBegin, onCommit } = props;
  const { rows } = pages;
  const state = useGridState(rows.length, columns.length, pages.more);
  const { box, drawn, active, isEditing, setEditing, move } = state;
  const on = useRef<RowEvents<Row>>(NO_EVENTS);
  const template = `36px ${columns.map(({ width }) => `minmax(${width}px,${width}fr)`).join(" ")}`;
  const minWidth = `${columns.reduce((sum, { width }) => sum + width, 36)}px`;
  if (pages.refusal && rows.length === 0) return <Refused refusal={pages.refusal} onRetry={pages.reload} />;
  if (rows.length === 0) return pages.isLoading ? <Loading /> : empty;

  const begin = (row: number, column: number) => {
    const edited = rows[row];
    move(row, column);
    if (!edited || !columns[column]?.isEditable) return;
    onBegin(edited);
    setEditing(true);
  };
  const leave = (entry: string | undefined, step: number) => {
    setEditing(false);
    const row = rows[active.row];
    const column = columns[active.column];
    if (entry !== undefined && row && column && entry !== column.entryOf(row)) onCommit(row, column, entry);
    if (step !== 0) move(active.row + step, active.column);
  };
  const toggle = (row: Row) => {
    const next = new Set(selected);
    if (!next.delete(keyOf(row))) next.add(keyOf(row));
    onSelected(next);
  };
  on.current = { toggle, move, begin, leave };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isEditing || !(event.target instanceof HTMLElement) || !event.target.dataset["cell"]) return;
    const step = STEPS[event.key];
    const row = rows[active.row];
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
    <div
      class="grid"
      ref={box}
      onScroll={state.look}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      role="grid"
      aria-label={label}
      aria-rowcount={pages.total ?? -1}
    >
      <HeadRow {...props} template={template} minWidth={minWidth} />
      <div class="body" role="rowgroup" style={{ height: `${rows.length * ROW_PX}px`, minWidth }}>
        {rows.slice(drawn.from, drawn.to).map((row, offset) => {
          const index = drawn.from + offset;
          const key = keyOf(row);
          return (
            <GridRow<Row>
              key={key}
              id={key}
              row={row}
              index={index}
              columns={columns}
              template={template}
              isSelected={selected.has(key)}
              activeAt={active.row === index ? active.column : undefined}
              isEditing={isEditing && active.row === index}
              on={on}
            />
          );
        })}
      </div>
    </div>
  );
}

function HeadRow<Row>({
  columns,
  pages,
  keyOf,
  selected,
  onSelected,
  sort,
  onSort,
  template,
  minWidth,
}: GridProps<Row> & { template: string; minWidth: string }) {
  const isAll = pages.rows.length > 0 && pages.rows.every((row) => selected.has(keyOf(row)));
  const ariaSort = (by: string | undefined) =>
    by !== undefined && by === sort.by ? (sort.isDown ? "descending" : "ascending") : undefined;
  return (
    <div role="rowgroup" class="headrow" style={{ minWidth }}>
      <div class="grow" role="row" aria-rowindex={1} style={{ gridTemplateColumns: template }}>
        <div class="cell check" role="columnheader">
          <input
            type="checkbox"
            aria-label={c("selectAll")}
            checked={isAll}
            onChange={() => onSelected(isAll ? new Set() : new Set(pages.rows.map(keyOf)))}
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
