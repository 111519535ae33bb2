import type { MutationContext, Reader, Tx } from "../../../db/ports.ts";
import type { Columns } from "../../../db/table.ts";
import { nameKey } from "../../text/name-key.ts";
import type { Fields, Given, Record_, RowOf } from "./record.ts";

/** How rows of a kind are found by what a source writes, a name or a code, and made where there is none. */
interface Naming<F extends Fields, H extends Columns> {
  /** The column that holds its `nameKey`. */
  column: keyof H & string;
  /** The fields of a new one. */
  fields: (text: string) => Given<F>;
  /** Fills in what follows from them. */
  complete?: (row: RowOf<F, H>) => RowOf<F, H>;
  /** For a longer text none is made. */
  maxLength?: number;
  /** Whether any are made; default true. */
  creates?: boolean;
}

/**
 * Rows of a kind that the items of a batch name, regardless of case and accents. What is missing is made at once and stored
 * at the end, if the item that named it was accepted: `keep` after each accepted item, `drop` after a refused one.
 */
export class NamedRows<F extends Fields, H extends Columns> {
  readonly #record: Record_<F, H>;
  readonly #naming: Naming<F, H>;
  readonly #context: MutationContext;
  readonly #keys = new Map<string, string>();
  readonly #known = new Map<string, RowOf<F, H>>();
  readonly #asked = new Map<string, RowOf<F, H>>();
  #fresh: RowOf<F, H>[] = [];

  constructor(record: Record_<F, H>, naming: Naming<F, H>, context: MutationContext) {
    this.#record = record;
    this.#naming = naming;
    this.#context = context;
  }

  /** Each is needed several times and takes long to make. */
  #keyOf(text: string): string {
    const known = this.#keys.get(text);
    if (known !== undefined) return known;
    const key = nameKey(text);
    this.#keys.set(text, key);
    return key;
  }

  /** Reads what there is of these: one statement at most. */
  async learn(db: Reader, texts: readonly string[]): Promise<void> {
    const { column } = this.#naming;
    const keys = new Set(texts.map((text) => this.#keyOf(text)));
    const unknown = [...keys].filter((key) => key !== "" && !this.#known.has(key));
    if (unknown.length === 0) return;
    for (const row of await this.#record.table.findBy(db, column, unknown)) this.#known.set(String(row[column]), row);
  }

  /** The one with this name, if it is known. */
  get(text: string): RowOf<F, H> | undefined {
    return this.#known.get(this.#keyOf(text));
  }

  /** The same; a new one where there is none. `undefined` for a text without letters, and where none is made. */
  find(text: string): RowOf<F, H> | undefined {
    const { fields, complete = (row) => row, maxLength = Number.POSITIVE_INFINITY, creates = true } = this.#naming;
    const key = this.#keyOf(text);
    const found = this.#known.get(key) ?? this.#asked.get(key);
    const name = text.trim();
    if (found || !creates || key === "" || name.length > maxLength) return found;
    const { blank, apply } = this.#record;
    const row = complete(apply(blank(this.#context.newId(), this.#context.now()), fields(name)));
    this.#asked.set(key, row);
    return row;
  }

  /** Learns these and makes the missing ones. Returns what was found or made. */
  async findAll(db: Reader, texts: readonly string[]): Promise<RowOf<F, H>[]> {
    await this.learn(db, texts);
    const found = texts.flatMap((text) => this.find(text) ?? []);
    this.keep();
    return found;
  }

  keep(): void {
    for (const [key, row] of this.#asked) {
      this.#known.set(key, row);
      this.#fresh.push(row);
    }
    this.#asked.clear();
  }

  drop(): void {
    this.#asked.clear();
  }

  /** Stores what was made. Returns it. */
  async store(tx: Tx): Promise<RowOf<F, H>[]> {
    const rows = this.#fresh;
    this.#fresh = [];
    if (rows.length > 0) await this.#record.table.insert(tx, rows);
    return rows;
  }
}
