import { useState } from "preact/hooks";
import { refusalOf } from "../api/answers.ts";
import { api, fileAddress } from "../api/api.ts";
import { useGet } from "../api/use-call.ts";
import { Card, Meter } from "../ui/basics.tsx";
import { Input } from "../ui/input.tsx";
import { useList } from "../ui/resource-page.ts";
import { fieldNamed, parseEntry } from "../ui/schema.ts";
import { PagedTable } from "../ui/table.tsx";
import { ago, money } from "../words/words.ts";
import { PickProduct } from "./pick-product.tsx";
import { w } from "./words.ts";

interface Violation {
  product_id: string;
  title: string;
  competitor_id: string;
  competitor_name: string;
  competitor_price: number;
  map_price: number;
  gap: number;
  observed_at: string;
}
const MINIMUM = fieldNamed("map_price", { type: "number" }, { isNullable: true });

/** Who advertises below our minimum, by how much; and the minimum of a product. */
export function Minimums({ reason }: { reason: string | undefined }) {
  const [minimum, setMinimum] = useState("");
  const stats = useGet<{ total_with_map: number; compliance_rate: number }>("/prices/map/stats");
  const pages = useList<Violation>("/prices/map/violations");
  const keep = (id: string) => {
    const body = { map_price: minimum.trim() === "" ? null : parseEntry(MINIMUM, minimum) };
    return refusalOf(api.patch(`/prices/map/${id}`, { body }), () => {
      setMinimum("");
      stats.reload();
      pages.reload();
    });
  };
  return (
    <Card
      title={w("tab.map")}
      actions={
        <a class="btn" href={fileAddress("/prices/map/export", { format: "xlsx" })} download>
          {w("download")}
        </a>
      }
    >
      {stats.value && stats.value.total_with_map > 0 && (
        <p>
          <Meter value={Math.round(stats.value.compliance_rate)} /> <span class="soft">{w("keepers")}</span>
        </p>
      )}
      <PickProduct label={w("setMinimum")} submit={w("keep")} reason={reason} onPick={keep}>
        <Input field={{ ...MINIMUM, label: w("minimum") }} entry={minimum} onEntry={setMinimum} />
      </PickProduct>
      <PagedTable
        label={w("tab.map")}
        pages={pages}
        keyOf={({ product_id: id, competitor_id: competitor }) => `${id} ${competitor}`}
        hrefOf={({ product_id: id }) => `/products/${id}/prices`}
        empty={<p class="soft">{w("noViolations")}</p>}
        columns={[
          { label: w("product"), show: ({ title }) => title },
          { label: w("competitor"), show: ({ competitor_name: name }) => name },
          { label: w("theirs"), isNumber: true, show: ({ competitor_price: price }) => money(price) },
          { label: w("minimum"), isNumber: true, show: ({ map_price: price }) => money(price) },
          { label: w("gap"), isNumber: true, show: ({ gap }) => money(Math.abs(gap)) },
          { label: w("seen"), show: ({ observed_at: at }) => ago(at) },
        ]}
      />
    </Card>
  );
}
