import { useState } from "preact/hooks";
import { api } from "../api/api.ts";
import { useDocument } from "../api/document.ts";
import { useBusy } from "../api/use-call.ts";
import { filtersOf } from "../products/columns.tsx";
import { Conditions, filterOf, newCondition, sayCondition } from "../products/conditions.tsx";
import { Button, Card, Empty, Progress } from "../ui/basics.tsx";
import { useList } from "../ui/resource-page.ts";
import { PagedTable } from "../ui/table.tsx";
import { toast, toastRefusal } from "../ui/toast.tsx";
import { State } from "../ui/value.tsx";
import { c } from "../words/common.ts";
import { number } from "../words/words.ts";
import { dollars } from "./dollars.ts";
import { useFollowedRuns } from "./followed-runs.ts";
import { w } from "./words.ts";

interface Batch {
  id: string;
  name: string;
  status: string;
  total_products: number;
  processed: number;
  failed: number;
  cost_usd: number;
  maxBudget: number | null;
  stop_reason: string | null;
}
interface Estimate {
  products_count: number;
  estimated_cost_usd: number;
  estimated_duration_minutes: number;
}

const TYPES = ["descriptions", "seo", "attributes", "categorize"] as const;
const NAME_MAX = 200;
const PATH = "/enrichment/batch";

/** A new batch: estimated first, and started within a budget. */
function NewBatch({ reason, onStarted }: { reason: string | undefined; onStarted: () => void }) {
  const document = useDocument();
  const known = document ? filtersOf(document) : [];
  const [conditions, setConditions] = useState([newCondition("not_enriched", "true")]);
  const [types, setTypes] = useState<string[]>(["descriptions"]);
  const [budget, setBudget] = useState("5");
  const [waits, setWaits] = useState(false);
  const [estimate, setEstimate] = useState<Estimate>();
  const [isBusy, during] = useBusy();
  const filters = filterOf(known, conditions);
  const changed = <Value,>(set: (value: Value) => void) => {
    return (value: Value) => {
      set(value);
      setEstimate(undefined);
    };
  };
  const look = async () => {
    const body = { filters, enrichment_types: types };
    const answer = await api.post<Estimate>("/enrichment/web/batch/estimate", { body });
    if (answer.ok) setEstimate(answer.value);
    else toastRefusal(answer.refusal);
  };
  const start = async () => {
    const which = conditions.filter(({ entry }) => entry.trim() !== "").map((each) => sayCondition(known, each));
    const name = [types.map((type) => w.say("type", type)).join(", "), which.join(", ") || w("allProducts")].join(": ");
    const limit = Number(budget.replace(",", "."));
    const body = {
      name: name.slice(0, NAME_MAX),
      filters,
      enrichment_types: types,
      ...(limit > 0 ? { max_budget: limit } : {}),
      ...(waits ? { auto_apply: "never" } : {}),
    };
    const made = await api.post<Batch>(PATH, { body });
    const answer = made.ok ? await api.post(`${PATH}/${made.value.id}/start`) : made;
    if (!answer.ok) return toastRefusal(answer.refusal);
    setEstimate(undefined);
    toast(w("started"));
    onStarted();
  };
  const toggle = (type: string) =>
    changed(setTypes)(types.includes(type) ? types.filter((each) => each !== type) : [...types, type]);
  return (
    <Card title={w("newBatch")}>
      <div class="columns">
        <Conditions label={w("which")} conditions={conditions} onConditions={changed(setConditions)} />
        <div class="field" role="group" aria-label={w("what")}>
          <span class="label">{w("what")}</span>
          {TYPES.map((type) => (
            <label class="row" key={type}>
              <input type="checkbox" checked={types.includes(type)} onChange={() => toggle(type)} />
              {w.say("type", type)}
            </label>
          ))}
        </div>
        <label class="row">
          <input type="checkbox" checked={waits} onChange={() => setWaits(!waits)} />
          {w("waits")}
        </label>
        <div class="field">
          <label for="budget">{w("budget")}</label>
          <input
            id="budget"
            inputMode="decimal"
            value={budget}
            onInput={({ currentTarget }) => setBudget(currentTarget.value)}
          />
        </div>
      </div>
      <div class="actions">
        {estimate && (
          <span role="status">
            {w("estimated", {
              n: estimate.products_count,
              cost: dollars(estimate.estimated_cost_usd),
              minutes: Math.ceil(estimate.estimated_duration_minutes),
            })}
          </span>
        )}
        <Button text={w("estimate")} isBusy={isBusy} reason={reason} onClick={() => during(look())} />
        <Button
          text={w("start")}
          kind="go"
          isBusy={isBusy}
          reason={reason ?? (estimate ? undefined : w("startFirst"))}
          onClick={() => during(start())}
        />
      </div>
    </Card>
  );
}

/** Texts for many products: what is planned, what runs, what it costs. */
export function Batches({ reason }: { reason: string | undefined }) {
  const pages = useList<Batch>(PATH);
  useFollowedRuns(PATH, pages);
  const act = async (id: string, action: "start" | "pause" | "resume" | "cancel") => {
    const answer = await api.post(`${PATH}/${id}/${action}`);
    if (!answer.ok) toastRefusal(answer.refusal);
    pages.reload();
  };
  const action = (id: string, word: "start" | "pause" | "resume" | "cancel") => (
    <Button text={w(word)} kind="quiet" reason={reason} onClick={() => act(id, word)} />
  );
  return (
    <div class="stack">
      <NewBatch reason={reason} onStarted={pages.reload} />
      <Card title={w("batches")}>
        <PagedTable
          label={w("batches")}
          pages={pages}
          keyOf={({ id }) => id}
          empty={<Empty title={w("noBatches")} />}
          columns={[
            { label: w("name"), show: ({ name }) => name },
            { label: w("state"), show: ({ status }) => <State code={status} /> },
            {
              label: w("progress"),
              show: ({ name, processed, total_products: total }) => (
                <>
                  <Progress label={name} value={processed} max={Math.max(1, total)} />
                  <span class="faint">{c("of", { n: processed, total })}</span>
                </>
              ),
            },
            { label: w("failed"), isNumber: true, show: ({ failed }) => number(failed) },
            {
              label: w("cost"),
              isNumber: true,
              show: ({ cost_usd: cost, maxBudget: budget }) =>
                budget === null ? dollars(cost) : w("ofBudget", { cost: dollars(cost), budget: dollars(budget) }),
            },
            {
              label: c("actions"),
              show: ({ id, status }) => (
                <span class="row">
                  {status === "pending" && action(id, "start")}
                  {status === "running" && action(id, "pause")}
                  {status === "paused" && action(id, "resume")}
                  {(status === "running" || status === "paused") && action(id, "cancel")}
                </span>
              ),
            },
          ]}
        />
      </Card>
    </div>
  );
}
