import { api } from "../api/api.ts";
import { may } from "../api/session.ts";
import { useGet } from "../api/use-call.ts";
import { Card, Pending } from "../ui/basics.tsx";
import { useList } from "../ui/resource-page.ts";
import { PagedTable, Table } from "../ui/table.tsx";
import { toast, whenDone } from "../ui/toast.tsx";
import { ago, number } from "../words/words.ts";
import type { PartProps } from "./product-body.ts";
import { w } from "./words.ts";

interface Held {
  total: number;
  generic: number | null;
  records: { supplier_id: string; supplier_code: string; quantity: number; updated_at: string }[];
}
interface Place {
  id: string;
  name: string;
  quantity: number;
  supplier?: { supplier_id: string };
}

/** Who holds how much: changed where it stands, with the last movements below. */
export function Stock({ product, loaded }: PartProps) {
  const path = `/products/${product.id}/stock`;
  const held = useGet<Held>(path);
  const moves = useList(`${path}/history`);
  const { value } = held;
  if (held.refusal || !value) return <Pending of={held} />;
  const mayEdit = may("EDIT_CATALOG");
  const places: Place[] = [
    { id: "", name: w("ownStock"), quantity: value.generic ?? 0 },
    ...value.records.map(({ supplier_id: id, supplier_code: name, quantity }) => ({
      ...{ id, name, quantity },
      supplier: { supplier_id: id },
    })),
  ];
  const save = async ({ quantity, supplier }: Place, entry: string) => {
    const wanted = Number(entry.trim());
    if (entry.trim() === "" || wanted === quantity) return;
    const body = { quantity: Number.isFinite(wanted) ? wanted : entry, ...supplier };
    await whenDone(api.put<Held>(path, { body }), (value, etag) => {
      toast(w("stockSaved"), {
        undo: () =>
          void api.put<Held>(path, { body: { quantity, ...supplier } }).then(() => {
            held.reload();
            moves.reload();
          }),
      });
      held.set(value, etag);
      moves.reload();
      loaded.reload();
    });
  };
  return (
    <div class="two">
      <Card title={w("moves")}>
        <PagedTable
          label={w("moves")}
          pages={moves}
          keyOf={(row) => String(row["id"])}
          empty={<p class="soft">{w("noMoves")}</p>}
          columns={[
            { label: w("seen"), show: (row) => ago(String(row["created_at"] ?? row["recorded_at"])) },
            { label: w("before"), isNumber: true, show: (row) => shown(row["quantity_before"]) },
            { label: w("after"), isNumber: true, show: (row) => shown(row["quantity_after"]) },
            { label: w("source"), show: (row) => String(row["movement_type"] ?? "") },
          ]}
        />
      </Card>
      <Card title={w("inStock", { n: value.total })}>
        <Table
          label={w("tab.stock")}
          rows={places}
          keyOf={({ id }) => id}
          columns={[
            { label: w("place"), show: ({ name }) => name },
            {
              label: w("quantity"),
              isNumber: true,
              show: (place) => (
                <input
                  class="figure"
                  key={place.quantity}
                  inputMode="numeric"
                  aria-label={`${w("quantity")} ${place.name}`}
                  defaultValue={String(place.quantity)}
                  readOnly={!mayEdit}
                  onBlur={({ currentTarget }) => void save(place, currentTarget.value)}
                />
              ),
            },
          ]}
        />
      </Card>
    </div>
  );
}
const shown = (value: unknown): string => (typeof value === "number" ? number(value) : "");
