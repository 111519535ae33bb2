import type { ComponentChildren } from "preact";
import type { Paged } from "../api/use-call.ts";
import { c } from "../words/common.ts";
import { Button, Empty, Loading, Refused } from "./basics.tsx";

/** A column of a table. */
export interface Column<Row> {
  label: string;
  show: (row: Row) => ComponentChildren;
  /** Figures stand at the right, below each other. */
  isNumber?: boolean;
}

interface TableProps<Row> {
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string;
  /** What the table lists, for those who do not see it. */
  label: string;
  /** Where a row leads: its first cell becomes the link. */
  hrefOf?: (row: Row) => string;
  onOpen?: (row: Row) => void;
  /** Stands instead of the table when it has no rows. */
  empty?: ComponentChildren;
}

/** A table of some rows. For thousands see `Grid`. */
export function Table<Row>({ columns, rows, keyOf, label, hrefOf, onOpen, empty }: TableProps<Row>) {
  if (rows.length === 0 && empty !== undefined) return <>{empty}</>;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={index} scope="col" class={column.isNumber ? "n" : undefined}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column, index) => (
                <td key={index} class={column.isNumber ? "n" : undefined}>
                  <Cell isFirst={index === 0} href={hrefOf?.(row)} {...(onOpen ? { onOpen: () => onOpen(row) } : {})}>
                    {column.show(row)}
                  </Cell>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell({
  isFirst,
  href,
  onOpen,
  children,
}: {
  isFirst: boolean;
  href: string | undefined;
  onOpen?: () => void;
  children: ComponentChildren;
}) {
  if (isFirst && href !== undefined) return <a href={href}>{children}</a>;
  if (isFirst && onOpen)
    return (
      <button type="button" class="link" onClick={onOpen}>
        {children}
      </button>
    );
  return <>{children}</>;
}

/** A table whose rows come page by page. */
export function PagedTable<Row>({
  pages,
  empty = <Empty title={c("empty")} />,
  ...table
}: Omit<TableProps<Row>, "rows"> & { pages: Paged<Row> }) {
  if (pages.refusal && pages.rows.length === 0) return <Refused refusal={pages.refusal} onRetry={pages.reload} />;
  if (pages.isLoading && pages.rows.length === 0) return <Loading />;
  return (
    <>
      <Table {...table} rows={pages.rows} empty={empty} />
      {pages.hasMore && <Button text={c("more")} kind="quiet" onClick={pages.more} isBusy={pages.isLoading} />}
    </>
  );
}
