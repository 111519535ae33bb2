import type { Page } from "../api/answers.ts";
import { api } from "../api/api.ts";
import { useTitles } from "../api/names.ts";
import { may, me } from "../api/session.ts";
import { useBusy, useGet } from "../api/use-call.ts";
import { Button, Card } from "../ui/basics.tsx";
import { ask } from "../ui/dialog.tsx";
import { Facts } from "../ui/facts.tsx";
import { useList } from "../ui/resource-page.ts";
import { Setting } from "../ui/setting.tsx";
import { PagedTable } from "../ui/table.tsx";
import { toast, whenDone } from "../ui/toast.tsx";
import { State } from "../ui/value.tsx";
import { c } from "../words/common.ts";
import { ago, number } from "../words/words.ts";
import { followRun, type Run, revertRun } from "./end-of-run.ts";
import { type Change, keyOfChange, plannedColumns } from "./planned.ts";
import { w } from "./words.ts";

const PATH = "/prices/repricing/runs";
const WAITS = "awaiting_approval";

const starterOf = ({ started_by: id }: Run): string =>
  id === null ? w("bySchedule") : w(id === me.value?.id ? "byYou" : "byOther");

/** What the run would do: exactly what its simulation has found. */
function Planned({ simulation }: { simulation: string }) {
  const pages = useList<Change>(`/prices/repricing/simulations/${simulation}/changes`, {});
  const titles = useTitles(pages.rows.map(({ product_id: id }) => id));
  return (
    <PagedTable
      label={w("simulation")}
      pages={pages}
      keyOf={keyOfChange}
      hrefOf={({ product_id: id }) => `/products/${id}/prices`}
      empty={<p class="soft">{w("noChanges")}</p>}
      columns={plannedColumns(titles)}
    />
  );
}

/** A run that waits, with what it would do, and the ways to decide it. */
function Waiting({
  run,
  rules,
  reason,
  onDone,
}: {
  run: Run;
  rules: ReadonlyMap<string, string>;
  reason: string | undefined;
  onDone: () => void;
}) {
  const [isBusy, during] = useBusy();
  const decide = async (move: "approve" | "reject") => {
    const question =
      move === "approve"
        ? { title: w("approveTitle"), text: w("approveText"), yes: w("approve") }
        : { title: w("rejectTitle"), text: w("rejectText"), yes: w("reject"), isBad: true };
    if (!(await ask(question))) return;
    await whenDone(during(api.post<Run>(`${PATH}/${run.id}/${move}`)), () => {
      toast(w(move === "approve" ? "approved" : "rejected"));
      onDone();
      if (move === "approve") void followRun(run.id, onDone);
    });
  };
  const own = run.started_by !== null && run.started_by === me.value?.id ? w("ownRun") : undefined;
  return (
    <Card title={w("waitingRun")} actions={<State code={run.status} />}>
      <Facts
        facts={[
          [w("startedBy"), starterOf(run)],
          [w("started"), ago(run.started_at)],
          [w("rules"), run.rule_ids.map((id) => rules.get(id) ?? w("goneRule")).join(", ")],
        ]}
      />
      {run.simulation_id === null ? <p class="soft">{w("openRun")}</p> : <Planned simulation={run.simulation_id} />}
      <div class="actions">
        {own && <span class="soft">{own}</span>}
        <Button text={w("reject")} kind="bad" isBusy={isBusy} reason={reason} onClick={() => decide("reject")} />
        <Button
          text={w("approve")}
          kind="go"
          isBusy={isBusy}
          reason={reason ?? own}
          onClick={() => decide("approve")}
        />
      </div>
    </Card>
  );
}

/** Runs of the repricing rules: those that wait for a second person first, then what all have done. */
export function Runs({ reason }: { reason: string | undefined }) {
  const waiting = useList<Run>(PATH, { status: WAITS });
  const runs = useList<Run>(PATH, {});
  const rules = useGet<Page<{ id: string; name: string }>>("/prices/repricing/rules", { limit: 100 });
  const names = new Map((rules.value?.items ?? []).map(({ id, name }) => [id, name]));
  const reload = () => {
    waiting.reload();
    runs.reload();
  };
  return (
    <div class="stack">
      {waiting.rows.map((run) => (
        <Waiting key={run.id} run={run} rules={names} reason={reason} onDone={reload} />
      ))}
      <Card title={w("runs")} actions={<Button text={c("reload")} kind="quiet" onClick={reload} />}>
        {!waiting.isLoading && waiting.rows.length === 0 && <p class="soft">{w("noWaiting")}</p>}
        <PagedTable
          label={w("runs")}
          pages={runs}
          keyOf={({ id }) => id}
          empty={<p class="soft">{w("noRuns")}</p>}
          columns={[
            { label: w("started"), show: ({ started_at: at }) => ago(at) },
            { label: w("state"), show: ({ status }) => <State code={status} /> },
            { label: w("startedBy"), show: starterOf },
            { label: w("looked"), isNumber: true, show: ({ evaluated }) => number(evaluated) },
            { label: w("changedPrices"), isNumber: true, show: ({ changed }) => number(changed) },
            { label: w("skipped"), isNumber: true, show: ({ skipped }) => number(skipped) },
            {
              label: c("actions"),
              show: ({ id, status, changed, revert }) => {
                if (revert) return w("undone", { n: revert.reverted });
                if (status !== "completed" || changed === 0) return "";
                return <Button text={w("revert")} kind="quiet" reason={reason} onClick={() => revertRun(id, reload)} />;
              },
            },
          ]}
        />
      </Card>
      {may("MANAGE_SETTINGS") && <Setting path="/settings/repricing" title={w("secondPerson")} />}
    </div>
  );
}
