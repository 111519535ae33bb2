import { api } from "../api/api.ts";
import { useGet } from "../api/use-call.ts";
import { Button, Card, Refused, Tag } from "../ui/basics.tsx";
import { Resource } from "../ui/resource.tsx";
import { whenDone } from "../ui/toast.tsx";
import { ago, money } from "../words/words.ts";
import { w } from "./words.ts";

interface Triggered {
  id: string;
  product_id: string;
  product_title: string;
  competitor_name: string;
  observed_price: number;
  own_price: number | null;
  triggered_at: string;
  acknowledged_at: string | null;
}

/** Alerts, and what has set them off. */
export function Alerts({ reason }: { reason: string | undefined }) {
  const loaded = useGet<Triggered[]>("/prices/alerts/triggered", { limit: 50 });
  const acknowledge = (id: string) =>
    whenDone(api.post(`/prices/alerts/triggered/${id}/acknowledge`), () => loaded.reload());
  return (
    <div class="stack">
      <Card title={w("triggered")}>
        <Refused refusal={loaded.refusal} onRetry={loaded.reload} />
        {loaded.value?.length === 0 && <p class="soft">{w("noTriggered")}</p>}
        <ul class="feed">
          {loaded.value?.map((each) => (
            <li key={each.id}>
              <Tag tone={each.acknowledged_at === null ? "warn" : "plain"}>{money(each.observed_price)}</Tag>
              <span>
                {each.competitor_name} · <a href={`/products/${each.product_id}/prices`}>{each.product_title}</a>
                {each.own_price !== null && <span class="soft"> {money(each.own_price)}</span>}
              </span>
              <time dateTime={each.triggered_at}>{ago(each.triggered_at)}</time>
              {each.acknowledged_at === null && (
                <Button text={w("acknowledge")} kind="quiet" reason={reason} onClick={() => acknowledge(each.id)} />
              )}
            </li>
          ))}
        </ul>
      </Card>
      <Resource
        path="/prices/alerts"
        title={w("tab.alerts")}
        columns={["alert_type", "threshold", "channels", "is_active", "last_triggered_at"]}
        empty={w("noAlerts")}
        reason={reason}
      />
    </div>
  );
}
