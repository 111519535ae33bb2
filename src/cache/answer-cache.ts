import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Reader } from "../../db/ports.ts";
import { readSequence } from "../../db/products/sequence.ts";
import type { SearchEngine } from "../../search/port.ts";
import { SingleFlight } from "../../search/single-flight.ts";

/**
 * How long an answer stays valid: as long as the tenant's change sequence stands, or as that and the search index do. The
 * sequence moves with all that product lists show: products, what belongs to them, and the names that they show.
 */
export type Validity = "catalog" | "catalog+index";

/** Characters of all answers together. */
const SIZE_MAX = 24_000_000;
const TENANTS_MAX = 10_000;
/** A longer key is replaced by its digest. */
const KEY_MAX = 200;
const IDLE_MS = 5_000;

interface Entry {
  /** Whose state it depends on: another state makes it useless. Absent: who asks may want it outdated. */
  stateKey?: string;
  value: unknown;
  /** The change sequence, and the state of the index, before the value was read. */
  state: string;
}

interface TenantState {
  state: string;
  /** The reader's commits before the state was read: while they stand, so does the state. */
  commits: number;
}

interface AnswerOptions<Value> {
  /** The state as `read` of an answer around this one was given it: it need not be read again. */
  state?: string | undefined;
  isLasting?: (value: Value) => boolean;
  /**
   * It is found by a key, so that on a server whose commits are not followed to read it takes as long as to ask whether a
   * cached one is still valid.
   * "at once": its one statement is asked for before `read` returns, so it can be cached.
   */
  byKey?: "at once" | "later";
  signal?: AbortSignal | undefined;
}

/** What is cached under a key. */
export interface Cached<Value> {
  /** `undefined`: it is not there, or no longer valid. */
  value: Value | undefined;
  /** The value before the last change, when there is no valid one. */
  outdated: Value | undefined;
  /** Caches a value that was read after this was found. */
  put(value: Value): void;
}

function keyOf({ tenantId }: Reader, request: unknown): string {
  const key = JSON.stringify(request);
  return `${tenantId} ${key.length <= KEY_MAX ? key : createHash("sha256").update(key).digest("base64url")}`;
}

/** Whether each look at the state is a round trip. */
export const isAsked = (db: Pick<Reader, "isDistant" | "commits">): boolean =>
  db.isDistant === true && db.commits() === null;

const stateKeyOf = ({ tenantId }: Reader, validity: Validity): string => `${validity} ${tenantId}`;

/** Characters; most answers are text already. */
function sizeOf({ value }: Entry): number {
  const isText = typeof value === "object" && value !== null && "text" in value && typeof value.text === "string";
  return KEY_MAX + (isText ? String(value.text).length : JSON.stringify(value).length);
}

/**
 * Answers about the catalog, those used last, until something changes. One for the HTTP thread. It is bounded in size, and
 * empties itself when it is not used for some seconds: it may be tens of megabytes.
 */
export class AnswerCache {
  readonly #engine: Pick<SearchEngine, "isOfDatabase" | "indexedToUs">;
  readonly #entries: LRUCache<string, Entry>;
  readonly #states = new LRUCache<string, TenantState>({ max: TENANTS_MAX });
  readonly #flights = new SingleFlight<unknown>();
  #isUsed = false;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** `sizeMax`: characters of all answers together. */
  constructor(engine: Pick<SearchEngine, "isOfDatabase" | "indexedToUs">, sizeMax: number = SIZE_MAX) {
    this.#engine = engine;
    this.#entries = new LRUCache({ maxSize: sizeMax, sizeCalculation: sizeOf });
  }

  /**
   * The cached answer, or that of `read`: who asks the same meanwhile waits for the same one. `key` is any JSON; it begins
   * with the name of the answer. What `isLasting` denies is given to those who wait and not cached. `signal` aborts when
   * the caller has disconnected; that of `read`, when all have who wait for it. Throws as `read` does.
   */
  async answer<Value>(
    db: Reader,
    validity: Validity,
    key: unknown,
    read: (signal: AbortSignal | undefined, state?: string) => Promise<Value>,
    { isLasting = () => true, signal, state: given, byKey }: AnswerOptions<Value> = {},
  ): Promise<Value> {
    if (byKey && isAsked(db) && !this.#entries.has(keyOf(db, key))) {
      return byKey === "later" ? read(signal) : this.#readAtOnce(db, validity, key, read, { isLasting, signal });
    }
    const state = given ?? this.#knownState(db, validity) ?? (await this.#readState(db, validity));
    if (state === undefined) return read(signal);
    const fullKey = keyOf(db, key);
    const entry = this.#find(fullKey);
    // The key says which type the value has.
    if (entry?.state === state) return entry.value as Value;
    const make = async (abandoned: AbortSignal) => {
      const fresh = await read(abandoned, state);
      if (isLasting(fresh)) this.#put(fullKey, { stateKey: stateKeyOf(db, validity), value: fresh, state });
      return fresh;
    };
    return (await this.#flights.join(`${state} ${fullKey}`, make, signal)) as Value;
  }

  /** What is cached under a key, for values that are found in several ways. `given`: as `answer` takes it. */
  async find<Value>(db: Reader, validity: Validity, key: unknown, given?: string): Promise<Cached<Value>> {
    const state = given ?? this.#knownState(db, validity) ?? (await this.#readState(db, validity));
    const fullKey = keyOf(db, key);
    const entry = state === undefined ? undefined : this.#find(fullKey);
    const value = entry?.value as Value | undefined;
    const isValid = entry?.state === state;
    return {
      value: isValid ? value : undefined,
      outdated: isValid ? undefined : value,
      put: (fresh) => {
        if (state !== undefined) this.#put(fullKey, { value: fresh, state });
      },
    };
  }

  /**
   * What is done every few seconds while there are entries: takes out answers that a change has outdated, and empties the
   * cache when it was not used since the last time.
   */
  tidy(): void {
    const outdated: string[] = [];
    for (const [key, { stateKey, state }] of this.#entries.entries()) {
      const known = stateKey === undefined ? undefined : this.#states.get(stateKey);
      if (known && known.state !== state) outdated.push(key);
    }
    for (const key of outdated) this.#entries.delete(key);
    if (!this.#isUsed) {
      this.#entries.clear();
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    this.#isUsed = false;
  }

  /** The state of a tenant while nothing at all was committed since it was read. */
  #knownState(db: Reader, validity: Validity): string | undefined {
    const known = this.#states.get(stateKeyOf(db, validity));
    return known !== undefined && known.commits === db.commits() ? known.state : undefined;
  }

  /** `undefined` when it is unknown how far the index is: then nothing is cached. */
  async #readState(db: Reader, validity: Validity): Promise<string | undefined> {
    const needsIndex = validity === "catalog+index";
    if (needsIndex && !this.#engine.isOfDatabase) return undefined;
    const commits = db.commits();
    const sequence = String(await readSequence(db));
    const state = needsIndex ? `${sequence} ${await this.#engine.indexedToUs(db)}` : sequence;
    if (commits !== null) this.#states.set(stateKeyOf(db, validity), { state, commits });
    return state;
  }

  /** Reads the answer and, before it and in the same round trip, what it is valid with. */
  async #readAtOnce<Value>(
    db: Reader,
    validity: Validity,
    key: unknown,
    read: (signal: AbortSignal | undefined) => Promise<Value>,
    { isLasting, signal }: Required<Pick<AnswerOptions<Value>, "isLasting">> & Pick<AnswerOptions<Value>, "signal">,
  ): Promise<Value> {
    const both = () => Promise.all([this.#readState(db, validity), read(signal)]);
    const [state, value] = await (db.together?.(both) ?? both());
    if (state !== undefined && isLasting(value))
      this.#put(keyOf(db, key), { stateKey: stateKeyOf(db, validity), value, state });
    return value;
  }

  #find(key: string): Entry | undefined {
    this.#isUsed = true;
    return this.#entries.get(key);
  }

  #put(key: string, entry: Entry): void {
    this.#entries.set(key, entry);
    this.#isUsed = true;
    this.#timer ??= setInterval(() => this.tidy(), IDLE_MS);
    // It does not keep the process alive.
    this.#timer.unref();
  }
}
