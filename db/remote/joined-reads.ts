import { type Row, rowMakerOf, text } from "../rows.ts";
import type { Statement } from "./kept-stream.ts";

/** A read that waits to be sent. */
export interface Read {
  statement: Statement;
  /** Only its first row is wanted. */
  isFirst: boolean;
}

/** What is sent as one statement, and who asked for it. */
export interface Step<A extends Read> {
  /** As it is sent. */
  readonly statement: Statement;
  readonly asked: readonly A[];
  /** Whether it is another statement than was asked for. */
  readonly isJoined: boolean;
  /** Of the rows that the server answers, those of each who asked. */
  readonly rowsOf: (rows: Row[]) => Row[][];
}

/** Statements that are remembered. */
const KNOWN_MAX = 500;
/** All who share a statement are answered at once: characters of their answers together, roughly, and how many they are. */
const SIZE_MAX = 200_000;
const ASKED_MAX = 64;

const parameter = (place: number) => `\\?${place + 1}(?!\\d)`;
const countOf = (sql: string, pattern: string) => sql.match(new RegExp(pattern, "g"))?.length ?? 0;

/** The places of the parameters that are only compared for equality; that of the tenant is none of them. */
function keyPlaces({ sql, values }: Statement): number[] {
  // What counts may look at many rows.
  if (/\bcount\(/i.test(sql)) return [];
  return [...values.keys()].filter((place) => {
    const uses = countOf(sql, parameter(place));
    return uses > 0 && uses === countOf(sql, `(?<!tenant_id\\s*)(?<![<>!=])=\\s*${parameter(place)}`);
  });
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
/** The exact value of a column in JSON: a text that is JSON stays a text, and a real has all of its digits. */
const exact = (column: string) =>
  `case typeof(${column}) when 'text' then ${column} || '' when 'real' then json(printf('%!.17g', ${column}))
    else ${column} end`;

/** A row for each key of a JSON array. By `offset` SQLite makes each column once, however often it is named. */
function joinedSql(sql: string, place: number, columns: readonly string[]): string {
  const keyed = sql.replace(new RegExp(parameter(place), "g"), "joined_.value");
  const names = columns.map(quoted);
  const packed = names.map((name) => exact(`row_.${name}`)).join(", ");
  return `select (select json_array(${packed}) from (select ${names.join(", ")} from (${keyed}) limit 1 offset 0) row_)
      as packed
    from json_each(?${place + 1}) joined_`;
}

/** A value in JSON, as which SQLite reads what it would be bound as: numbers are reals, and texts are well-formed. */
export function jsonOf(value: string | number | null): string {
  if (typeof value === "string") return JSON.stringify(value.toWellFormed());
  return Number.isSafeInteger(value) ? `${value}.0` : `${value}`;
}

/** The one place in which two differ; -1: none, `undefined`: several. */
function differingPlace({ values }: Statement, other: Statement): number | undefined {
  let found = -1;
  for (let place = 0; place < values.length; place++) {
    if (values[place] === other.values[place]) continue;
    if (found >= 0) return undefined;
    found = place;
  }
  return found;
}

const sizeOf = (row: Row): number =>
  Object.values(row).reduce<number>((sum, value) => sum + (typeof value === "string" ? value.length : 1), 0);

/** What is known of a statement by its answers. */
interface Known {
  columns: readonly string[];
  keys: readonly number[];
  /** Characters of the longest answer. */
  size: number;
}

/** Those who ask the same, or look a row up by different keys. */
class JoinedStep<A extends Read> implements Step<A> {
  readonly asked: A[];
  readonly #first: A;
  readonly #known: Known | undefined;
  /** The parameter in which they differ; -1: they do not. */
  #place = -1;

  constructor(first: A, known: Known | undefined) {
    this.asked = [first];
    this.#first = first;
    this.#known = known;
  }

  accepts({ statement, isFirst }: A): boolean {
    if (!isFirst || !this.#first.isFirst) return false;
    const place = differingPlace(this.#first.statement, statement);
    if (place === undefined) return false;
    if (place < 0 && !this.isJoined) return true;
    const { keys = [], size = SIZE_MAX } = this.#known ?? {};
    const isAnother = place >= 0 && place !== this.#place && (this.isJoined || !keys.includes(place));
    // SQLite reads a text in JSON up to there.
    if (String(statement.values[place]).includes("\0")) return false;
    return !isAnother && this.asked.length < Math.min(ASKED_MAX, SIZE_MAX / size);
  }

  add(asked: A): void {
    this.asked.push(asked);
    this.#place = Math.max(this.#place, differingPlace(this.#first.statement, asked.statement) ?? -1);
  }

  get isJoined(): boolean {
    return this.#place >= 0;
  }

  get statement(): Statement {
    const { statement } = this.#first;
    if (!this.isJoined) return statement;
    const keys = this.asked.map((each) => jsonOf(each.statement.values[this.#place] ?? null));
    return {
      sql: joinedSql(statement.sql, this.#place, this.#known?.columns ?? []),
      values: statement.values.with(this.#place, `[${keys.join()}]`),
      hasRows: true,
    };
  }

  rowsOf = (rows: Row[]): Row[][] => {
    if (this.asked.length === 1) return [rows];
    if (!this.isJoined) return this.asked.map(() => rows.slice(0, 1).map((row) => ({ ...row })));
    const rowOf = rowMakerOf(this.#known?.columns ?? []);
    return rows.map((row) =>
      // As `joinedSql` packs it.
      row["packed"] === null ? [] : [rowOf(JSON.parse(text(row, "packed")) as unknown[])],
    );
  };
}

/** What leaves together, in the order in which it is read. */
export interface Sending<A extends Read> {
  readonly steps: readonly Step<A>[];
  /** Takes all of a group, which is read in its order; none when there were more than `stepsMax` statements then. */
  take(group: readonly A[], stepsMax: number): boolean;
}

/**
 * Makes one statement of the reads of several callers that look one row up by different keys, or ask the same. The server
 * parses and compiles each text that it is sent, every time: of a product by its code that is nearly all of its work.
 */
export class JoinedReads {
  readonly #known = new Map<string, Known>();

  /** Whether others that ask for it may be answered by the same statement, so that it is worth to wait for them. */
  canJoin({ statement, isFirst }: Read): boolean {
    return isFirst && (this.#known.get(statement.sql)?.keys.length ?? 0) > 0;
  }

  /** Remembers what a statement answers: from then on it can be joined. */
  learn({ asked: [first] }: Step<Read>, rows: readonly Row[]): void {
    const [row] = rows;
    if (!row || !first?.isFirst) return;
    const { statement } = first;
    const known = this.#known.get(statement.sql);
    if (known) known.size = Math.max(known.size, ...rows.map(sizeOf));
    else if (this.#known.size < KNOWN_MAX)
      this.#known.set(statement.sql, { columns: Object.keys(row), keys: keyPlaces(statement), size: sizeOf(row) });
  }

  /** Joins a statement no more: the server cannot run it so. */
  refuse({ asked: [first] }: Step<Read>): void {
    const known = first && this.#known.get(first.statement.sql);
    if (known) known.keys = [];
  }

  begin<A extends Read>(): Sending<A> {
    const steps: JoinedStep<A>[] = [];
    const places = new Map<string, number>();
    /** The step that one can join, not before this one. */
    const stepFor = (asked: A, from: number): number => {
      const place = places.get(asked.statement.sql) ?? -1;
      return place >= from && steps[place]?.accepts(asked) ? place : -1;
    };
    const take = (group: readonly A[], stepsMax: number): boolean => {
      const fresh = group.filter((asked) => stepFor(asked, 0) < 0).length;
      if (steps.length > 0 && fresh > 0 && steps.length + fresh > stepsMax) return false;
      let last = 0;
      for (const asked of group) {
        const place = stepFor(asked, last);
        if (place < 0) {
          last = steps.push(new JoinedStep(asked, this.#known.get(asked.statement.sql))) - 1;
          places.set(asked.statement.sql, last);
        } else {
          steps[place]?.add(asked);
          last = place;
        }
      }
      return true;
    };
    return { steps, take };
  }
}
