/** A work of a platform. */
export interface Work<T> {
  /** What it is called in messages. */
  name: string;
  /** What it is of: the same content is the same work. */
  content: unknown;
  /** Gives it to the platform, and returns what the platform calls it. */
  begin(): Promise<string>;
  /** What became of it; `undefined`: it has not ended yet. */
  poll(externalId: string): Promise<T | undefined>;
}
