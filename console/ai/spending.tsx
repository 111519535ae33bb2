import { useGet } from "../api/use-call.ts";
import { Bars } from "../ui/bars.tsx";
import { Card, Pending } from "../ui/basics.tsx";
import { Facts } from "../ui/facts.tsx";
import { Table } from "../ui/table.tsx";
import { date, number } from "../words/words.ts";
import { dollars } from "./dollars.ts";
import { w } from "./words.ts";

interface Spent {
  total_runs: number;
  failed: number;
  products: number;
  cost_usd: number;
  by_day: { date: string; runs: number; cost_usd: number }[];
  by_type: { key: string; runs: number; cost_usd: number }[];
}

/** What models have cost, by day and purpose. */
export function Spending() {
  const loaded = useGet<Spent>("/enrichment/analytics", { days: 30 });
  const { value } = loaded;
  if (loaded.refusal || !value) return <Pending of={loaded} />;
  const days = value.by_day.map((day) => ({ name: date(day.date), value: day.cost_usd, shown: dollars(day.cost_usd) }));
  return (
    <div class="two">
      <Card title={w("perDay")}>
        {value.total_runs === 0 ? <p class="soft">{w("noSpending")}</p> : <Bars label={w("perDay")} values={days} />}
        <Table
          label={w("purpose")}
          rows={value.by_type}
          keyOf={({ key }) => key}
          empty={null}
          columns={[
            { label: w("purpose"), show: ({ key }) => w.say("type", key) },
            { label: w("runs"), isNumber: true, show: ({ runs }) => number(runs) },
            { label: w("cost"), isNumber: true, show: ({ cost_usd: cost }) => dollars(cost) },
          ]}
        />
      </Card>
      <Card title={w("days")}>
        <Facts
          facts={[
            [w("cost"), <b>{dollars(value.cost_usd)}</b>],
            [w("runs"), number(value.total_runs)],
            [w("failed"), number(value.failed)],
            [w("products"), number(value.products)],
          ]}
        />
      </Card>
    </div>
  );
}
