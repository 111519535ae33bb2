/** A work of a platform. */
export interface Work<T> {
  /** What it is called in messages. */
  name: string;
  /** What it is of: the same content is the same work. */
  content: unknown;
  /** Gives it to the platform, and returns what the platform calls it. `key` names its content in 43 letters of base64url. */
  begin(key: string): Promise<string>;
  /** What became of it; `undefined`: it has not ended yet. */
  poll(externalId: string): Promise<T | undefined>;
  /** What is done with what became of it: until that is done, too, it is not begun again. */
  after?(ended: T): Promise<T>;
}
