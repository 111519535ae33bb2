import { useState } from "preact/hooks";
import type { Page } from "../api/answers.ts";
import { api, fileAddress } from "../api/api.ts";
import { useCall, usePages } from "../api/use-call.ts";
import { Card, Meter } from "../ui/basics.tsx";
import { Input } from "../ui/input.tsx";
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
type Listed = { items: Violation[]; total: number; next_cursor: string | null };
const MINIMUM = fieldNamed("map_price", { type: "number" }, { isNullable: true });
const PATH = "/prices/map/violations";

/** Who advertises below our minimum, by how much; and the minimum of a product. */
export function Minimums({ reason }: { reason: string | undefined }) {
  const [minimum, setMinimum] = useState("");
  const stats = useCall("map", (signal) =>
    api.get<{ total_with_map: number; compliance_rate: number }>("/prices/map/stats", { signal }),
  );
  const pages = usePages<Violation>("violations", async (cursor, signal) => {
    const answer = await api.get<Listed>(PATH, { signal, query: { limit: 50, cursor } });
    if (!answer.ok) return answer;
    const { items, total, next_cursor: next } = answer.value;
    return { ...answer, value: { items, meta: { total, next_cursor: next } } satisfies Page<Violation> };
  });
  const keep = async (id: string) => {
    const body = { map_price: minimum.trim() === "" ? null : parseEntry(MINIMUM, minimum) };
    const answer = await api.patch(`/prices/map/${id}`, { body });
    if (!answer.ok) return answer.refusal;
    setMinimum("");
    stats.reload();
    pages.reload();
    return undefined;
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
          { id: "product", label: w("product"), show: ({ title }) => title },
          { id: "competitor", label: w("competitor"), show: ({ competitor_name: name }) => name },
          { id: "theirs", label: w("theirs"), isNumber: true, show: ({ competitor_price: price }) => money(price) },
          { id: "minimum", label: w("minimum"), isNumber: true, show: ({ map_price: price }) => money(price) },
          { id: "gap", label: w("gap"), isNumber: true, show: ({ gap }) => money(Math.abs(gap)) },
          { id: "seen", label: w("seen"), show: ({ observed_at: at }) => ago(at) },
        ]}
      />
    </Card>
  );
}
