import { useState } from "preact/hooks";
import { refusalOf } from "../api/answers.ts";
import { api } from "../api/api.ts";
import { useDocument } from "../api/document.ts";
import { useGet } from "../api/use-call.ts";
import { go } from "../shell/address.ts";
import { Button, Card, Head, Pending } from "../ui/basics.tsx";
import { ask } from "../ui/dialog.tsx";
import { Form } from "../ui/form.tsx";
import { bodyFields, type Row } from "../ui/resource-page.ts";
import { Table } from "../ui/table.tsx";
import { toast, toastRefusal, whenDone } from "../ui/toast.tsx";
import { State } from "../ui/value.tsx";
import { c } from "../words/common.ts";
import { codeWord, fieldWords, nameWord } from "../words/fields.ts";
import { ShopCategories } from "./categories.tsx";
import type { Connector, SyncRun } from "./connector.ts";
import { Orders } from "./orders.tsx";
import { PushPreview } from "./preview.tsx";
import { s } from "./setting-up-words.ts";
import { ShopRuns } from "./shop-runs.tsx";
import { ShopWebhooks } from "./shop-webhooks.tsx";
import { type Tested, TestFound } from "./tested.tsx";
import { Unknown } from "./unknown.tsx";
import { w } from "./words.ts";

interface Mapping {
  source_field: string;
  target_field: string;
}

/** How fields are called there. */
function FieldMap({ platform }: { platform: string }) {
  const loaded = useGet<{ mappings: Mapping[] }>(`/connectors/platforms/${platform}/field-map`);
  return (
    <details class="details">
      <summary>{w("map")}</summary>
      <Table
        label={w("map")}
        rows={loaded.value?.mappings ?? []}
        keyOf={({ source_field: from, target_field: to }) => `${from} ${to}`}
        columns={[
          { label: w("ours"), show: ({ source_field: name }) => nameWord(name) },
          { label: w("theirs"), show: ({ target_field: name }) => <span class="mono">{name}</span> },
        ]}
      />
    </details>
  );
}

/** Begins to send, or to fetch. */
async function sendTo(path: string, what: string, onDone: () => void): Promise<void> {
  const answer = await api.post(`${path}/sync/${what}`, { body: {} });
  if (!answer.ok) return toastRefusal(answer.refusal);
  toast(w("started"));
  onDone();
}

/** Platforms at which an owner agrees that the app of this service acts for them. */
const CONSENTING = new Set(["shopify", "ebay", "amazon"]);

/** What can be done with it besides sending products. */
function Actions(props: {
  shop: Connector;
  reason: string | undefined;
  onDone: () => void;
  onTested: (tested: Tested) => void;
}) {
  const { shop, reason, onDone, onTested } = props;
  const path = `/connectors/${shop.id}`;
  const send = (what: string) => sendTo(path, what, onDone);
  const test = () =>
    whenDone(api.post<Tested>(`${path}/test`), (value) => {
      toast(value.message, { isBad: !value.success });
      onTested(value);
      onDone();
    });
  const askConsent = () =>
    whenDone(api.post<{ authorize_url: string }>(`${path}/consent`), ({ authorize_url: address }) =>
      location.assign(address),
    );
  return (
    <div class="row">
      <Button text={w("test")} reason={reason} onClick={test} />
      {CONSENTING.has(shop.platform_id) && <Button text={s("consent")} reason={reason} onClick={askConsent} />}
      <Button text={w("stock")} reason={reason} onClick={() => send("push-stock")} />
      <Button text={w("prices")} reason={reason} onClick={() => send("push-prices")} />
      <Button text={w("orders")} reason={reason} onClick={() => send("pull-orders")} />
    </div>
  );
}

/** One shop: how it is, what was sent, what it refused, and its settings. */
export function Shop({ id, reason }: { id: string; reason: string | undefined }) {
  const path = `/connectors/${id}`;
  const document = useDocument();
  const loaded = useGet<Connector>(path);
  const runs = useGet<SyncRun[]>(`${path}/jobs`, { limit: 20 });
  // A SKU that is assigned leaves both lists of what waits.
  const [turn, setTurn] = useState(0);
  const [tested, setTested] = useState<Tested>();
  const onAssigned = () => setTurn((before) => before + 1);
  const shop = loaded.value;
  if (loaded.refusal || !shop) return <Pending of={loaded} />;
  const remove = async () => {
    if (!(await ask({ title: c("sure"), text: w("deleteText"), yes: w("delete"), isBad: true }))) return;
    const answer = await api.delete(path);
    if (answer.ok) go("/shops");
    else toastRefusal(answer.refusal);
  };
  const fields = document ? bodyFields(document, "patch", path).filter(({ name }) => name !== "credentials") : [];
  return (
    <>
      <Head title={shop.name} note={<State code={shop.is_active ? shop.status : "inactive"} />}>
        <Button text={w("delete")} kind="bad" reason={reason} onClick={remove} />
      </Head>
      <div class="stack">
        {shop.status_message && (
          <p class={shop.status === "error" ? "note bad" : "note"}>
            <span>{shop.status_message}</span>
          </p>
        )}
        <Actions
          shop={shop}
          reason={reason}
          onTested={setTested}
          onDone={() => {
            loaded.reload();
            runs.reload();
          }}
        />
        {tested && <TestFound tested={tested} />}
        <PushPreview
          path={path}
          name={shop.name}
          reason={reason}
          onSend={() => sendTo(path, "push-products", runs.reload)}
        />
        <ShopRuns path={path} runs={runs} reason={reason} />
        <Unknown path={path} reason={reason} turn={turn} onAssigned={onAssigned} />
        <Orders path={path} reason={reason} turn={turn} onAssigned={onAssigned} />
        <ShopWebhooks path={path} reason={reason} />
        <ShopCategories path={path} reason={reason} />
        <FieldMap platform={shop.platform_id} />
        <Card title={w("settings")}>
          <Form
            fields={fieldWords(fields)}
            value={shop as unknown as Row}
            submit={c("save")}
            reason={reason}
            sayChoice={(_, code) => codeWord(code)}
            onSubmit={(body) =>
              refusalOf(api.patch<Connector>(path, { body, ifMatch: loaded.etag }), (value, etag) => {
                loaded.set(value, etag);
                toast(c("saved"));
              })
            }
          />
        </Card>
      </div>
    </>
  );
}
