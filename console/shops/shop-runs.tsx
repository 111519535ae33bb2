import { useState } from "preact/hooks";
import { api } from "../api/api.ts";
import { type Loaded, useGet } from "../api/use-call.ts";
import { Button, Card, Progress, Refused } from "../ui/basics.tsx";
import { Drawer } from "../ui/dialog.tsx";
import { Table } from "../ui/table.tsx";
import { toast, whenDone } from "../ui/toast.tsx";
import { State } from "../ui/value.tsx";
import { c } from "../words/common.ts";
import { ago, number } from "../words/words.ts";
import type { SyncRun } from "./connector.ts";
import { w } from "./words.ts";

interface Outcome {
  product_id: string | null;
  sku: string | null;
  result: "linked" | "error" | "noted";
  message: string;
}

/** Why products of a run failed, each with the way to it. */
function Reasons({ path, onClose }: { path: string; onClose: () => void }) {
  const loaded = useGet<{ products: Outcome[] }>(path);
  const bad = (loaded.value?.products ?? []).filter(({ result }) => result !== "linked");
  return (
    <Drawer title={w("reasons")} onClose={onClose}>
      <Refused refusal={loaded.refusal} onRetry={loaded.reload} />
      <ul class="feed">
        {bad.map(({ product_id: product, sku, message }) => (
          <li key={`${product} ${sku} ${message}`}>
            <div>
              {product === null ? <b>{sku}</b> : <a href={`/products/${product}`}>{sku ?? product}</a>}
              <p>{message}</p>
            </div>
          </li>
        ))}
      </ul>
    </Drawer>
  );
}

/** What was sent to a shop and fetched from it, with what it refused. */
export function ShopRuns({
  path,
  runs,
  reason,
}: {
  path: string;
  runs: Loaded<SyncRun[]>;
  reason: string | undefined;
}) {
  const [open, setOpen] = useState<string>();
  const again = (id: string) =>
    whenDone(api.post(`${path}/sync/jobs/${id}/retry`), () => {
      toast(w("started"));
      runs.reload();
    });
  return (
    <Card title={w("runs")} actions={<Button text={c("reload")} kind="quiet" onClick={runs.reload} />}>
      <Refused refusal={runs.refusal} onRetry={runs.reload} />
      <Table
        label={w("runs")}
        rows={runs.value ?? []}
        keyOf={({ id }) => id}
        empty={<p class="soft">{w("noRuns")}</p>}
        columns={[
          { label: w("what"), show: ({ job_type: type }) => w.say("run", type) },
          {
            label: w("state"),
            show: ({ status, job_type: type, total, pushed, errors, skipped }) =>
              status === "processing" && total ? (
                <Progress label={w.say("run", type)} value={pushed + errors + skipped} max={total} />
              ) : (
                <State code={status} />
              ),
          },
          { label: w("sent"), isNumber: true, show: ({ pushed }) => number(pushed) },
          { label: w("fetched"), isNumber: true, show: ({ pulled }) => number(pulled) },
          { label: w("errors"), isNumber: true, show: ({ errors }) => number(errors) },
          { label: w("when"), show: ({ started_at: at }) => ago(at) },
          {
            label: c("actions"),
            show: ({ id, errors, error_message: message }) => (
              <span class="row">
                {message}
                {errors > 0 && (
                  <>
                    <Button text={w("reasons")} kind="quiet" onClick={() => setOpen(id)} />
                    <Button text={w("again")} kind="quiet" reason={reason} onClick={() => again(id)} />
                  </>
                )}
              </span>
            ),
          },
        ]}
      />
      {open !== undefined && <Reasons path={`${path}/sync/jobs/${open}`} onClose={() => setOpen(undefined)} />}
    </Card>
  );
}
