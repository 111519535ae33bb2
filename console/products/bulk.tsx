import { useState } from "preact/hooks";
import type { Page } from "../api/answers.ts";
import { api } from "../api/api.ts";
import type { ApiDocument } from "../api/document.ts";
import { may } from "../api/session.ts";
import type { Paged } from "../api/use-call.ts";
import { Button } from "../ui/basics.tsx";
import { ask, Dialog } from "../ui/dialog.tsx";
import { Form } from "../ui/form.tsx";
import { toast, toastRefusal } from "../ui/toast.tsx";
import { c } from "../words/common.ts";
import { codeWord, fieldWord } from "../words/fields.ts";
import { bulkFields, type ProductRow } from "./columns.tsx";
import { sayChanged } from "./editing.ts";
import { w } from "./words.ts";

const PART = 100;
const parts = (ids: string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / PART) }, (_, index) => ids.slice(index * PART, (index + 1) * PART));

interface BulkProps {
  document: ApiDocument;
  pages: Paged<ProductRow>;
  list: { path: string; query: Record<string, unknown> };
  selected: ReadonlySet<string>;
  onSelected: (selected: Set<string>) => void;
}

/** Sets one field of all that are selected. */
function SetField({
  document,
  ids,
  onDone,
  onClose,
}: {
  document: ApiDocument;
  ids: string[];
  onDone: () => void;
  onClose: () => void;
}) {
  const fields = bulkFields(document);
  const [name, setName] = useState("status");
  const field = fields.find((each) => each.name === name);
  const send = async (body: Record<string, unknown>) => {
    let updated = 0;
    const errors: { message: string }[] = [];
    for (const part of parts(ids)) {
      const answer = await api.patch<{ updated: number; errors: { message: string }[] }>("/products/bulk", {
        body: { updates: part.map((id) => ({ id, fields: body })) },
      });
      if (!answer.ok) return answer.refusal;
      updated += answer.value.updated;
      errors.push(...answer.value.errors);
    }
    sayChanged(updated, errors);
    onDone();
    return undefined;
  };
  return (
    <Dialog title={w("setField")} onClose={onClose}>
      <div class="field">
        <label for="bulk-field">{w("field")}</label>
        <select id="bulk-field" value={name} onChange={({ currentTarget }) => setName(currentTarget.value)}>
          {fields.map((each) => (
            <option key={each.name} value={each.name}>
              {fieldWord(each)}
            </option>
          ))}
        </select>
      </div>
      {field && (
        <Form
          key={name}
          fields={[{ ...field, label: fieldWord(field) }]}
          submit={c("save")}
          onSubmit={send}
          onCancel={onClose}
          sayChoice={(_, code) => codeWord(code)}
        />
      )}
    </Dialog>
  );
}

/** What can be done with all that are selected. */
export function Bulk({ document, pages, list, selected, onSelected }: BulkProps) {
  const [isSetting, setSetting] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const ids = [...selected];
  const done = () => {
    setSetting(false);
    onSelected(new Set());
    pages.reload();
  };
  /** Over all pages of the list, as it is filtered. */
  const selectAll = async () => {
    setBusy(true);
    const all = new Set<string>();
    let cursor: string | undefined;
    do {
      const answer = await api.get<Page<ProductRow>>(list.path, { query: { ...list.query, limit: PART, cursor } });
      if (!answer.ok) {
        toastRefusal(answer.refusal);
        break;
      }
      for (const { id } of answer.value.items) all.add(id);
      cursor = answer.value.meta.next_cursor ?? undefined;
    } while (cursor !== undefined);
    setBusy(false);
    onSelected(all);
  };
  const remove = async () => {
    if (
      !(await ask({ title: w("deleteTitle", { n: ids.length }), text: w("deleteText"), yes: c("delete"), isBad: true }))
    )
      return;
    let deleted = 0;
    for (const part of parts(ids)) {
      const answer = await api.post<{ deleted: number }>("/products/bulk/delete", { body: { product_ids: part } });
      if (!answer.ok) return toastRefusal(answer.refusal);
      deleted += answer.value.deleted;
    }
    const undo = () => void Promise.all(ids.map((id) => api.post(`/products/${id}/restore`))).then(pages.reload);
    toast(w("deleted", { n: deleted }), ids.length <= PART ? { undo } : {});
    done();
  };
  const total = pages.total ?? 0;
  return (
    <>
      <div class="bulk" role="region" aria-label={w("selected", { n: ids.length })}>
        <b>{w("selected", { n: ids.length })}</b>
        {ids.length < total && (
          <Button kind="quiet" isBusy={isBusy} onClick={() => void selectAll()}>
            {w("selectAllPages", { n: total })}
          </Button>
        )}
        <span class="sp" />
        <Button reason={may("EDIT_CATALOG") ? undefined : c("notAllowed")} onClick={() => setSetting(true)}>
          {w("setField")}
        </Button>
        <Button reason={may("DELETE_CATALOG") ? undefined : c("notAllowed")} onClick={() => void remove()}>
          {w("deleteSelected")}
        </Button>
      </div>
      {isSetting && <SetField document={document} ids={ids} onDone={done} onClose={() => setSetting(false)} />}
    </>
  );
}
