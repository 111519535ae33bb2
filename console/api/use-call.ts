import { useEffect, useRef, useState } from "preact/hooks";
import { type Answer, known, type Page, queryText, type Refusal } from "./answers.ts";
import { api } from "./api.ts";

/** What a screen knows of a call. */
export interface Loaded<Value> {
  value: Value | undefined;
  etag: string | undefined;
  refusal: Refusal | undefined;
  isLoading: boolean;
  /** Calls again; the old value stays until the new one is here. */
  reload: () => void;
  /** Puts a value in place, such as the answer of a change. */
  set: (value: Value, etag?: string) => void;
}

/** Calls when `key` changes, and forgets the answer of a call that is no longer wanted. */
export function useCall<Value>(key: string, make: (signal: AbortSignal) => Promise<Answer<Value>>): Loaded<Value> {
  const [state, setState] = useState<Omit<Loaded<Value>, "reload" | "set">>({
    value: undefined,
    etag: undefined,
    refusal: undefined,
    isLoading: true,
  });
  const [turn, setTurn] = useState(0);
  const last = useRef(key);
  useEffect(() => {
    const leaving = new AbortController();
    const isOther = last.current !== key;
    last.current = key;
    setState((before) => ({ ...before, ...(isOther ? { value: undefined } : {}), isLoading: true }));
    void make(leaving.signal).then((answer) => {
      if (leaving.signal.aborted) return;
      if (answer.ok) setState({ value: answer.value, etag: answer.etag, refusal: undefined, isLoading: false });
      else setState((before) => ({ ...before, refusal: answer.refusal, isLoading: false }));
    });
    return () => leaving.abort();
  }, [key, turn]);
  return {
    ...state,
    reload: () => setTurn((before) => before + 1),
    set: (value, etag) => setState({ value, etag, refusal: undefined, isLoading: false }),
  };
}

/** Reads a path of the API, again when it, its query or `turn` changes; without a path it reads nothing. */
export const useGet = <Value>(
  path: string | undefined,
  query: Record<string, unknown> = {},
  turn = "",
): Loaded<Value> =>
  useCall<Value>(`${path}${queryText(query)} ${turn}`, async (signal) =>
    path === undefined ? known(undefined as Value) : api.get<Value>(path, { signal, query }),
  );

/** Whether something is under way, and what says so while it is. */
export function useBusy() {
  const [isBusy, setBusy] = useState(false);
  const during = async <Result>(work: Promise<Result>): Promise<Result> => {
    setBusy(true);
    const result = await work;
    setBusy(false);
    return result;
  };
  return [isBusy, during] as const;
}

/** A list that grows page by page. */
export interface Paged<Row> {
  rows: Row[];
  total: number | undefined;
  refusal: Refusal | undefined;
  isLoading: boolean;
  hasMore: boolean;
  /** Fetches the next page, once at a time. */
  more: () => void;
  reload: () => void;
  /** Replaces rows in place. */
  change: (change: (rows: Row[]) => Row[]) => void;
}

const EMPTY = { rows: [], total: undefined, refusal: undefined, isLoading: true, hasMore: false, cursor: undefined };

/** Pages of a list by cursor; begins anew when `key` changes. */
export function usePages<Row>(
  key: string,
  fetchPage: (cursor: string | undefined, signal: AbortSignal) => Promise<Answer<Page<Row>>>,
): Paged<Row> {
  type State = Omit<Paged<Row>, "more" | "reload" | "change"> & { cursor: string | undefined };
  const [state, setState] = useState<State>(EMPTY);
  const [turn, setTurn] = useState(0);
  const running = useRef<AbortController>(new AbortController());
  const isBusy = useRef(false);
  const load = (cursor: string | undefined) => {
    const { signal } = running.current;
    isBusy.current = true;
    setState((before) => ({ ...before, isLoading: true }));
    void fetchPage(cursor, signal).then((answer) => {
      if (signal.aborted) return;
      isBusy.current = false;
      if (!answer.ok) return setState((before) => ({ ...before, refusal: answer.refusal, isLoading: false }));
      const { items, meta } = answer.value;
      const next = meta.next_cursor ?? undefined;
      setState((before) => ({
        rows: cursor === undefined ? items : [...before.rows, ...items],
        total: meta.total ?? before.total,
        refusal: undefined,
        isLoading: false,
        hasMore: next !== undefined,
        cursor: next,
      }));
    });
  };
  useEffect(() => {
    running.current = new AbortController();
    setState(EMPTY);
    load(undefined);
    return () => running.current.abort();
  }, [key, turn]);
  const { cursor, ...shown } = state;
  return {
    ...shown,
    more: () => {
      if (!isBusy.current && state.hasMore) load(cursor);
    },
    reload: () => setTurn((before) => before + 1),
    change: (change) => setState((before) => ({ ...before, rows: change(before.rows) })),
  };
}
