import { useState } from "preact/hooks";
import type { ApiDocument } from "../api/document.ts";
import { may } from "../api/session.ts";
import { useBusy } from "../api/use-call.ts";
import type { Rows } from "../api/use-rows.ts";
import { Button, Progress } from "../ui/basics.tsx";
import { ask, Dialog } from "../ui/dialog.tsx";
import { Form } from "../ui/form.tsx";
import { toastRefusal } from "../ui/toast.tsx";
import { c } from "../words/common.ts";
import { codeWord, fieldWord } from "../words/fields.ts";
import { number } from "../words/words.ts";
import { BulkActions } from "./bulk-actions.tsx";
import { bulkEdit, doneOf, type EditRequest, startBulkEdit, stopEdit } from "./bulk-edit.ts";
import { bulkFields, filtersOf, type ProductRow } from "./columns.tsx";
import { conditionsOf, filterOf } from "./conditions.tsx";
import { CHOSEN_MAX, idsOfList } from "./ids-of-list.ts";
import { useNamed } from "./named.ts";
import { w } from "./words.ts";

interface BulkProps {
  document: ApiDocument;
  rows: Rows<ProductRow>;
  list: { path: string; query: Record<string, unknown> };
  selected: ReadonlySet<string>;
  /** All pages of the list are meant, and those that nobody has seen. */
  isAll: boolean;
  onSelected: (selected: Set<string>) => void;
  onAll: () => void;
}

/** Sets one field of all that are selected. */
function SetField({
  document,
  onSend,
  onClose,
}: {
  document: ApiDocument;
  onSend: (fields: Record<string, unknown>) => ReturnType<typeof startBulkEdit>;
  onClose: () => void;
}) {
  const fields = bulkFields(document);
  const [name, setName] = useState("status");
  const found = fields.find((each) => each.name === name);
  const named = useNamed(name);
  const field = found && named ? { ...found, kind: "choice" as const, choices: [...named.keys()] } : found;
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
          onSubmit={onSend}
          onCancel={onClose}
          sayChoice={(_, code) => named?.get(code) ?? codeWord(code)}
        />
      )}
    </Dialog>
  );
}

/** How far a change of many is. Leaving the page stops nothing. */
export function BulkProgress() {
  const edit = bulkEdit.value;
  if (!edit) return null;
  const [done, of] = doneOf(edit);
  const total = of || edit.total;
  const label = w(edit.status === "undoing" ? "undoing" : "changing");
  return (
    <div class="bulk" role="status">
      <b>{label}</b>
      <Progress label={label} value={done} max={Math.max(1, total)} />
      <span>{w("progress", { done: number(done), total: number(total) })}</span>
      <span class="sp" />
      {edit.status === "running" && <Button text={w("stop")} onClick={() => stopEdit(edit.id)} />}
    </div>
  );
}

/** What can be done with all that are selected. */
export function Bulk({ document, rows, list, selected, isAll, onSelected, onAll }: BulkProps) {
  const [isSetting, setSetting] = useState(false);
  const [isBusy, during] = useBusy();
  const total = rows.total ?? 0;
  const count = isAll ? total : selected.size;
  const filters = filtersOf(document);
  // What the address has as text: each as its filter takes it.
  const filter = isAll ? filterOf(filters, conditionsOf(filters, list.query)) : { ids: [...selected] };
  const most = list.path === "/products" ? total : Math.min(total, CHOSEN_MAX);
  const start = async (body: EditRequest) => {
    const refusal = await startBulkEdit({ filter, ...body }, rows.reload);
    if (refusal) return refusal;
    setSetting(false);
    onSelected(new Set());
    return undefined;
  };
  /** A ranked search has no filter: its products are chosen one by one. */
  const chooseAll = async () => {
    if (list.path === "/products") return onAll();
    const all = await during(idsOfList(list));
    if (Array.isArray(all)) onSelected(new Set(all));
    else toastRefusal(all);
  };
  const remove = async () => {
    if (!(await ask({ title: w("deleteTitle", { n: count }), text: w("deleteText"), yes: c("delete"), isBad: true })))
      return;
    const refusal = await start({ action: "delete" });
    if (refusal) toastRefusal(refusal);
  };
  return (
    <>
      <div class="bulk" role="region" aria-label={w("selected", { n: count })}>
        <b>{w("selected", { n: count })}</b>
        {count < most && (
          <Button
            text={w(most < total ? "selectFirst" : "selectAllPages", { n: most })}
            kind="quiet"
            isBusy={isBusy}
            onClick={chooseAll}
          />
        )}
        <div class="acts">
          <Button
            text={w("setField")}
            reason={may("EDIT_CATALOG") ? undefined : c("notAllowed")}
            onClick={() => setSetting(true)}
          />
          <BulkActions filter={filter} onEdit={start} onDone={() => onSelected(new Set())} />
          <Button
            text={w("deleteSelected")}
            reason={may("DELETE_CATALOG") ? undefined : c("notAllowed")}
            onClick={remove}
          />
        </div>
      </div>
      {isSetting && (
        <SetField document={document} onSend={(fields) => start({ fields })} onClose={() => setSetting(false)} />
      )}
    </>
  );
}
