/** What a row says of the product that it is a part of. */
export interface FamilyMark {
  /** What the file calls the product in all its rows. */
  key: string;
  /**
   * `product`: the row is the product, and nothing else. `first`: it is the product and its first variant. `variant`: it is
   * a variant. `part`: it only adds to the product, such as an image.
   */
  kind: "product" | "first" | "variant" | "part";
  /** What the variant differs in. */
  options: Record<string, string>;
  /** Of the variant alone. */
  image: string | null;
  /** What is added to the product's price, as written. */
  surcharge: string;
}

/** Reads the rows of one file in their order. */
export type ReadMark = (cells: readonly string[]) => FamilyMark | undefined;

/** A way in which files write a product and its variants as rows. */
export interface FamilyLayout {
  /** The column by which rows belong together. */
  column: string;
  /** The rows of a product stand below each other: the first one, or that of the product, has what is shared. */
  isBlock: boolean;
  /** What a row says of others that are its variants, where these say nothing of it; by their codes. */
  childrenOf?: (cells: readonly string[]) => readonly (readonly [sku: string, child: FamilyChild])[];
  open: (children: ReadonlyMap<string, FamilyChild>) => ReadMark;
}

/** What a product says of one of its variants. */
export interface FamilyChild {
  key: string;
  options: Record<string, string>;
}

export type Cell = (cells: readonly string[], name: string) => string;

export const mark = (key: string, kind: FamilyMark["kind"], more: Partial<FamilyMark> = {}): FamilyMark => ({
  key,
  kind,
  options: {},
  image: null,
  surcharge: "",
  ...more,
});
