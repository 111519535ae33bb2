import { useState } from "preact/hooks";
import { Button, Card } from "../ui/basics.tsx";
import { useList } from "../ui/resource-page.ts";
import { PagedTable } from "../ui/table.tsx";
import { c } from "../words/common.ts";
import { ago, number } from "../words/words.ts";
import { Assign, type Waiting } from "./assign.tsx";
import { w } from "./words.ts";

interface UnknownSku extends Waiting {
  lines: number;
  last_reported_at: string;
}

/** What was sold there and nobody here knows. */
export function Unknown({
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
  const [open, setOpen] = useState<UnknownSku>();
  const pages = useList<UnknownSku>(`${path}/unknown-skus`, {}, String(turn));
  return (
    <Card title={w("unknown")}>
      <p class="soft">{w("unknownText")}</p>
      <PagedTable
        label={w("unknown")}
        pages={pages}
        keyOf={({ code }) => code}
        empty={<p class="soft">{w("noUnknown")}</p>}
        columns={[
          { label: w("sku"), show: ({ sku, code }) => <span class="mono">{sku ?? code}</span> },
          { label: w("orderLines"), isNumber: true, show: ({ lines }) => number(lines) },
          { label: w("sold"), isNumber: true, show: ({ units }) => number(units) },
          { label: w("when"), show: ({ last_reported_at: at }) => ago(at) },
          {
            label: c("actions"),
            show: (row) => <Button text={w("assign")} kind="quiet" reason={reason} onClick={() => setOpen(row)} />,
          },
        ]}
      />
      {open && <Assign path={path} of={open} onClose={() => setOpen(undefined)} onDone={onAssigned} />}
    </Card>
  );
}
