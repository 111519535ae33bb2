/** Of so many characters each, objects are no rows: they hold the rows. */
const LARGE = 128 * 1024;
const LEAVES_MAX = 8;
/** The step to the elements of a list. */
export const LIST = "*";
const PLACES_MAX = 5_000;

interface Place {
  path: string[];
  parent: Place | undefined;
  count: number;
  length: number;
  /** The names of the values and members in it. */
  leaves: Set<string>;
  /** By name. */
  inner: Map<string, Place>;
}

const newPlace = (path: string[], parent: Place | undefined): Place => ({
  path,
  parent,
  count: 0,
  length: 0,
  leaves: new Set(),
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

  /** What is open has something of this name. */
  leaf(name: string): void {
    if (this.#at.leaves.size < LEAVES_MAX) this.#at.leaves.add(name);
  }

  leave(position: number): void {
    const last = this.#open.pop();
    if (!last) return;
    last.place.length += position - last.startedAt;
    this.#at = last.place.parent ?? this.#root;
  }

  /** Whether the outermost object has something in it. */
  get hasLeaves(): boolean {
    return this.#root.leaves.size > 0;
  }

  /** The path of the rows; `undefined` when nothing can be one. `fits` says which places may be. */
  best(fits: (path: readonly string[]) => boolean = () => true): string[] | undefined {
    const repeated = [...candidates(this.#root, fits)];
    const found = repeated.length > 0 ? repeated : [...single(this.#root, fits)];
    return found.toSorted((one, other) => scoreOf(other) - scoreOf(one))[0]?.path;
  }
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

/** Whether a place that comes once is the one product of its file, and holds no list of others. */
const isOnlyProduct = (place: Place): boolean => isProduct(place) && place.leaves.size > 1 && !holdsProducts(place);
const holdsProducts = ({ inner }: Place): boolean =>
  [...inner.values()].some((each) => (each.count > 1 && isProduct(each)) || holdsProducts(each));

function scoreOf(place: Place): number {
  if (BESIDE.test(nameOf(place))) return place.count * place.leaves.size * BESIDE_WEIGHT;
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
