import { api } from "../api/api.ts";
import { useGet } from "../api/use-call.ts";
import { Button, Card, Refused } from "../ui/basics.tsx";
import { Table } from "../ui/table.tsx";
import { toast, whenDone } from "../ui/toast.tsx";
import { ago, number } from "../words/words.ts";
import { s } from "./setting-up-words.ts";

interface Topic {
  topic: string;
  state: "registered" | "refused" | "unregistered";
  error: string | null;
  deliveries: number;
  last_delivery_at: string | null;
  last_status: string | null;
}
interface Webhooks {
  address: string | null;
  registers: boolean;
  webhooks: Topic[];
}

/** What the shop reports by itself: registered at it where its API lets it, else made there by hand, with the last delivery of each. */
export function ShopWebhooks({ path, reason }: { path: string; reason: string | undefined }) {
  const loaded = useGet<Webhooks>(`${path}/webhooks`);
  const { address = null, registers = false, webhooks = [] } = loaded.value ?? {};
  if (loaded.value && address === null && webhooks.length === 0) return null;
  const change = (where: string) =>
    whenDone(api.post<Webhooks & { success: boolean; message: string | null }>(`${path}/webhooks${where}`), (value) => {
      loaded.set(value);
      toast(value.message ?? s("hooksSet"), { isBad: !value.success });
    });
  const actions = registers && (
    <span class="row">
      <Button text={s("register")} reason={reason} onClick={() => change("")} />
      {webhooks.some(({ state }) => state === "registered") && (
        <Button text={s("unregister")} kind="quiet" reason={reason} onClick={() => change("/remove")} />
      )}
    </span>
  );
  return (
    <Card title={s("hooks")} actions={actions}>
      <p class="soft">{s(registers ? "hooksText" : "hooksByHand")}</p>
      {address !== null && <p class="mono">{address}</p>}
      <Refused refusal={loaded.refusal} onRetry={loaded.reload} />
      <Table
        label={s("hooks")}
        rows={webhooks}
        keyOf={({ topic }) => topic}
        empty={<p class="soft">{s("noHooks")}</p>}
        columns={[
          { label: s("topic"), show: ({ topic }) => <span class="mono">{topic}</span> },
          { label: s("state"), show: ({ state, error }) => error ?? s.say("hook", state) },
          { label: s("deliveries"), isNumber: true, show: ({ deliveries }) => number(deliveries) },
          {
            label: s("lastDelivery"),
            show: ({ last_delivery_at: at, last_status: status }) =>
              at === null ? s("never") : `${ago(at)}, ${s.say("delivered", status ?? "ignored")}`,
          },
        ]}
      />
    </Card>
  );
}
