/** From this number of characters on, objects are no rows: they hold the rows. */
const LARGE = 128 * 1024;
const LEAVES_MAX = 8;
/** The step to the elements of a list. */
export const LIST = "*";
/** The step to the members of an object, regardless of their names. */
export const MEMBER = "{*}";
const PLACES_MAX = 5_000;

interface Place {
  path: string[];
  parent: Place | undefined;
  count: number;
  length: number;
  /** The names of the values and members in it. */
  leaves: Set<string>;
  /** The first value of some of them. */
  sample: Map<string, string>;
  /** By name. */
  inner: Map<string, Place>;
}

/** A place of a file, with how often it comes and the first values in it. */
export interface SeenPlace {
  path: string[];
  count: number;
  sample: Record<string, string>;
}

const SAMPLE_LENGTH = 100;
/** The steps by name alone, without those into lists. */
const membersOf = (path: readonly string[]) => path.filter((step) => step !== LIST);
/** A list is called without its last step too. */
const shortOf = (path: readonly string[]) => (path.at(-1) === LIST ? path.slice(0, -1) : path).join(".");

const newPlace = (path: string[], parent: Place | undefined): Place => ({
  path,
  parent,
  count: 0,
  length: 0,
  leaves: new Set(),
  sample: new Map(),
  inner: new Map(),
});

/**
 * Finds out which of the objects of a file are its rows: those of a place that come most often, with the most in them, and
 * not as parts of others that are repeated themselves.
 */
export class PlaceSurvey {
  readonly #root = newPlace([], undefined);
  readonly #open: { place: Place; startedAt: number }[] = [];
  #places = 0;
  #at = this.#root;

  /** What is open. */
  get path(): readonly string[] {
    return this.#at.path;
  }

  enter(name: string, position: number): void {
    let inner = this.#at.inner.get(name);
    if (!inner) {
      inner = newPlace([...this.#at.path, name], this.#at);
      if (++this.#places <= PLACES_MAX) this.#at.inner.set(name, inner);
    }
    this.#at = inner;
    inner.count++;
    this.#open.push({ place: inner, startedAt: position });
  }

  /** What is open has something of this name, and perhaps of this value. */
  leaf(name: string, value?: string): void {
    const { leaves, sample } = this.#at;
    if (leaves.size < LEAVES_MAX) leaves.add(name);
    if (value !== undefined && value.trim() !== "" && sample.size < LEAVES_MAX && !sample.has(name))
      sample.set(name, value.trim().slice(0, SAMPLE_LENGTH));
  }

  leave(position: number): void {
    const last = this.#open.pop();
    if (!last) return;
    last.place.length += position - last.startedAt;
    this.#at = last.place.parent ?? this.#root;
  }

  /** The places that may hold the rows, the likeliest first. */
  seen(max: number): SeenPlace[] {
    const places = [...(this.hasLeaves ? [this.#root] : []), ...single(this.#root, () => true)];
    return places
      .toSorted((one, other) => scoreOf(other) - scoreOf(one))
      .slice(0, max)
      .map(({ path, count, sample }) => ({ path, count: Math.max(1, count), sample: Object.fromEntries(sample) }));
  }

  /**
   * The place that is called so, and what it is within that is repeated too: then it is a part of each of those. `undefined` when
   * there is none.
   */
  find(name: string): { path: string[]; split: string[] | null } | undefined {
    if (name === "" && this.hasLeaves) return { path: [], split: null };
    const places = [...single(this.#root, () => true)];
    const found = places.find(
      ({ path }) => [path.join("."), membersOf(path).join(".")].includes(name) || shortOf(path) === name,
    );
    if (!found) return undefined;
    let outer: Place | undefined;
    for (let at = found.parent; at; at = at.parent) if (at.count > 1 && at.leaves.size > 0) outer = at;
    if (!outer) return { path: found.path, split: null };
    return { path: outer.path, split: membersOf(found.path.slice(outer.path.length)) };
  }

  /** The path to objects that are members of one, named by their codes: the last step is any member. */
  get keyed(): string[] | undefined {
    const found = [this.#root, ...single(this.#root, () => true)].find(isKeyed);
    return found && [...found.path, MEMBER];
  }

  /** Names of the values of the outermost object. */
  get rootValues(): string[] {
    return [...this.#root.sample.keys()];
  }

  /** Whether the outermost object has something in it. */
  get hasLeaves(): boolean {
    return this.#root.leaves.size > 0;
  }

  /** The path of the rows; `undefined` when nothing can be one. `fits` says which places may be. */
  best(fits: (path: readonly string[]) => boolean = () => true): string[] | undefined {
    const repeated = [...candidates(this.#root, fits)];
    // A catalog may hold one product and a thousand groups of products.
    const others = repeated.some(isProduct) ? repeated.filter((each) => !isBeside(each)) : repeated;
    const found = others.length > 0 ? others : [...single(this.#root, fits)];
    return found.toSorted((one, other) => scoreOf(other) - scoreOf(one))[0]?.path;
  }
}

const KEY = /\d/;
const ALIKE = 0.5;

/** Whether all in a place are objects alike, under names that are codes. */
function isKeyed({ inner, leaves, sample }: Place): boolean {
  const places = [...inner.values()];
  const [first] = places;
  if (!first || places.length < 2 || sample.size > 0 || first.leaves.size < 2) return false;
  if ([...leaves].some((name) => !inner.has(name))) return false;
  return places.every(
    (each) =>
      each.count === 1 &&
      KEY.test(each.path.at(-1) ?? "") &&
      each.leaves.intersection(first.leaves).size >= first.leaves.size * ALIKE,
  );
}

/** Names of what a product is in feeds and catalogs, and of what stands beside products and comes as often. */
const PRODUCT =
  /^(?:\w+:)?(?:product|article|item|offer|shopitem|good|produkt|artikel|produit|producto|produto|prodotto|urun|tovar|pharmacy_?product|variant)$/i;
const BESIDE =
  /(?:categor|classif|group|feature|attribute|param|image|picture|mime|price|contributor|nutrient|review|shipping|delivery|currenc|supplier|header|structure|company|unit|tax|language|keyword|reference)/i;
const PRODUCT_WEIGHT = 20;
const BESIDE_WEIGHT = 0.1;

/** The name of one of them; a list is named after many. */
const nameOf = ({ path }: Place): string =>
  path.at(-1) === LIST ? (path.at(-2) ?? "").replace(/s$/i, "") : (path.at(-1) ?? "");
const isProduct = (place: Place) => PRODUCT.test(nameOf(place));
const isBeside = (place: Place) => BESIDE.test(nameOf(place));
/** Whether the objects at a path are parts of a product by their name. */
export const arePartsOfOne = (path: readonly string[]): boolean => {
  const name = (membersOf(path).at(-1) ?? "").replace(/s$/i, "");
  return BESIDE.test(name) || /^(?:variant|option)$/i.test(name);
};

/** Whether a place that comes once is the one product of its file, and holds no list of others. */
const isOnlyProduct = (place: Place): boolean => isProduct(place) && place.leaves.size > 1 && !holdsProducts(place);
const holdsProducts = ({ inner }: Place): boolean =>
  [...inner.values()].some((each) => (each.count > 1 && isProduct(each)) || holdsProducts(each));

function scoreOf(place: Place): number {
  if (isBeside(place)) return place.count * place.leaves.size * BESIDE_WEIGHT;
  return place.count * place.leaves.size * (isProduct(place) ? PRODUCT_WEIGHT : 1);
}
const isLarge = ({ length, count }: Place) => length / count > LARGE;

/** Places that are repeated outermost, and those within repeated ones that are too large. */
function* candidates(place: Place, fits: (path: readonly string[]) => boolean): Generator<Place> {
  for (const inner of place.inner.values()) {
    // A list may have one element only, and a catalog one product.
    const isRepeated = inner.count > 1 || inner.path.at(-1) === LIST || isOnlyProduct(inner);
    const isRow = isRepeated && inner.leaves.size > 0 && fits(inner.path);
    if (isRow) yield inner;
    if (!isRow || isLarge(inner)) yield* candidates(inner, fits);
  }
}

/** Of a file with one row: every place with something in it. */
function* single(place: Place, fits: (path: readonly string[]) => boolean): Generator<Place> {
  for (const inner of place.inner.values()) {
    if (inner.leaves.size > 0 && fits(inner.path)) yield inner;
    yield* single(inner, fits);
  }
}
