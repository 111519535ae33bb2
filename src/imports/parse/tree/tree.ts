/** What is nested, as JSON and XML are: attributes are `@name`, the text beside them `#text`, what is repeated a list. */
export type Tree = Scalar | Tree[] | TreeObject;
export type Scalar = string | number | boolean | null;
export interface TreeObject {
  [name: string]: Tree;
}

export const TEXT = "#text";
export const DEPTH_MAX = 100;

/** An object whose members have any names, `__proto__` too. */
export const emptyObject = (): TreeObject => Object.create(null);

export const isObject = (tree: Tree | undefined): tree is TreeObject =>
  typeof tree === "object" && tree !== null && !Array.isArray(tree);
export const isScalar = (tree: Tree | undefined): tree is Scalar => typeof tree !== "object" || tree === null;

/** The text of a value; of a number its digits. */
export const scalarText = (value: Scalar): string => (value === null ? "" : String(value));
