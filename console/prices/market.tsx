import { useState } from "preact/hooks";
import { refusalOf } from "../api/answers.ts";
import { api, fileAddress } from "../api/api.ts";
import { useGet } from "../api/use-call.ts";
import { Card, Pending, Tag } from "../ui/basics.tsx";
import { useList } from "../ui/resource-page.ts";
import { Select } from "../ui/select.tsx";
import { PagedTable, Table } from "../ui/table.tsx";
import { c } from "../words/common.ts";
import { ago, money, number, percent } from "../words/words.ts";
import { PickProduct } from "./pick-product.tsx";
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

interface Placed {
  product_id: string;
  title: string;
  position: string | null;
  own_price: number | null;
  lowest_price: number;
  average_price: number;
  gap_percent: number | null;
  competitors_count: number;
}
const POSITIONS = ["cheapest", "average", "dearest"];
/** Beyond this share our price is far from the cheapest one. */
const FAR = 10;

function Gap({ percent: gap }: { percent: number | null }) {
  if (gap === null) return <>–</>;
  const tone = gap <= 0 ? "good" : gap <= FAR ? "warn" : "bad";
  return (
    <Tag tone={tone}>
      {gap > 0 ? "+" : ""}
      {percent(gap)}
    </Tag>
  );
}

/** Where our price stands among those of the others, for each product that they sell. */
function Position({ reason, onWatch }: { reason: string | undefined; onWatch: () => void }) {
  const path = "/prices/positions";
  const [position, setPosition] = useState("");
  const asked = position === "" ? {} : { position };
  const pages = useList<Placed>(path, asked);
  const watch = (id: string) =>
    refusalOf(api.post("/prices/monitored/bulk", { body: { product_ids: [id] } }), () => {
      pages.reload();
      onWatch();
    });
  return (
    <Card
      title={w("position")}
      actions={
        <a class="btn" href={fileAddress(`${path}/export`, { format: "xlsx", ...asked })} download>
          {w("download")}
        </a>
      }
    >
      <PickProduct label={w("watch")} submit={w("watchIt")} reason={reason} onPick={watch} />
      <div class="row bottom">
        <Select
          label={w("show")}
          value={position}
          onValue={setPosition}
          choices={[["", c("all")], ...POSITIONS.map((each): [string, string] => [each, w.say("place", each)])]}
        />
      </div>
      <PagedTable
        label={w("position")}
        pages={pages}
        keyOf={({ product_id: id }) => id}
        hrefOf={({ product_id: id }) => `/products/${id}/prices`}
        empty={<p class="soft">{w("noWatched")}</p>}
        columns={[
          { label: w("product"), show: ({ title }) => title },
          { label: w("own"), isNumber: true, show: ({ own_price: price }) => shown(price) },
          { label: w("lowest"), isNumber: true, show: ({ lowest_price: price }) => shown(price) },
          { label: w("average"), isNumber: true, show: ({ average_price: price }) => shown(price) },
          { label: w("against"), isNumber: true, show: ({ gap_percent: gap }) => <Gap percent={gap} /> },
          { label: w("place"), show: ({ position: place }) => (place === null ? "–" : w.say("place", place)) },
          { label: w("tab.competitors"), isNumber: true, show: ({ competitors_count: n }) => number(n) },
        ]}
      />
    </Card>
  );
}
const shown = (price: number | null): string => (price === null ? "–" : money(price));

/** How the market moves around our prices. */
export function Market({ reason }: { reason: string | undefined }) {
  const loaded = useGet<Dashboard>("/prices/dashboard");
  const { value } = loaded;
  if (loaded.refusal || !value) return <Pending of={loaded} />;
  return (
    <div class="stack">
      <div class="cards">
        <Count value={value.monitored_products} name={w("monitored")} href="/prices/market" />
        <Count value={value.active_alerts} name={w("alerts")} href="/prices/alerts" />
        <Count value={value.map_violations} name={w("violations")} href="/prices/map" />
      </div>
      <Position reason={reason} onWatch={loaded.reload} />
      <Card title={w("movers")}>
        {value.last_check_at && <p class="soft">{w("lastCheck", { when: ago(value.last_check_at) })}</p>}
        <Table
          label={w("movers")}
          rows={value.top_movers}
          keyOf={({ product_id: id, competitor_name: name }) => `${id} ${name}`}
          hrefOf={({ product_id: id }) => `/products/${id}/prices`}
          empty={<p class="soft">{w("noMovers")}</p>}
          columns={[
            { label: w("product"), show: ({ title }) => title },
            { label: w("competitor"), show: ({ competitor_name: name }) => name },
            { label: w("from"), isNumber: true, show: ({ old_price: price }) => money(price) },
            { label: w("to"), isNumber: true, show: ({ new_price: price }) => money(price) },
            { label: w("change"), isNumber: true, show: ({ change_pct: change }) => percent(change) },
          ]}
        />
      </Card>
    </div>
  );
}
