/**
 * One step from a version of the schema to the next. A step that a release has is never edited: databases know its text. How
 * to add one stands in CONTRIBUTING.md.
 */
export interface Upgrade {
  /** What it does, for the log and the terminal. */
  name: string;
  /** Statements that change tables, in one transaction. */
  sql: string;
  /** Rows that are rewritten afterwards, where there may be many. */
  fill?: Fill;
}

/** Rows that are rewritten in portions, each in a transaction of its own: an upgrade that is killed goes on with the next. */
export interface Fill {
  /** The table, which has an integer key. */
  table: string;
  key: string;
  /** Rewrites the rows whose key is above `:after` and not above `:upTo`. Doing so twice changes nothing more. */
  run: string;
}

/** What a released program makes in an empty folder. */
export interface Released {
  /** Of the program: `1.0.0`. */
  program: string;
  /** The schema version of its databases. */
  schema: number;
  /** SHA-256 of the text of that schema. */
  sha256: string;
}

/** From what a database is made, and brought to the newest version. */
export interface Plan {
  /** The newest schema, for an empty database. */
  schema: string;
  /** Those of former programs that this one opens. */
  released: readonly Released[];
  /** The first leads from version 1 to 2. */
  upgrades: readonly Upgrade[];
}
