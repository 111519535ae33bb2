import { has, may } from "../api/session.ts";
import { useGet } from "../api/use-call.ts";
import { Card, Refused } from "../ui/basics.tsx";
import { Table } from "../ui/table.tsx";
import { ago, money, percent } from "../words/words.ts";
import { ListPrices } from "./list-prices.tsx";
import { PricePlot } from "./price-plot.tsx";
import type { PartProps } from "./product-body.ts";
import { w } from "./words.ts";

interface Seen {
  competitor_id: string;
  name: string;
  total_price: number;
  currency: string;
  observed_at: string;
  gap_percent: number | null;
}
interface Compared {
  our_price: number | null;
  currency: string;
  rank: number | null;
  competitors_count: number;
  competitors: Seen[];
}

/** Our price beside those of competitors. */
export function Comparison({ id }: { id: string }) {
  const isShown = has("price_monitor") && may("VIEW_PRICING");
  const loaded = useGet<Compared>(isShown ? `/products/${id}/price-comparison` : undefined);
  const { value } = loaded;
  if (!isShown) return null;
  return (
    <Card title={w("market")}>
      <Refused refusal={loaded.refusal} onRetry={loaded.reload} />
      {value && (
        <p>
          {value.our_price !== null && <b>{money(value.our_price, value.currency)}</b>}
          {value.rank !== null && (
            <span class="soft"> · {w("rank", { rank: value.rank, n: value.competitors_count + 1 })}</span>
          )}
        </p>
      )}
      {value && <PricePlot id={id} />}
      {value && (
        <Table
          label={w("market")}
          rows={value.competitors}
          keyOf={({ competitor_id: each }) => each}
          empty={<p class="soft">{w("noMarket")}</p>}
          columns={[
            { label: w("competitor"), show: ({ name }) => name },
            { label: w("price"), isNumber: true, show: ({ total_price: price, currency }) => money(price, currency) },
            { label: w("gap"), isNumber: true, show: ({ gap_percent: gap }) => (gap === null ? "" : percent(gap)) },
            { label: w("seen"), show: ({ observed_at: at }) => ago(at) },
          ]}
        />
      )}
    </Card>
  );
}

/** All about its prices. */
export const Market = ({ product }: PartProps) => (
  <div class="stack">
    <ListPrices id={product.id} />
    <Comparison id={product.id} />
  </div>
);
