import { useState } from "preact/hooks";
import { useTitles } from "../api/names.ts";
import { Button, Card, Tag, type Tone } from "../ui/basics.tsx";
import { useList } from "../ui/resource-page.ts";
import { Select } from "../ui/select.tsx";
import { PagedTable } from "../ui/table.tsx";
import { c } from "../words/common.ts";
import { ago, number } from "../words/words.ts";
import { Assign, type Waiting } from "./assign.tsx";
import { w } from "./words.ts";

interface Line {
  line_id: string;
  sku: string | null;
  quantity: number;
  held: number;
  state: "waiting" | "taken" | "released" | "ignored";
  code: string | null;
  product_id: string | null;
}
interface Order {
  order_id: string;
  status: string | null;
  changed_at: string | null;
  reported_at: string;
  lines: Line[];
}
/** A line with its order, which stands beside the first of its lines. */
interface Row extends Line {
  order: Order;
  isFirst: boolean;
}

const TONES: Readonly<Record<Line["state"], Tone>> = {
  waiting: "warn",
  taken: "good",
  released: "plain",
  ignored: "plain",
};
const rowsOf = (order: Order): Row[] => order.lines.map((line, index) => ({ ...line, order, isFirst: index === 0 }));

/** What a shop's orders hold of the stock, line by line. */
export function Orders({
  path,
  reason,
  turn,
  onAssigned,
}: {
  path: string;
  reason: string | undefined;
  /** Another one: what is here is read again. */
  turn: number;
  onAssigned: () => void;
}) {
  const [which, setWhich] = useState("all");
  const [open, setOpen] = useState<Waiting>();
  const orders = useList<Order>(
    `${path}/orders`,
    { limit: undefined, per_page: 20, ...(which === "waiting" ? { waiting: true } : {}) },
    String(turn),
  );
  const rows = orders.rows.flatMap(rowsOf);
  const titles = useTitles(rows.flatMap(({ product_id: id }) => id ?? []));
  const nameOf = ({ sku, code, product_id: id }: Row) =>
    id === null ? <span class="mono">{sku ?? code}</span> : <a href={`/products/${id}`}>{titles.get(id) ?? "…"}</a>;
  return (
    <Card title={w("ordersOf")} actions={<Button text={c("reload")} kind="quiet" onClick={orders.reload} />}>
      <div class="row bottom">
        <Select
          label={w("showOrders")}
          value={which}
          onValue={setWhich}
          choices={["all", "waiting"].map((each): [string, string] => [each, w.say("orders", each)])}
        />
      </div>
      <PagedTable
        label={w("ordersOf")}
        pages={{ ...orders, rows, change: () => undefined }}
        keyOf={({ order, line_id: line }) => `${order.order_id} ${line}`}
        empty={<p class="soft">{w(which === "all" ? "noOrders" : "noUnknown")}</p>}
        columns={[
          { label: w("order"), show: ({ order, isFirst }) => (isFirst ? order.order_id : "") },
          { label: w("state"), show: ({ order, isFirst }) => (isFirst ? (order.status ?? "–") : "") },
          {
            label: w("when"),
            show: ({ order, isFirst }) => (isFirst ? ago(order.changed_at ?? order.reported_at) : ""),
          },
          { label: w("product"), show: nameOf },
          { label: w("ordered"), isNumber: true, show: ({ quantity }) => number(quantity) },
          { label: w("held"), isNumber: true, show: ({ held }) => number(held) },
          { label: w("line"), show: ({ state }) => <Tag tone={TONES[state]}>{w.say("line", state)}</Tag> },
          {
            label: c("actions"),
            show: ({ code, sku, held, order }) =>
              code !== null && (
                <Button
                  text={w("assign")}
                  kind="quiet"
                  label={w("assignOf", { sku: sku ?? code, order: order.order_id })}
                  reason={reason}
                  onClick={() => setOpen({ code, sku, units: held })}
                />
              ),
          },
        ]}
      />
      {open && <Assign path={path} of={open} onClose={() => setOpen(undefined)} onDone={onAssigned} />}
    </Card>
  );
}
