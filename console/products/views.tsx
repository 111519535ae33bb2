import { useState } from "preact/hooks";
import type { Page } from "../api/answers.ts";
import { api } from "../api/api.ts";
import { useGet } from "../api/use-call.ts";
import { go } from "../shell/address.ts";
import { writeAddress } from "../shell/routes-of.ts";
import { Button, Chip } from "../ui/basics.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { submits } from "../ui/form.tsx";
import { toast, whenDone } from "../ui/toast.tsx";
import { c } from "../words/common.ts";
import { w } from "./words.ts";

/** All that a person may have. */
const VIEWS_MAX = 50;

interface View {
  name: string;
  query: Record<string, string>;
  columns: string[];
}

const pathOf = (name: string) => `/views/${encodeURIComponent(name)}`;

/** The lists of products that a person has named: one is opened, deleted, or made of what is shown. */
export function Views({
  query,
  columns,
  onColumns,
  onClose,
}: {
  query: Record<string, string>;
  columns: readonly string[];
  onColumns: (names: string[]) => void;
  onClose: () => void;
}) {
  const list = useGet<Page<View>>("/views", { limit: VIEWS_MAX });
  const [name, setName] = useState("");
  const views = list.value?.items ?? [];
  const open = (view: View) => {
    if (view.columns.length > 0) onColumns(view.columns);
    go(writeAddress({ path: "/products", query: view.query }));
    onClose();
  };
  const save = () =>
    whenDone(api.put<View>(pathOf(name.trim()), { body: { query, columns } }), () => {
      toast(c("saved"));
      onClose();
    });
  const remove = (view: View) => whenDone(api.delete(pathOf(view.name)), () => list.reload());
  return (
    <Dialog title={w("views")} onClose={onClose}>
      {views.length === 0 && !list.isLoading && <p>{w("noViews")}</p>}
      <div class="chips">
        {views.map((view) => (
          <Chip
            key={view.name}
            name=""
            value={view.name}
            onClick={() => open(view)}
            onRemove={() => void remove(view)}
          />
        ))}
      </div>
      <form onSubmit={submits(() => name.trim() !== "" && save())}>
        <div class="field">
          <label for="view">{w("saveView")}</label>
          <input id="view" maxLength={80} value={name} onInput={({ currentTarget }) => setName(currentTarget.value)} />
        </div>
        <div class="actions">
          <Button text={c("save")} kind="go" type="submit" reason={name.trim() === "" ? w("nameView") : undefined} />
        </div>
      </form>
    </Dialog>
  );
}
