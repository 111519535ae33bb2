import type { Operation } from "../sweeps/operations.ts";

const COLLECTION = /^(.*)\/\{(\w+)\}$/;
/** How many ids of a kind are stored: the newest, for older ones are deleted by and by. */
const KEPT = 20;
const ID_NAMES = ["id", "uid", "ean", "code", "language", "task_id", "job_id"];

/** The ids of the resources that the service made while it was fuzzed, by the names of the parameters they fit. */
export class Ids {
  readonly #byName = new Map<string, string[]>();
  /** What the items of a collection are called in the path of one of them. */
  readonly #nameOf = new Map<string, string>();

  constructor(operations: readonly Operation[]) {
    for (const { path } of operations) {
      const [, collection, name] = COLLECTION.exec(path) ?? [];
      if (collection !== undefined && name !== undefined) this.#nameOf.set(collection, name);
    }
  }

  /** Takes in what an operation answered: one resource that was made, or a list of them. */
  learn({ path }: Operation, body: unknown): void {
    const name = this.#nameOf.get(path.replace(/\/upload$/, ""));
    if (name === undefined || typeof body !== "object" || body === null) return;
    const list: unknown = Array.isArray(body) ? body : Object(body).items;
    for (const item of Array.isArray(list) ? list.slice(0, 5) : [body]) this.#add(name, item);
  }

  #add(name: string, item: unknown): void {
    const fields: Record<string, unknown> = Object(item);
    const id = [name, ...ID_NAMES]
      .map((each) => fields[each])
      .find((each) => ["string", "number"].includes(typeof each));
    if (id === undefined) return;
    const ids = this.#byName.get(name) ?? [];
    this.#byName.set(name, [...new Set([...ids, String(id)])].slice(-KEPT));
  }

  /** One id for each name. */
  pick(random: (below: number) => number): Record<string, string> {
    return Object.fromEntries([...this.#byName].map(([name, ids]) => [name, ids[random(ids.length)] ?? ""]));
  }
}
