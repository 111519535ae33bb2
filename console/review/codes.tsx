import { useState } from "preact/hooks";
import { api } from "../api/api.ts";
import { may } from "../api/session.ts";
import { Button, Card } from "../ui/basics.tsx";
import { Facts } from "../ui/facts.tsx";
import { c } from "../words/common.ts";
import { ago, number } from "../words/words.ts";
import { Decider } from "./decider.tsx";
import { useQueue } from "./use-queue.ts";
import { w } from "./words.ts";

interface Pending {
  id: string;
  sku: string;
  name: string;
  supplier_code: string | null;
  candidates: { ean: string; reason: string }[];
  import_count: number;
  last_seen_at: string;
}

/** Rows of imports whose code matches no product. */
export function Codes() {
  const queue = useQueue<Pending>("/imports/ean-pending", { sort_by: "resolution_score", sort_order: "desc" });
  const [entered, setEntered] = useState<Record<string, string>>({});
  const reason = may("MANAGE_IMPORTS") ? undefined : c("notAllowed");
  const eanOf = ({ id, candidates }: Pending) => (entered[id] ?? candidates[0]?.ean ?? "").trim();
  const set = (id: string, ean: string) => setEntered((before) => ({ ...before, [id]: ean }));
  return (
    <Decider
      queue={queue}
      label={w("tab.codes")}
      empty={w("noCodes")}
      done={({ name, sku }) => name || sku}
      choices={[
        {
          key: "a",
          label: w("resolve"),
          kind: "go",
          reason,
          run: (item) => api.post(`/imports/ean-pending/${item.id}/resolve`, { body: { ean: eanOf(item) } }),
        },
        {
          key: "r",
          label: w("ignore"),
          kind: "bad",
          reason,
          run: (item) => api.delete(`/imports/ean-pending/${item.id}`),
        },
      ]}
      show={(item) => (
        <div class="two">
          <Card title={item.name || item.sku}>
            <Facts
              facts={[
                [w("sku"), item.sku],
                [w("supplier"), item.supplier_code ?? "–"],
                [w("inImports"), number(item.import_count)],
                [w("seen"), ago(item.last_seen_at)],
              ]}
            />
            <div class="field">
              <label for="ean">{w("codeIs")}</label>
              <input
                id="ean"
                inputMode="numeric"
                value={eanOf(item)}
                onInput={({ currentTarget }) => set(item.id, currentTarget.value)}
              />
            </div>
          </Card>
          <Card title={w("candidates")}>
            {item.candidates.length === 0 && <p class="soft">{w("noCandidates")}</p>}
            <ul class="feed">
              {item.candidates.map(({ ean, reason: why }) => (
                <li key={ean}>
                  <span>
                    {ean} <span class="faint">{w.say("why", why)}</span>
                  </span>
                  <Button text={w("take")} kind="quiet" onClick={() => set(item.id, ean)} />
                </li>
              ))}
            </ul>
          </Card>
        </div>
      )}
    />
  );
}
