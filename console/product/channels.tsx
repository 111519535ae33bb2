import { useState } from "preact/hooks";
import { refusalOf } from "../api/answers.ts";
import { api } from "../api/api.ts";
import { useDocument } from "../api/document.ts";
import { may } from "../api/session.ts";
import { useGet } from "../api/use-call.ts";
import { Button, Card, Empty, Loading, Pending, Refused, Tag } from "../ui/basics.tsx";
import { ask, Drawer } from "../ui/dialog.tsx";
import { Form } from "../ui/form.tsx";
import { fieldsOf } from "../ui/schema.ts";
import { Table } from "../ui/table.tsx";
import { toast, toastRefusal } from "../ui/toast.tsx";
import { State } from "../ui/value.tsx";
import { c } from "../words/common.ts";
import { codeWord, fieldWords } from "../words/fields.ts";
import { money } from "../words/words.ts";
import type { PartProps } from "./product-body.ts";
import { w } from "./words.ts";

type Overlay = Record<string, unknown> & {
  entity_id: string;
  entity_name: string;
  is_member: boolean;
  status: string | null;
  price: number | null;
  currency: string;
  price_source: "price_list" | "base";
  description_override: string | null;
  short_description_override: string | null;
};
const PUT = "/api/v1/products/{product_id}/entities/{entity_id}";

/** What one channel says otherwise of the product, saved on the state that was read. */
function One({ path, name, onClose, onDone }: { path: string; name: string; onClose: () => void; onDone: () => void }) {
  const document = useDocument();
  const loaded = useGet<Overlay>(path);
  const reason = may("EDIT_CATALOG") ? undefined : c("notAllowed");
  const schema = document?.paths[PUT]?.["put"]?.requestBody?.content["application/json"]?.schema ?? {};
  const done = () => {
    onClose();
    onDone();
  };
  const leave = async () => {
    if (!(await ask({ title: w("leaveChannel", { name }), yes: w("leave"), isBad: true }))) return;
    const answer = await api.delete(path, { ifMatch: loaded.etag });
    if (answer.ok) done();
    else toastRefusal(answer.refusal);
  };
  return (
    <Drawer title={name} onClose={onClose}>
      <Refused refusal={loaded.refusal} onRetry={loaded.reload} />
      {document && loaded.value ? (
        <Form
          fields={fieldWords(fieldsOf(schema, document.components.schemas))}
          value={loaded.value}
          submit={c("save")}
          reason={reason}
          sayChoice={(_, code) => codeWord(code)}
          onSubmit={(body) =>
            refusalOf(api.put(path, { body, ifMatch: loaded.etag }), () => {
              toast(c("saved"));
              done();
            })
          }
        />
      ) : (
        <Loading />
      )}
      {loaded.value?.is_member && (
        <div class="actions">
          <Button text={w("leave")} kind="bad" reason={reason} onClick={leave} />
        </div>
      )}
    </Drawer>
  );
}

/** Where the product is sold, under which texts and at which price. */
export function Channels({ product, loaded }: PartProps) {
  const path = `/products/${product.id}/entities`;
  const list = useGet<{ items: Overlay[] }>(path);
  const [open, setOpen] = useState<Overlay>();
  const { value } = list;
  if (list.refusal || !value) return <Pending of={list} />;
  return (
    <Card title={w("tab.channels")}>
      <Table
        label={w("tab.channels")}
        rows={value.items}
        keyOf={({ entity_id: id }) => id}
        onOpen={setOpen}
        empty={
          <Empty title={w("noChannels")}>
            <a href="/setup/entities">{w("toChannels")}</a>
          </Empty>
        }
        columns={[
          { label: w("channel"), show: ({ entity_name: name }) => name },
          {
            label: c("status"),
            show: ({ is_member: isMember, status }) =>
              isMember ? <State code={status ?? "active"} /> : <span class="soft">{w("notSold")}</span>,
          },
          {
            label: w("ownTexts"),
            show: ({ description_override: long, short_description_override: short }) =>
              long !== null || short !== null ? <Tag tone="good">{w("own")}</Tag> : "",
          },
          {
            label: w("price"),
            isNumber: true,
            show: ({ price, currency }) => (price === null ? "" : money(price, currency)),
          },
        ]}
      />
      {open && (
        <One
          path={`${path}/${open.entity_id}`}
          name={open.entity_name}
          onClose={() => setOpen(undefined)}
          onDone={() => {
            list.reload();
            loaded.reload();
          }}
        />
      )}
    </Card>
  );
}
