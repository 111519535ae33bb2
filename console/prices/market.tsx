import { api } from "../api/api.ts";
import { useCall } from "../api/use-call.ts";
import { Card, Loading, Refused } from "../ui/basics.tsx";
import { Table } from "../ui/table.tsx";
import { ago, money, number, percent } from "../words/words.ts";
import { w } from "./words.ts";

interface Dashboard {
  monitored_products: number;
  active_alerts: number;
  map_violations: number;
  last_check_at: string | null;
  top_movers: {
    product_id: string;
    title: string;
    competitor_name: string;
    old_price: number;
    new_price: number;
    change_pct: number;
  }[];
}

const Count = ({ value, name, href }: { value: number; name: string; href: string }) => (
  <Card>
    <div class="num">{number(value)}</div>
    <a href={href}>{name}</a>
  </Card>
);

/** How the market moves around our prices. */
export function Market() {
  const loaded = useCall("dashboard", (signal) => api.get<Dashboard>("/prices/dashboard", { signal }));
  const { value } = loaded;
  if (loaded.refusal) return <Refused refusal={loaded.refusal} onRetry={loaded.reload} />;
  if (!value) return <Loading />;
  return (
    <>
      <div class="cards">
        <Count value={value.monitored_products} name={w("monitored")} href="/prices/competitors" />
        <Count value={value.active_alerts} name={w("alerts")} href="/prices/alerts" />
        <Count value={value.map_violations} name={w("violations")} href="/prices/map" />
      </div>
      <Card title={w("movers")}>
        {value.last_check_at && <p class="soft">{w("lastCheck", { when: ago(value.last_check_at) })}</p>}
        <Table
          label={w("movers")}
          rows={value.top_movers}
          keyOf={({ product_id: id, competitor_name: name }) => `${id} ${name}`}
          hrefOf={({ product_id: id }) => `/products/${id}/prices`}
          empty={<p class="soft">{w("noMovers")}</p>}
          columns={[
            { id: "product", label: w("product"), show: ({ title }) => title },
            { id: "competitor", label: w("competitor"), show: ({ competitor_name: name }) => name },
            { id: "from", label: w("from"), isNumber: true, show: ({ old_price: price }) => money(price) },
            { id: "to", label: w("to"), isNumber: true, show: ({ new_price: price }) => money(price) },
            { id: "change", label: w("change"), isNumber: true, show: ({ change_pct: change }) => percent(change) },
          ]}
        />
      </Card>
    </>
  );
}
