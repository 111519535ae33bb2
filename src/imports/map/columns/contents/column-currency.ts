import type { RowMappingSettings } from "../../row/mapping-settings.ts";
import { cellText } from "../../values/cell-values.ts";
import { cellCurrency, currencyColumnOf, headerCurrency } from "../../values/currencies.ts";

/** The currency of a column of prices: what its header names, else the cell beside it in the row that is read. */
export class ColumnCurrency {
  code: string | undefined;
  readonly #index: number;

  /** What a person has said of prices that name none. */
  readonly #usual: string | undefined;

  constructor(column: string, { columns, currency }: Pick<RowMappingSettings, "columns" | "currency">) {
    this.#usual = currency ?? undefined;
    const ofHeader = headerCurrency(column);
    const beside = ofHeader === undefined ? currencyColumnOf(column, columns) : undefined;
    this.code = ofHeader ?? this.#usual;
    this.#index = beside === undefined ? -1 : columns.indexOf(beside);
  }

  readRow(cells: readonly string[]): void {
    if (this.#index !== -1) this.code = cellCurrency(cellText(cells[this.#index] ?? "")) ?? this.#usual;
  }
}
