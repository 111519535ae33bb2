import { UNITS_MAX } from "../engine/platform-values.ts";

/** A line of an order as a shop reports it. */
export interface ReportedLine {
  id: string;
  /** What the platform calls the product or its variant; any of them. */
  externalIds: readonly string[];
  sku: string | null;
  quantity: number;
  /** What the order takes from the stock now: nothing when it is cancelled, less when some came back. */
  held: number;
  /** With its next state the shop may have counted otherwise than that: its level is looked at. */
  isMiscounted?: boolean;
}

/** An order as a shop reports it: the whole of it. */
export interface OrderNews {
  id: string;
  status: string;
  /** The shop's own time of its last change; `null`: it does not say. */
  changedAtMs: number | null;
  /** From when on it took from the stock. */
  takenAtMs: number | null;
  /** Of two with the same time the higher one is the newer. */
  rank: number;
  lines: readonly ReportedLine[];
  /** The refunds that its lines know of. */
  refundIds: readonly string[];
}

/** Some of a shop's orders; `next` is what to ask for then. */
export interface OrdersPage {
  orders: OrderNews[];
  next: string | null;
}

/** A refund that is reported by itself: what it put back into the stock. */
export interface RefundNews {
  id: string;
  refundOf: string;
  lines: readonly { id: string; quantity: number }[];
}

export type News = OrderNews | RefundNews;
export const isRefund = (news: News): news is RefundNews => "refundOf" in news;
export const orderIdOf = (news: News): string => (isRefund(news) ? news.refundOf : news.id);

/** Shops may sell by the metre, and stock here is counted whole: what has begun is gone. */
const wholeUnits = (units: number): number => Math.min(UNITS_MAX, Math.max(0, Math.ceil(units)));

/** The same in units that stock here is counted in. */
export const inWholeUnits = (news: News): News =>
  isRefund(news)
    ? { ...news, lines: news.lines.map((line) => ({ ...line, quantity: wholeUnits(line.quantity) })) }
    : {
        ...news,
        rank: wholeUnits(news.rank),
        lines: news.lines.map((line) => ({
          ...line,
          quantity: wholeUnits(line.quantity),
          held: wholeUnits(line.held),
        })),
      };

/** What is known of an order: the newest that was reported of it, with all refunds. */
export interface KnownOrder {
  orderId: string;
  status: string;
  changedAtMs: number;
  rank: number;
  refundIds: readonly string[];
  /** Units given back, by line, by refund. */
  refunds: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** An order of which only a refund is known so far: anything that is reported of it is newer. */
const unheardOf = (orderId: string): KnownOrder => ({
  orderId,
  status: "",
  changedAtMs: -1,
  rank: -1,
  refundIds: [],
  refunds: {},
});

/** What is known of an order once this is reported, too; `undefined`: it is older than what is known, or nothing new. */
export function joined(before: KnownOrder | undefined, news: News): KnownOrder | undefined {
  const known = before ?? unheardOf(orderIdOf(news));
  if (isRefund(news)) {
    if (known.refunds[news.id]) return undefined;
    const units = Object.fromEntries(news.lines.map(({ id, quantity }) => [id, quantity]));
    return { ...known, refunds: { ...known.refunds, [news.id]: units } };
  }
  const changedAtMs = news.changedAtMs ?? Math.max(0, known.changedAtMs);
  const isOlder = changedAtMs < known.changedAtMs || (changedAtMs === known.changedAtMs && news.rank < known.rank);
  if (isOlder) return undefined;
  const { status, rank, refundIds } = news;
  return { ...known, status, changedAtMs, rank, refundIds };
}

/** Between which times of a shop something has happened. */
export interface Span {
  fromMs: number;
  toMs: number;
}

/** When what a piece of news says of an order has happened: since what was known of it before. */
export function spanOf(before: KnownOrder | undefined, news: News, nowMs: number): Span {
  const knownMs = Math.max(0, before?.changedAtMs ?? 0);
  if (isRefund(news)) return { fromMs: knownMs, toMs: nowMs };
  const { changedAtMs, takenAtMs } = news;
  // Some shops leave the time of an order as it is when goods come back.
  const toMs = changedAtMs === null || changedAtMs <= knownMs ? nowMs : changedAtMs;
  return { fromMs: Math.min(toMs, Math.max(knownMs, takenAtMs ?? 0)), toMs };
}

/** A time that contains both. */
export const joinedSpan = (one: Span, other: Span): Span => ({
  fromMs: Math.min(one.fromMs, other.fromMs),
  toMs: Math.max(one.toMs, other.toMs),
});

/** What a line holds after the refunds that the news of its order did not know of. */
export function heldAfter({ refunds, refundIds }: KnownOrder, lineId: string, held: number): number {
  const untold = Object.entries(refunds).filter(([id]) => !refundIds.includes(id));
  const back = untold.reduce((sum, [, units]) => sum + (units[lineId] ?? 0), 0);
  return Math.max(0, held - back);
}

/** What becomes of a stock that is lowered (or raised, by less than 0): it stops at 0, and what is missing is owed. */
export function stockAfter(before: { stock: number; owed: number }, taken: number): { stock: number; owed: number } {
  // Somebody has counted the goods meanwhile.
  const owed = before.stock > 0 ? 0 : before.owed;
  const real = before.stock - owed - taken;
  return { stock: Math.max(0, real), owed: Math.max(0, -real) };
}
