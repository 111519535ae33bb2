import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Answer, Page, Refusal } from "./answers.ts";

/** Rows of a page. */
const PAGE_ROWS = 100;
/** Rows beyond those that are looked at which are fetched before somebody comes there. */
const AHEAD = 150;

/** Where a page begins: behind the one before it, or, after a jump to somewhere else in the list, at its number (from 1). */
export type PagePlace = { limit: number } & ({ cursor?: string } | { page: number });

/** A list of thousands, of which what is looked at is here. */
export interface Rows<Row> {
  /** How many rows the list has. */
  count: number;
  /** The row at a place from 0, when its page is here. */
  at: (index: number) => Row | undefined;
  /** All that are here, in order. */
  loaded: readonly Row[];
  /** Whether an answer says how many there are. */
  total: number | undefined;
  refusal: Refusal | undefined;
  isLoading: boolean;
  /** Fetches what is missing of these rows and of those behind them, one page at a time; none twice. */
  want: (from: number, to: number) => void;
  reload: () => void;
  /** Replaces rows in place. */
  change: (change: (row: Row) => Row) => void;
}

interface State<Row> {
  pages: ReadonlyMap<number, { rows: Row[]; next: string | undefined }>;
  total: number | undefined;
  refusal: Refusal | undefined;
  isLoading: boolean;
}

/** Which page of those that are wanted comes next, and where it begins; `undefined` while one of them is on its way. */
function nextPage<Row>(
  { pages }: State<Row>,
  asked: ReadonlySet<number>,
  [from, to]: readonly [number, number],
): [number, PagePlace] | undefined {
  for (let index = Math.floor(from / PAGE_ROWS); index * PAGE_ROWS < to; index++) {
    if (pages.has(index)) continue;
    if (asked.has(index)) return undefined;
    const before = pages.get(index - 1);
    if (before && before.next === undefined) return undefined;
    if (before?.next) return [index, { limit: PAGE_ROWS, cursor: before.next }];
    return [index, { limit: PAGE_ROWS, page: index + 1 }];
  }
  return undefined;
}

/** How many rows there are: what answers say, until the last page is here. */
function countOf<Row>({ pages, total }: State<Row>): number {
  for (const [index, { rows, next }] of pages) if (next === undefined) return index * PAGE_ROWS + rows.length;
  const known = Math.max(0, ...pages.keys().map((index) => (index + 1) * PAGE_ROWS));
  return Math.max(total ?? 0, known);
}

const empty = <Row>(): State<Row> => ({ pages: new Map(), total: undefined, refusal: undefined, isLoading: true });

/** The rows of a list by pages, in any order; begins anew when `key` changes. */
export function useRows<Row>(
  key: string,
  fetchPage: (place: PagePlace, signal: AbortSignal) => Promise<Answer<Page<Row>>>,
): Rows<Row> {
  const [state, setState] = useState<State<Row>>(empty);
  const [turn, setTurn] = useState(0);
  const running = useRef(new AbortController());
  const asked = useRef(new Set<number>());
  const isBusy = useRef(false);
  const load = ([index, place]: [number, PagePlace]) => {
    const { signal } = running.current;
    asked.current.add(index);
    isBusy.current = true;
    void fetchPage(place, signal).then((answer) => {
      if (signal.aborted) return;
      isBusy.current = false;
      if (!answer.ok) return setState((before) => ({ ...before, refusal: answer.refusal, isLoading: false }));
      const { items: rows, meta } = answer.value;
      const page = { rows, next: meta.next_cursor ?? undefined };
      setState((before) => ({
        pages: new Map(before.pages).set(index, page),
        total: meta.total ?? before.total,
        refusal: undefined,
        isLoading: false,
      }));
    });
  };
  useEffect(() => {
    running.current = new AbortController();
    asked.current = new Set();
    setState(empty);
    load([0, { limit: PAGE_ROWS }]);
    return () => running.current.abort();
  }, [key, turn]);
  const { pages, total, refusal, isLoading } = state;
  const loaded = useMemo(
    () => [...pages].toSorted(([one], [other]) => one - other).flatMap(([, page]) => page.rows),
    [pages],
  );
  return {
    count: countOf(state),
    at: (index) => pages.get(Math.floor(index / PAGE_ROWS))?.rows[index % PAGE_ROWS],
    loaded,
    total,
    refusal,
    isLoading,
    want: (from, to) => {
      if (isBusy.current || refusal) return;
      const next = nextPage(state, asked.current, [from, Math.min(to + AHEAD, countOf(state))]);
      if (next) load(next);
    },
    reload: () => setTurn((before) => before + 1),
    change: (change) =>
      setState((before) => ({
        ...before,
        pages: new Map([...before.pages].map(([index, page]) => [index, { ...page, rows: page.rows.map(change) }])),
      })),
  };
}
