import type { newTenant } from "../harness.ts";

type Tenant = Awaited<ReturnType<typeof newTenant>>;

/** What the copy needs of a product of the delta. */
export interface Listed {
  id: string;
  updated_at: string;
}

/** Follows the delta one request at a time, and keeps a copy of the catalog as it has seen it. */
export interface Follower {
  copy: Map<string, Listed>;
  /** Makes the next request. Returns whether the follower now takes itself to be up to date. */
  step: () => Promise<boolean>;
}

const BEGIN = "2000-01-01T00:00:00Z";
const at = (since: string, pageSize: number) =>
  `/ext/products/delta?since=${encodeURIComponent(since)}&page_size=${pageSize}`;

const take = (copy: Map<string, Listed>, data: Listed[]) => {
  for (const each of data) copy.set(each.id, each);
};

/** Takes all pages of a round until a short one, and goes on from the last `meta.updated_at`. */
export function pagingFollower({ get }: Pick<Tenant, "get">, pageSize: number): Follower {
  const copy = new Map<string, Listed>();
  let since = BEGIN;
  let page = 1;
  return {
    copy,
    step: async () => {
      const { body } = await get(`${at(since, pageSize)}&page=${page}`);
      take(copy, body.data);
      if (body.data.length === pageSize) {
        page++;
        return false;
      }
      const isQuiet = body.meta.updated_at === since;
      since = body.meta.updated_at;
      page = 1;
      return isQuiet;
    },
  };
}

/** Asks for the first page only, each time from the last `meta.updated_at`. */
export function firstPageFollower({ get }: Pick<Tenant, "get">, pageSize: number): Follower {
  const copy = new Map<string, Listed>();
  let since = BEGIN;
  return {
    copy,
    step: async () => {
      const { body } = await get(at(since, pageSize));
      take(copy, body.data);
      const isQuiet = body.meta.updated_at === since;
      since = body.meta.updated_at;
      return isQuiet;
    },
  };
}

/** Goes on by cursor, and from the last `meta.updated_at` where there is none. */
export function cursorFollower({ get }: Pick<Tenant, "get">, pageSize: number): Follower {
  const copy = new Map<string, Listed>();
  let since = BEGIN;
  let next = { since, cursor: "" };
  return {
    copy,
    step: async () => {
      const cursor = next.cursor === "" ? "" : `&cursor=${encodeURIComponent(next.cursor)}`;
      const { body } = await get(at(next.since, pageSize) + cursor);
      take(copy, body.data);
      const isQuiet = body.meta.updated_at === since;
      since = body.meta.updated_at;
      // A cursor belongs to the list it came with.
      const goesOn = body.meta.next_cursor !== null;
      next = goesOn ? { since: next.since, cursor: body.meta.next_cursor } : { since, cursor: "" };
      return isQuiet && !goesOn;
    },
  };
}
