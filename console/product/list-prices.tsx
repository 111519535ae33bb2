import { has, may } from "../api/session.ts";
import { useGet } from "../api/use-call.ts";
import { Card, Refused } from "../ui/basics.tsx";
import { Table } from "../ui/table.tsx";
import { money, number } from "../words/words.ts";
import { w } from "./words.ts";

interface InList {
  price_list_id: string;
  name: string;
  channel: string;
  currency: string;
  rank: number;
  entries: { id: string; price: number; min_quantity: number }[];
}

/** The price in each list that applies now, the one that comes first at the top. */
export function ListPrices({ id }: { id: string }) {
  const isShown = has("pricing") && may("VIEW_PRICING");
  const loaded = useGet<InList[]>(isShown ? `/price-lists/products/${id}/prices` : undefined);
  if (!isShown) return null;
  const rows = (loaded.value ?? []).flatMap(({ entries, ...list }) => entries.map((entry) => ({ ...list, ...entry })));
  return (
    <Card title={w("listPrices")}>
      <Refused refusal={loaded.refusal} onRetry={loaded.reload} />
      <Table
        label={w("listPrices")}
        rows={rows}
        keyOf={({ id: entry }) => entry}
        hrefOf={() => "/prices/lists"}
        empty={<p class="soft">{loaded.isLoading ? "…" : w("noListPrices")}</p>}
        columns={[
          { label: w("list"), show: ({ name }) => name },
          { label: w("channel"), show: ({ channel }) => channel },
          { label: w("fromQuantity"), isNumber: true, show: ({ min_quantity: n }) => number(n) },
          { label: w("price"), isNumber: true, show: ({ price, currency }) => money(price, currency) },
        ]}
      />
    </Card>
  );
}
