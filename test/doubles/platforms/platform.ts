import type { Received, Reply } from "../shops.ts";

/** A request as a platform reads it. */
export interface Call extends Received {
  /** The host that was meant. */
  host: string;
  route: string;
  query: URLSearchParams;
  /** The body, where it is JSON. */
  body: unknown;
}

/** The SKU that each platform refuses, and why. */
export const BAD = "BAD";
export const WHY = "not this one";

/** What a platform keeps: products by id, and the SKU of each that was made, in order. */
export function openShelf() {
  const products = new Map<string, string>();
  const made: string[] = [];
  let next = 1;
  return {
    products,
    made,
    /** What marketplaces have left of offers, by SKU; 4 of those of which nothing was said. */
    levels: new Map<string, number>(),
    /** Makes a product, by the id that is given or a new one. */
    make(sku: string, id = String(next++)): string {
      products.set(id, sku);
      made.push(sku);
      return id;
    },
    /** Those that go by their SKU are made once and then changed. */
    upsert(sku: string): void {
      if (!products.has(sku)) this.make(sku, sku);
    },
    idOf: (sku: string) => [...products].find(([, each]) => each === sku)?.[0],
  };
}
export type Shelf = ReturnType<typeof openShelf>;

/** A platform on this machine that keeps what it is sent. */
export interface Platform {
  id: string;
  /** An empty one is the server's own address. */
  credentials: Readonly<Record<string, string>>;
  /** Whether a call changes products. */
  isWrite: (call: Call) => boolean;
  /** Where its tokens come from. */
  isToken?: (call: Call) => boolean;
  /** Whether its ids are the SKUs. */
  isBySku?: true;
  /** Whether all products go in one request. */
  isTogether: boolean;
  /** How it says that it is busy, and how long it asks to wait; without a header of its own: our first wait. */
  busy: { reply: Reply; waitMs: number };
  /** What becomes of products whose id the platform no longer knows, when they are pushed, and when their stock is. */
  gone: { products: "made again" | "refused" | "not noticed"; stock: "unlinked" | "refused" | "made again" };
  /** What becomes of a product whose SKU is there already; `changed`: offers go by their SKU alone. */
  taken: "linked" | "changed";
  /** What an adapter knows of a product beside its id. */
  itemIdOf?: (id: string) => string;
  answer: (shelf: Shelf) => (call: Call) => Reply;
}

export const NO_ROUTE: Reply = { status: 404, json: { message: "no such address" } };
export const refusal = (status: number): Reply => ({ status, json: { message: WHY } });
export const TOKEN: Reply = { json: { access_token: "t", expires_in: 3600 } };
export const busyFor = (headers: Record<string, string>, waitMs: number) => ({
  reply: { status: 429, headers, json: { message: "too many requests" } },
  waitMs,
});
/** What we wait when no one says how long. */
export const FIRST_WAIT_MS = 1_000;

/** The members of a body that tests look at. */
export const bodyAs = <T>({ text }: Call): T => JSON.parse(text); // our adapter's own body
