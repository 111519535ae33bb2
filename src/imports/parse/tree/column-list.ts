import { COLUMNS_MAX } from "../file-record.ts";

const NAME_MAX = 255;

/** The columns of a file that names them in each row, in the order in which they come. */
export class ColumnList {
  readonly #names: string[];
  readonly #isOpen: boolean;
  /** By path, and by what is shown of it. */
  readonly #places = new Map<string, number>();

  /** Without names columns are added as they come; with them others are passed over. */
  constructor(known?: readonly string[]) {
    this.#names = [...(known ?? [])];
    this.#isOpen = known === undefined;
    for (const [place, name] of this.#names.entries()) this.#places.set(name, place);
  }

  get names(): readonly string[] {
    return this.#names;
  }

  /** The place of a path; `undefined` for one that is passed over, `full` when there is no room for one more. */
  placeOf(path: string): number | "full" | undefined {
    const known = this.#places.get(path);
    if (known !== undefined) return known;
    const name = path.replace(/\s+/g, " ").trim().slice(0, NAME_MAX);
    const place = this.#places.get(name);
    if (place !== undefined || !this.#isOpen || name === "") return place;
    if (this.#names.length === COLUMNS_MAX) return "full";
    this.#places.set(name, this.#names.length);
    return this.#names.push(name) - 1;
  }
}
