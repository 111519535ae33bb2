import type { Severity } from "../../parse/analyze/analysis-warning.ts";
import type { PlannedRow } from "../chunk/plan-chunk.ts";

// What an import comes to as a whole: what no single row shows, and a person would see at once.

/** What is counted of an import, or of a part of it. */
export interface OutcomeFacts {
  rows: number;
  failed: number;
  /** How many problems there are of each kind that fails a row, by `error_type field`. */
  reasons: Readonly<Record<string, number>>;
  /** Rows that name a product which a row before has named. */
  repeated: number;
  /** New products that were looked at, the different names among them, and those with a price. */
  made: number;
  names: number;
  priced: number;
  /** Prices of known products that change, and those that become a hundred times what they were, or a hundredth. */
  compared: number;
  jumped: number;
}

/** Something about an import as a whole that is seldom meant. */
export interface Suspicion {
  code: SuspicionCode;
  severity: Severity;
  field: string | null;
  params: Record<string, string | number>;
}

const SUSPICIONS = {
  names_alike: ["critical", "name"],
  no_prices: ["warning", "price"],
  prices_jump: ["critical", "price"],
  one_reason: ["critical", null],
  rows_repeat: ["warning", "sku"],
} as const satisfies Record<string, readonly [Severity, string | null]>;
export type SuspicionCode = keyof typeof SUSPICIONS;
export const SUSPICION_CODES = Object.keys(SUSPICIONS) as SuspicionCode[];

/** Of fewer rows, shares say nothing. */
const ENOUGH = 10;
const HALF = 0.5;
const TENTH = 0.1;
/** A price that becomes this many times what it was has lost or won a decimal sign. */
const JUMP = 100;
/** New products that are looked at. */
export const LOOKED_AT_MAX = 1000;

/** Whether a price becomes something of another size. */
export const isJump = (before: number, after: number): boolean =>
  before > 0 && after > 0 && (after >= before * JUMP || after * JUMP <= before);

const suspicion = (code: SuspicionCode, params: Suspicion["params"], field?: string | null): Suspicion => {
  const [severity, usual] = SUSPICIONS[code];
  return { code, severity, field: field === undefined ? usual : field, params };
};

/** The reason that most rows fail for, of those that fail. */
function mainReason({ rows, failed, reasons }: OutcomeFacts): Suspicion[] {
  const [found] = Object.entries(reasons).toSorted(([, one], [, other]) => other - one);
  if (!found || failed < ENOUGH || failed < rows * HALF || found[1] < failed * HALF) return [];
  const [reason = "", field = ""] = found[0].split(" ");
  return [suspicion("one_reason", { failed, rows, reason }, field === "" ? null : field)];
}

/** What is suspicious about an import, what weighs most first. */
export function suspicionsOf(facts: OutcomeFacts): Suspicion[] {
  const { rows, repeated, made, names, priced, compared, jumped } = facts;
  return [
    ...mainReason(facts),
    ...(made >= ENOUGH && names <= made * TENTH ? [suspicion("names_alike", { names, made })] : []),
    ...(compared >= ENOUGH && jumped >= compared * HALF ? [suspicion("prices_jump", { jumped, compared })] : []),
    ...(made >= ENOUGH && priced === 0 ? [suspicion("no_prices", { made })] : []),
    ...(repeated >= ENOUGH && repeated >= rows * TENTH ? [suspicion("rows_repeat", { repeated, rows })] : []),
  ];
}

/** Counts what planned rows come to. */
export class OutcomeSums {
  readonly #names = new Set<string>();
  readonly #reasons: Record<string, number> = {};
  readonly #sums = { rows: 0, failed: 0, repeated: 0, made: 0, priced: 0, compared: 0, jumped: 0 };

  add(planned: readonly PlannedRow[]): void {
    for (const row of planned) {
      this.#sums.rows++;
      if (row.row.isRepeated) this.#sums.repeated++;
      if (row.outcome === "failed") this.#addFailed(row);
      else this.#addPlaced(row);
    }
  }

  #addFailed({ problems }: PlannedRow): void {
    this.#sums.failed++;
    const fault = problems.find(({ severity }) => severity === "error");
    if (!fault) return;
    const reason = `${fault.errorType} ${fault.field ?? ""}`;
    this.#reasons[reason] = (this.#reasons[reason] ?? 0) + 1;
  }

  #addPlaced({ change, isCreation, row }: PlannedRow): void {
    const { price } = row.values;
    const before = change?.before?.priceCents;
    if (isCreation && change && this.#sums.made < LOOKED_AT_MAX) {
      this.#sums.made++;
      this.#names.add(change.row.title);
      if (change.row.priceCents !== null) this.#sums.priced++;
    } else if (typeof before === "number" && typeof price === "number" && before !== price) {
      this.#sums.compared++;
      if (isJump(before, price)) this.#sums.jumped++;
    }
  }

  facts(): OutcomeFacts {
    return { ...this.#sums, reasons: this.#reasons, names: this.#names.size };
  }
}
