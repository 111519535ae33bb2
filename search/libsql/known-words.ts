import { countBits, editDistance, letterBits } from "../edit-distance.ts";
import type { QueryWord } from "../port.ts";
import { isPairable, PART_LENGTH_MIN } from "../word-pairs.ts";

/** The words of an index with the number of products of each, ascending: a word, or those that begin so, are found by halving. */
export class KnownWords {
  readonly #texts: readonly string[];
  readonly #products: Uint32Array;
  readonly #bits: Int32Array;

  constructor(words: ReadonlyMap<string, number>) {
    this.#texts = [...words.keys()].toSorted();
    this.#products = Uint32Array.from(this.#texts, (text) => words.get(text) ?? 0);
    this.#bits = Int32Array.from(this.#texts, letterBits);
  }

  get size(): number {
    return this.#texts.length;
  }

  has(text: string): boolean {
    return this.#texts[this.#placeOf(text)] === text;
  }

  /** Words that begin so, `limit` at most. */
  beginningWith(start: string, limit: number): string[] {
    const found: string[] = [];
    for (let at = this.#placeOf(start); found.length < limit && this.#texts[at]?.startsWith(start); at++) {
      found.push(this.#texts[at] ?? "");
    }
    return found;
  }

  /** The pairs of words that are this one when they stand together: `star wars` for `starwars`. */
  pairsOf(text: string): [string, string][] {
    const pairs: [string, string][] = [];
    if (!isPairable(text)) return pairs;
    for (let at = PART_LENGTH_MIN; at <= text.length - PART_LENGTH_MIN; at++) {
      const [part, rest] = [text.slice(0, at), text.slice(at)];
      if (this.has(part) && this.has(rest)) pairs.push([part, rest]);
    }
    return pairs;
  }

  /** The words nearest to this one, itself left out: fewer typos first, then those of more products. */
  nearestTo(word: QueryWord, limit: number): string[] {
    const { text, isPrefix, typosMax } = word;
    const found: { at: number; distance: number }[] = [];
    for (const at of this.#alikeInLetters(word)) {
      const other = this.#texts[at] ?? "";
      if (isPrefix && other.startsWith(text)) continue;
      const distance = editDistance(text, other, typosMax, isPrefix);
      if (distance !== undefined && distance > 0) found.push({ at, distance });
    }
    const productsAt = (at: number) => this.#products[at] ?? 0;
    return found
      .toSorted((one, two) => one.distance - two.distance || productsAt(two.at) - productsAt(one.at))
      .slice(0, limit)
      .map(({ at }) => this.#texts[at] ?? "");
  }

  /** The places of words whose letters are not too many others: each typo takes at most one letter from a word and adds one. */
  #alikeInLetters({ text, isPrefix, typosMax }: QueryWord): number[] {
    const bits = letterBits(text);
    const places: number[] = [];
    for (let at = 0; at < this.#bits.length; at++) {
      const others = this.#bits[at] ?? 0;
      if (countBits(bits & ~others) > typosMax) continue;
      if (isPrefix || countBits(others & ~bits) <= typosMax) places.push(at);
    }
    return places;
  }

  /** The first place whose word is not before this text. */
  #placeOf(text: string): number {
    let low = 0;
    let high = this.#texts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#texts[middle] ?? "") < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
