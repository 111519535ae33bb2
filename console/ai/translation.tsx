import { useState } from "preact/hooks";
import { api } from "../api/api.ts";
import { useDocument } from "../api/document.ts";
import { may } from "../api/session.ts";
import { useBusy } from "../api/use-call.ts";
import { filtersOf } from "../products/columns.tsx";
import { type Condition, Conditions, filterOf } from "../products/conditions.tsx";
import { Button, Card, Empty, Progress } from "../ui/basics.tsx";
import { useList } from "../ui/resource-page.ts";
import { Setting } from "../ui/setting.tsx";
import { PagedTable } from "../ui/table.tsx";
import { toast, toastRefusal } from "../ui/toast.tsx";
import { State } from "../ui/value.tsx";
import { c } from "../words/common.ts";
import { number } from "../words/words.ts";
import { dollars } from "./dollars.ts";
import { useFollowedRuns } from "./followed-runs.ts";
import { w } from "./words.ts";

interface Translated {
  id: string;
  languages: string[];
  status: string;
  total: number;
  done: number;
  failed: number;
  skipped: number;
  cost_usd: number;
}
interface Estimate {
  variants: number;
  estimated_cost: number;
}
const PATH = "/enrichment/translate/batch";

function NewTranslation({ reason, onStarted }: { reason: string | undefined; onStarted: () => void }) {
  const document = useDocument();
  const [conditions, setConditions] = useState<Condition[]>([]);
  const [entered, setEntered] = useState("");
  const [estimate, setEstimate] = useState<Estimate>();
  const [isBusy, during] = useBusy();
  const send = async (isDry: boolean) => {
    const languages = entered.split(/[\s,;]+/).filter(Boolean);
    const filter = filterOf(document ? filtersOf(document) : [], conditions);
    const answer = await during(api.post<Estimate>(PATH, { body: { languages, filter, dry_run: isDry } }));
    if (!answer.ok) return toastRefusal(answer.refusal);
    if (isDry) return setEstimate(answer.value);
    setEstimate(undefined);
    toast(w("started"));
    onStarted();
  };
  return (
    <Card title={w("translate")}>
      <div class="field">
        <label for="languages">{w("languages")}</label>
        <input
          id="languages"
          value={entered}
          onInput={({ currentTarget }) => {
            setEntered(currentTarget.value);
            setEstimate(undefined);
          }}
        />
      </div>
      <Conditions
        label={w("which")}
        conditions={conditions}
        onConditions={(next) => {
          setConditions(next);
          setEstimate(undefined);
        }}
      />
      <div class="actions">
        {estimate && (
          <span role="status">{w("characters", { n: estimate.variants, cost: dollars(estimate.estimated_cost) })}</span>
        )}
        <Button text={w("estimate")} isBusy={isBusy} reason={reason} onClick={() => send(true)} />
        <Button
          text={w("start")}
          kind="go"
          isBusy={isBusy}
          reason={reason ?? (estimate ? undefined : w("startFirst"))}
          onClick={() => send(false)}
        />
      </div>
    </Card>
  );
}

/** Texts in other languages, and the words that they keep. */
export function Translation({ reason }: { reason: string | undefined }) {
  const pages = useList<Translated>(PATH);
  useFollowedRuns(PATH, pages);
  return (
    <div class="stack">
      <NewTranslation reason={reason} onStarted={pages.reload} />
      <Card title={w("translations")}>
        <PagedTable
          label={w("translations")}
          pages={pages}
          keyOf={({ id }) => id}
          empty={<Empty title={w("noTranslations")} />}
          columns={[
            { label: w("tab.translation"), show: ({ languages }) => languages.join(", ") },
            { label: w("state"), show: ({ status }) => <State code={status} /> },
            {
              label: w("progress"),
              show: ({ languages, done, failed, skipped, total }) => (
                <>
                  <Progress label={languages.join(", ")} value={done + failed + skipped} max={Math.max(1, total)} />
                  <span class="faint">{c("of", { n: done + failed + skipped, total })}</span>
                </>
              ),
            },
            { label: w("failed"), isNumber: true, show: ({ failed }) => number(failed) },
            { label: w("cost"), isNumber: true, show: ({ cost_usd: cost }) => dollars(cost) },
          ]}
        />
      </Card>
      <Setting
        path="/settings/translation-terms"
        title={w("terms")}
        reason={may("MANAGE_SETTINGS") ? undefined : c("notAllowed")}
      />
    </div>
  );
}
