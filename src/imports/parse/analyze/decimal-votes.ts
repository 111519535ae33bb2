import { type DecimalMark, type DecimalSeparator, markEvidence } from "../../map/values/numbers.ts";

/** What the figures of one column show of its decimal mark. */
export class DecimalVotes {
  commas = 0;
  points = 0;
  /** Figures such as `1.250`, whose mark may part thousands as well. */
  #ambiguousCommas = 0;
  #ambiguousPoints = 0;
  #figures = 0;
  /** The first of the ambiguous figures. */
  example = "";

  /** Takes in a figure; what stands behind it, a unit say, does not count. */
  add(text: string): void {
    this.#figures++;
    const evidence = markEvidence(text);
    if (evidence === undefined) return;
    if (!evidence.isSure) this.example ||= text;
    if (evidence.mark === ",") {
      if (evidence.isSure) this.commas++;
      else this.#ambiguousCommas++;
    } else if (evidence.isSure) this.points++;
    else this.#ambiguousPoints++;
  }

  /** The figures of the column are numbers written by a machine. */
  settle(): void {
    this.points++;
  }

  /** More figures may still be evidence. */
  get isOpen(): boolean {
    return this.#ambiguous > 0 && this.commas + this.points === 0;
  }

  get #ambiguous(): number {
    return this.#ambiguousCommas + this.#ambiguousPoints;
  }

  /** The column's mark; `file` is that of the others, `undefined` when they do not show it either. */
  decide(file: DecimalSeparator | undefined): DecimalMark | undefined {
    if (this.commas + this.points === 0) return this.#ambiguous === 0 ? file : this.#undecidedUnless(file);
    const lead = this.commas > this.points ? "," : ".";
    const isContested = Math.min(this.commas, this.points) * CONTESTED > this.commas + this.points;
    return isContested && this.#ambiguous > 0 ? "undecided" : lead;
  }

  /**
   * The file's mark, unless all figures have three digits behind the other one: a column of thousands has some below a
   * thousand, so these may be decimals with three places.
   */
  #undecidedUnless(file: DecimalSeparator | undefined): DecimalMark {
    const others = file === "," ? this.#ambiguousPoints : this.#ambiguousCommas;
    const isUniform = this.#figures >= UNIFORM_FIGURES && others === this.#figures;
    return file === undefined || isUniform ? "undecided" : file;
  }
}

/** A tenth of the votes for the other mark is too much to be an oversight. */
const CONTESTED = 10;
const UNIFORM_FIGURES = 3;

/** The mark that most figures of a file have; `undefined` when none shows it, or as many show the contrary. */
export function fileMark(columns: readonly DecimalVotes[]): DecimalSeparator | undefined {
  const lead = columns.reduce((sum, { commas, points }) => sum + commas - points, 0);
  return lead === 0 ? undefined : lead > 0 ? "," : ".";
}
