import { useState } from "preact/hooks";
import { refusalOf } from "../api/answers.ts";
import { api } from "../api/api.ts";
import { useDocument } from "../api/document.ts";
import { may } from "../api/session.ts";
import { useGet } from "../api/use-call.ts";
import { Button, Card, Empty, Pending, Refused } from "../ui/basics.tsx";
import { ask, Drawer } from "../ui/dialog.tsx";
import { Form } from "../ui/form.tsx";
import { fieldsOf } from "../ui/schema.ts";
import { Table } from "../ui/table.tsx";
import { toast, toastRefusal } from "../ui/toast.tsx";
import { State } from "../ui/value.tsx";
import { c } from "../words/common.ts";
import { fieldWords } from "../words/fields.ts";
import { money, number } from "../words/words.ts";
import type { PartProps } from "./product-body.ts";
import { w } from "./words.ts";

type Variant = Record<string, unknown> & {
  id: string;
  sku: string;
  ean: string | null;
  option_values: Record<string, string>;
  price: number | null;
  stock: number;
  is_active: boolean;
};
interface Listed {
  options: { name: string }[];
  variants: Variant[];
}

/** One variant: the fields that the description has, saved on the state that was read. */
function One({ path, onClose, onDone }: { path: string; onClose: () => void; onDone: () => void }) {
  const document = useDocument();
  const loaded = useGet<Variant>(path);
  const reason = may("EDIT_CATALOG") ? undefined : c("notAllowed");
  const done = () => {
    toast(c("saved"));
    onClose();
    onDone();
  };
  const remove = async () => {
    if (!(await ask({ title: c("sure"), yes: c("delete"), isBad: true }))) return;
    const answer = await api.delete(path);
    if (answer.ok) done();
    else toastRefusal(answer.refusal);
  };
  const schemas = document?.components.schemas ?? {};
  return (
    <Drawer title={loaded.value?.sku ?? "…"} onClose={onClose}>
      <Refused refusal={loaded.refusal} onRetry={loaded.reload} />
      {document && loaded.value && (
        <Form
          fields={fieldWords(fieldsOf(schemas["VariantUpdate"] ?? {}, schemas))}
          value={loaded.value}
          submit={c("save")}
          reason={reason}
          onSubmit={(body) =>
            refusalOf(api.patch(path, { body, ifMatch: loaded.etag }), () => {
              done();
            })
          }
        />
      )}
      <div class="actions">
        <Button text={c("delete")} kind="bad" reason={reason} onClick={remove} />
      </div>
    </Drawer>
  );
}

/** The variants of a product, a column for each option. */
export function Variants({ product, loaded }: PartProps) {
  const document = useDocument();
  const path = `/products/${product.id}/variants`;
  const list = useGet<Listed>(path);
  const [open, setOpen] = useState<string>();
  const [isNew, setNew] = useState(false);
  const { value } = list;
  if (list.refusal || !value) return <Pending of={list} />;
  const schemas = document?.components.schemas ?? {};
  const done = () => {
    list.reload();
    loaded.reload();
  };
  return (
    <Card
      title={w("tab.variants")}
      actions={
        <Button
          text={c("new")}
          kind="go"
          reason={may("EDIT_CATALOG") ? undefined : c("notAllowed")}
          onClick={() => setNew(true)}
        />
      }
    >
      <Table
        label={w("tab.variants")}
        rows={value.variants}
        keyOf={({ id }) => id}
        onOpen={({ id }) => setOpen(id)}
        empty={<Empty title={w("noVariants")} />}
        columns={[
          { label: "SKU", show: ({ sku }) => sku },
          ...value.options.map(({ name }) => ({
            label: name,
            show: ({ option_values: values }: Variant) => values[name] ?? "",
          })),
          { label: "EAN", show: ({ ean }) => ean },
          { label: w("price"), isNumber: true, show: ({ price }) => (price === null ? "" : money(price)) },
          { label: w("tab.stock"), isNumber: true, show: ({ stock }) => number(stock) },
          { label: c("status"), show: ({ is_active: isActive }) => <State code={isActive ? "active" : "inactive"} /> },
        ]}
      />
      {open !== undefined && <One path={`${path}/${open}`} onClose={() => setOpen(undefined)} onDone={done} />}
      {isNew && (
        <Drawer title={w("tab.variants")} onClose={() => setNew(false)}>
          <Form
            fields={fieldWords(fieldsOf(schemas["VariantInput"] ?? {}, schemas))}
            isNew
            submit={c("save")}
            onSubmit={(body) =>
              refusalOf(api.post(path, { body }), () => {
                setNew(false);
                done();
              })
            }
          />
        </Drawer>
      )}
    </Card>
  );
}
