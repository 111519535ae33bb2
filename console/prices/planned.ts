import type { Column } from "../ui/table.tsx";
import { codeWord } from "../words/fields.ts";
import { money, percent } from "../words/words.ts";
import { w } from "./words.ts";

/** A price that rules would change. */
export interface Change {
  product_id: string;
  /** Its own price, or that of a list. */
  target: "base" | { price_list_id: string };
  old_price: number | null;
  new_price: number;
  change_pct: number | null;
  reason: string;
}

/** A product can have a price in several lists. */
export const keyOfChange = ({ product_id: id, target }: Change): string => `${id} ${JSON.stringify(target)}`;

export const shownPrice = (price: number | null): string => (price === null ? "–" : money(price));

/** Who would move, from, to and why. */
export const plannedColumns = (titles: ReadonlyMap<string, string>): Column<Change>[] => [
  { label: w("product"), show: ({ product_id: id }) => titles.get(id) ?? "…" },
  { label: w("from"), isNumber: true, show: ({ old_price: price }) => shownPrice(price) },
  { label: w("to"), isNumber: true, show: ({ new_price: price }) => shownPrice(price) },
  { label: w("change"), isNumber: true, show: ({ change_pct: change }) => (change === null ? "" : percent(change)) },
  { label: w("why"), show: ({ reason }) => reason.split(", ").map(codeWord).join(", ") },
];
