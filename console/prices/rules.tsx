import { useState } from "preact/hooks";
import { api } from "../api/api.ts";
import { useTitles } from "../api/names.ts";
import { useBusy } from "../api/use-call.ts";
import { go } from "../shell/address.ts";
import { Button, Card } from "../ui/basics.tsx";
import { ask } from "../ui/dialog.tsx";
import { Resource } from "../ui/resource.tsx";
import { useList } from "../ui/resource-page.ts";
import { Setting } from "../ui/setting.tsx";
import { PagedTable, Table } from "../ui/table.tsx";
import { toast, toastRefusal, whenDone } from "../ui/toast.tsx";
import { c } from "../words/common.ts";
import { ago } from "../words/words.ts";
import { followRun } from "./end-of-run.ts";
import { type Change, keyOfChange, plannedColumns, shownPrice } from "./planned.ts";
import { w } from "./words.ts";

interface Simulation {
  simulation_id: string;
  evaluated: number;
  changes: Change[];
}

/** Who would move, from, to and why; then exactly this is done, and can be taken back. */
function Simulated({ reason, onDone }: { reason: string | undefined; onDone: () => void }) {
  const [found, setFound] = useState<Simulation>();
  const [isBusy, during] = useBusy();
  const titles = useTitles((found?.changes ?? []).map(({ product_id: id }) => id));
  const simulate = async () => {
    const answer = await api.post<Simulation>("/prices/repricing/simulate", { body: {} });
    if (answer.ok) setFound(answer.value);
    else toastRefusal(answer.refusal);
  };
  const run = async ({ simulation_id: simulation, changes }: Simulation) => {
    const n = changes.length;
    if (!(await ask({ title: w("runTitle", { n }), text: w("runText"), yes: w("run", { n }) }))) return;
    const body = { simulation_id: simulation };
    const answer = await api.post<{ id: string; status: string }>("/prices/repricing/run", { body });
    if (!answer.ok) return toastRefusal(answer.refusal);
    const { id, status } = answer.value;
    if (status === "awaiting_approval") {
      toast(w("waitsForSecond"));
      return go("/prices/runs");
    }
    await followRun(id, onDone);
    setFound(undefined);
  };
  return (
    <Card
      title={w("simulation")}
      actions={<Button text={w("simulate")} isBusy={isBusy} reason={reason} onClick={() => during(simulate())} />}
    >
      {found && <p class="soft">{w("evaluated", { n: found.evaluated })}</p>}
      {found && (
        <Table
          label={w("simulation")}
          rows={found.changes}
          keyOf={keyOfChange}
          hrefOf={({ product_id: id }) => `/products/${id}/prices`}
          empty={<p class="soft">{w("noChanges")}</p>}
          columns={plannedColumns(titles)}
        />
      )}
      {found && found.changes.length > 0 && (
        <div class="actions">
          <Button
            text={w("run", { n: found.changes.length })}
            kind="go"
            isBusy={isBusy}
            reason={reason}
            onClick={() => during(run(found))}
          />
        </div>
      )}
    </Card>
  );
}

/** Rules by which prices follow the market: tried, run, and taken back. */
export function Rules({ reason }: { reason: string | undefined }) {
  const path = "/prices/repricing/history";
  const history = useList(path);
  const titles = useTitles(history.rows.map((row) => String(row["product_id"])));
  const revert = (id: unknown) =>
    whenDone(api.post(`${path}/${String(id)}/revert`, { body: {} }), () => history.reload());
  return (
    <div class="stack">
      <Simulated reason={reason} onDone={history.reload} />
      <Resource
        path="/prices/repricing/rules"
        title={w("tab.rules")}
        columns={["name", "priority", "is_active", "last_simulated_at"]}
        empty={w("noRules")}
        reason={reason}
      />
      <Setting path="/prices/repricing/schedule" title={w("schedule")} reason={reason} />
      <Card title={w("history")}>
        <PagedTable
          label={w("history")}
          pages={history}
          keyOf={(row) => String(row["id"])}
          hrefOf={(row) => `/products/${String(row["product_id"])}/prices`}
          empty={<p class="soft">{w("noHistory")}</p>}
          columns={[
            { label: w("product"), show: (row) => titles.get(String(row["product_id"])) ?? "…" },
            { label: w("rule"), show: (row) => String(row["rule_name"] ?? "–") },
            { label: w("from"), isNumber: true, show: (row) => shownPrice(row["old_price"] as number | null) },
            { label: w("to"), isNumber: true, show: (row) => shownPrice(Number(row["new_price"])) },
            { label: w("seen"), show: (row) => ago(String(row["created_at"])) },
            {
              label: c("actions"),
              show: (row) =>
                row["status"] === "reverted" ? (
                  w("reverted")
                ) : (
                  <Button text={w("revert")} kind="quiet" reason={reason} onClick={() => revert(row["id"])} />
                ),
            },
          ]}
        />
      </Card>
    </div>
  );
}
