import { api, fileAddress } from "../api/api.ts";
import { may } from "../api/session.ts";
import { useBusy, useGet } from "../api/use-call.ts";
import { Button, Card, Empty, Pending } from "../ui/basics.tsx";
import { ask } from "../ui/dialog.tsx";
import { Table } from "../ui/table.tsx";
import { toastRefusal } from "../ui/toast.tsx";
import { State } from "../ui/value.tsx";
import { c } from "../words/common.ts";
import { ago, number } from "../words/words.ts";
import type { PartProps } from "./product-body.ts";
import { w } from "./words.ts";

interface Sheet {
  id: string;
  title: string;
  file_name: string;
  status: string;
  chunk_count: number;
  error_message: string | null;
  created_at: string;
}
const PATH = "/enrichment/documents";
/** So many are shown; a product has few. */
const SHOWN = 50;

/** The data sheets of a product: what its AI texts are made from, and can be traced to. */
export function Documents({ product }: PartProps) {
  const list = useGet<{ items: Sheet[] }>(PATH, { product_id: product.id, per_page: SHOWN });
  const [isBusy, during] = useBusy();
  const reason = may("EDIT_CATALOG") ? undefined : c("notAllowed");
  const add = async (files: FileList | null) => {
    for (const file of files ?? []) {
      const body = new FormData();
      body.append("file", file);
      body.append("product_id", product.id);
      const answer = await api.post(PATH, { body });
      if (!answer.ok) toastRefusal(answer.refusal);
    }
    list.reload();
  };
  const remove = async (id: string) => {
    if (!(await ask({ title: c("sure"), yes: c("delete"), isBad: true }))) return;
    const answer = await api.delete(`${PATH}/${id}`);
    if (!answer.ok) toastRefusal(answer.refusal);
    list.reload();
  };
  if (list.refusal || !list.value) return <Pending of={list} />;
  return (
    <Card
      title={w("tab.documents")}
      actions={
        <label class="row">
          <span class="soft">{w("addSheets")}</span>
          <input
            type="file"
            multiple
            disabled={isBusy || reason !== undefined}
            onChange={({ currentTarget }) => void during(add(currentTarget.files))}
          />
        </label>
      }
    >
      <Table
        label={w("tab.documents")}
        rows={list.value.items}
        keyOf={({ id }) => id}
        empty={<Empty title={w("noSheets")} />}
        columns={[
          {
            label: w("sheet"),
            show: ({ id, title, error_message: error }) => (
              <>
                <a href={fileAddress(`${PATH}/${id}/file`)} download>
                  {title}
                </a>
                {error && <div class="problem">{error}</div>}
              </>
            ),
          },
          { label: c("status"), show: ({ status }) => <State code={status} /> },
          { label: w("passages"), isNumber: true, show: ({ chunk_count: n }) => number(n) },
          { label: c("created"), show: ({ created_at: at }) => ago(at) },
          {
            label: "",
            show: ({ id, title }) => (
              <Button
                text={c("delete")}
                kind="quiet"
                reason={reason}
                label={`${c("delete")} ${title}`}
                onClick={() => remove(id)}
              />
            ),
          },
        ]}
      />
    </Card>
  );
}
