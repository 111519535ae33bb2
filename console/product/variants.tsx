import { useState } from "preact/hooks";
import { api } from "../api/api.ts";
import { useDocument } from "../api/document.ts";
import { may } from "../api/session.ts";
import { useGet } from "../api/use-call.ts";
import { Button, Card, Empty, Pending, Refused } from "../ui/basics.tsx";
import { ask, Drawer } from "../ui/dialog.tsx";
import { Form } from "../ui/form.tsx";
import { type Field, fieldsOf } from "../ui/schema.ts";
import { Table } from "../ui/table.tsx";
import { toast, toastRefusal } from "../ui/toast.tsx";
import { State } from "../ui/value.tsx";
import { c } from "../words/common.ts";
import { fieldWord } from "../words/fields.ts";
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
          fields={words(fieldsOf(schemas["VariantUpdate"] ?? {}, schemas))}
          value={loaded.value}
          submit={c("save")}
          reason={reason}
          onSubmit={async (body) => {
            const answer = await api.patch(path, { body, ifMatch: loaded.etag });
            if (!answer.ok) return answer.refusal;
            done();
            return undefined;
          }}
        />
      )}
      <div class="actions">
        <Button text={c("delete")} kind="bad" reason={reason} onClick={remove} />
      </div>
    </Drawer>
  );
}

const words = (fields: Field[]): Field[] => fields.map((field) => ({ ...field, label: fieldWord(field) }));

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
          { id: "sku", label: "SKU", show: ({ sku }) => sku },
          ...value.options.map(({ name }) => ({
            id: `option ${name}`,
            label: name,
            show: ({ option_values: values }: Variant) => values[name] ?? "",
          })),
          { id: "ean", label: "EAN", show: ({ ean }) => ean },
          { id: "price", label: w("price"), isNumber: true, show: ({ price }) => (price === null ? "" : money(price)) },
          { id: "stock", label: w("tab.stock"), isNumber: true, show: ({ stock }) => number(stock) },
          {
            id: "state",
            label: c("status"),
            show: ({ is_active: isActive }) => <State code={isActive ? "active" : "inactive"} />,
          },
        ]}
      />
      {open !== undefined && <One path={`${path}/${open}`} onClose={() => setOpen(undefined)} onDone={done} />}
      {isNew && (
        <Drawer title={w("tab.variants")} onClose={() => setNew(false)}>
          <Form
            fields={words(fieldsOf(schemas["VariantInput"] ?? {}, schemas))}
            isNew
            submit={c("save")}
            onSubmit={async (body) => {
              const answer = await api.post(path, { body });
              if (!answer.ok) return answer.refusal;
              setNew(false);
              done();
              return undefined;
            }}
          />
        </Drawer>
      )}
    </Card>
  );
}
