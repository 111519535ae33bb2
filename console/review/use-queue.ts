import { useEffect, useRef, useState } from "preact/hooks";
import type { Refusal } from "../api/answers.ts";
import { api } from "../api/api.ts";

/** What waits for a decision, one at a time. */
export interface Queue<Item> {
  current: Item | undefined;
  /** The one behind it, so that what it needs can be read ahead. */
  next: Item | undefined;
  /** How many wait in all, as far as known. */
  waiting: number | undefined;
  isLoading: boolean;
  refusal: Refusal | undefined;
  /** Goes on without the first one: it was decided. */
  leave: (item: Item) => void;
  /** It was not decided after all: it stands first again. */
  putBack: (item: Item) => void;
  /** It waits until all others have been seen. */
  skip: (item: Item) => void;
  reload: () => void;
}

const PAGE = 50;
/** So few are left that more are fetched. */
const FEW = 10;

interface State<Item> {
  items: Item[];
  total: number | undefined;
  isLoading: boolean;
  refusal: Refusal | undefined;
}

/**
 * A queue over a list of the API whose entries leave it when they are decided. What somebody else decides meanwhile is found
 * when it is decided here, or when more is fetched.
 */
export function useQueue<Item extends { id: string }>(path: string, query: Record<string, unknown>): Queue<Item> {
  const [state, setState] = useState<State<Item>>({ items: [], total: undefined, isLoading: true, refusal: undefined });
  const decided = useRef(new Set<string>());
  const skipped = useRef(new Set<string>());
  const isBusy = useRef(false);
  const hasAll = useRef(false);
  const key = JSON.stringify([path, query]);
  const fetchMore = async (signal: AbortSignal) => {
    isBusy.current = true;
    const page = Math.floor(skipped.current.size / PAGE) + 1;
    const answer = await api.get<{ items: Item[]; total?: number; meta?: { total: number } }>(path, {
      signal,
      query: { ...query, page, per_page: PAGE },
    });
    if (signal.aborted) return;
    isBusy.current = false;
    if (!answer.ok) return setState((before) => ({ ...before, isLoading: false, refusal: answer.refusal }));
    const { items, meta, total = meta?.total } = answer.value;
    hasAll.current = items.length < PAGE;
    setState((before) => {
      const known = new Set(before.items.map(({ id }) => id));
      const isNew = ({ id }: Item) => !known.has(id) && !decided.current.has(id) && !skipped.current.has(id);
      return { items: [...before.items, ...items.filter(isNew)], total, isLoading: false, refusal: undefined };
    });
  };
  const [turn, setTurn] = useState(0);
  const running = useRef(new AbortController());
  useEffect(() => {
    running.current = new AbortController();
    skipped.current.clear();
    hasAll.current = false;
    setState({ items: [], total: undefined, isLoading: true, refusal: undefined });
    void fetchMore(running.current.signal);
    return () => running.current.abort();
  }, [key, turn]);
  const without = (item: Item, decidedCount: number) => {
    setState((before) => ({
      ...before,
      items: before.items.filter(({ id }) => id !== item.id),
      total: before.total === undefined ? undefined : Math.max(0, before.total - decidedCount),
    }));
  };
  useEffect(() => {
    if (state.items.length >= FEW || isBusy.current || hasAll.current || state.refusal) return;
    void fetchMore(running.current.signal);
  }, [state.items.length]);
  const [current, next] = state.items;
  return {
    current,
    next,
    waiting: state.total,
    isLoading: state.isLoading,
    refusal: state.refusal,
    leave: (item) => {
      decided.current.add(item.id);
      without(item, 1);
    },
    putBack: (item) => {
      decided.current.delete(item.id);
      setState((before) => ({
        ...before,
        items: [item, ...before.items.filter(({ id }) => id !== item.id)],
        total: before.total === undefined ? undefined : before.total + 1,
      }));
    },
    skip: (item) => {
      skipped.current.add(item.id);
      without(item, 0);
    },
    reload: () => setTurn((before) => before + 1),
  };
}
