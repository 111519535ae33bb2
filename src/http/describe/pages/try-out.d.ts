/** A call as an example has it. */
export interface Given {
  path: Record<string, string | number>;
  query: Record<string, string | number | boolean>;
  body?: unknown;
}

/** How an operation's example is filled in. */
export interface Plan {
  method: string;
  /** With parameters in braces. */
  path: string;
  /** Names of the credentials that it takes. */
  security: string[];
  /** The type of its body. */
  type?: string;
  given: Given;
  /** `body/brand_id` is `createBrand#/id`; with `createBrand+`, that of a brand made for this alone. */
  from: Record<string, string>;
  /** Texts that must be unique: `body/name`. */
  fresh: string[];
  /** Where what it makes is listed: `listBrands#/items/0/id`. */
  found?: string;
  /** What is called before: `putStock`, or `getImport#/status=completed`, until it is so. */
  needs: string[];
  /** What is made for this one call: it does not outlive it. */
  anew: string[];
  /** How many rows the file has that is made for it. */
  rows?: number;
}
export type Plans = Record<string, Plan>;

interface Answer {
  status: number;
  body: unknown;
}

interface Surroundings {
  plans: Plans;
  send(id: string, given: Given): Promise<Answer>;
  agree(operations: string[]): Promise<boolean> | boolean;
  now?: () => number;
  pause?: number;
  patience?: number;
}

export function fieldsOf(body: object): [name: string, value: string | File][];
export function addressOf(call: { path: string; given: Given }): string;
export function openTryOut(surroundings: Surroundings): {
  fill(id: string): Promise<Given | undefined>;
  note(id: string, body: unknown): void;
};
