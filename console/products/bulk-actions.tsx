import { useState } from "preact/hooks";
import type { Refusal } from "../api/answers.ts";
import { api } from "../api/api.ts";
import { useOtherLanguages } from "../api/names.ts";
import { has, may } from "../api/session.ts";
import { useGet } from "../api/use-call.ts";
import { Button } from "../ui/basics.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Form } from "../ui/form.tsx";
import { fieldNamed } from "../ui/schema.ts";
import { toast } from "../ui/toast.tsx";
import { c } from "../words/common.ts";
import type { EditRequest } from "./bulk-edit.ts";
import { useNamed } from "./named.ts";
import { w } from "./words.ts";

type Sent = Promise<Refusal | undefined>;
interface ActionProps {
  /** Which products: filters of the list that they are selected of, or their ids. The API takes them in one run. */
  filter: Record<string, unknown>;
  onEdit: (edit: EditRequest) => Sent;
  onDone: () => void;
  onClose: () => void;
}

/** Gives tags and takes tags. */
function Tags({ onEdit, onClose }: ActionProps) {
  const tags = useNamed("tag_id");
  const field = (name: string, label: string) =>
    fieldNamed(name, { type: "array" }, { kind: "list", label, choices: [...(tags?.keys() ?? [])] });
  return (
    <Form
      fields={[field("add", w("addTags")), field("remove", w("removeTags"))]}
      submit={c("save")}
      isNew
      onSubmit={(fields) => onEdit({ action: "tag", fields })}
      onCancel={onClose}
      sayChoice={(_, id) => tags?.get(id) ?? id}
    />
  );
}

const MOVES = ["submit", "approve", "publish", "unpublish", "archive", "restore"];

/** Runs an action of the publication. */
function Publication({ onEdit, onClose }: ActionProps) {
  const choices = MOVES.filter((action) => action === "submit" || may("PUBLISH_CATALOG"));
  return (
    <Form
      fields={[
        fieldNamed("action", {}, { kind: "choice", label: w("move"), choices, isRequired: true }),
        fieldNamed("comment", {}, { label: w("comment") }),
      ]}
      submit={c("save")}
      isNew
      onSubmit={(fields) => onEdit({ action: "move", fields })}
      onCancel={onClose}
      sayChoice={(_, action) => w.say("move", action)}
    />
  );
}

/** What the last call of some refused; `undefined` when it is begun. */
const begun = (answer: { ok: true } | { ok: false; refusal: Refusal }, onDone: () => void): Refusal | undefined => {
  if (!answer.ok) return answer.refusal;
  toast(w("begun"));
  onDone();
  return undefined;
};

const TYPES = ["descriptions", "seo", "attributes", "categorize"];

/** A batch of the AI that stops at its budget. */
function Enrich({ filter, onDone, onClose }: ActionProps) {
  const send = async ({ enrichment_types: types = [], max_budget: budget }: Record<string, unknown>) => {
    const name = w("batchName", { date: new Date().toISOString().slice(0, 10) });
    const body = { name, filters: filter, enrichment_types: types, max_budget: budget };
    const made = await api.post<{ id: string }>("/enrichment/batch", { body });
    return begun(made.ok ? await api.post(`/enrichment/batch/${made.value.id}/start`) : made, onDone);
  };
  return (
    <Form
      fields={[
        fieldNamed("enrichment_types", { type: "array" }, { kind: "list", label: w("enrichWhat"), choices: TYPES }),
        fieldNamed("max_budget", { type: "number" }, { label: w("budget"), isRequired: true }),
      ]}
      value={{ enrichment_types: ["descriptions"], max_budget: 5 }}
      submit={w("begin")}
      isNew
      onSubmit={send}
      onCancel={onClose}
      sayChoice={(_, type) => w.say("type", type)}
    />
  );
}

/** Texts in other languages: empty ones only. */
function Translate({ filter, onDone, onClose }: ActionProps) {
  const choices = useOtherLanguages();
  return (
    <Form
      fields={[fieldNamed("languages", { type: "array" }, { kind: "list", label: w("languages"), choices })]}
      submit={w("begin")}
      isNew
      onSubmit={async ({ languages = [] }) =>
        begun(await api.post("/enrichment/translate/batch", { body: { languages, filter } }), onDone)
      }
      onCancel={onClose}
    />
  );
}

/** Sends the products to a shop. */
function Shop({ filter, onDone, onClose }: ActionProps) {
  const shops = useGet<{ id: string; name: string }[]>("/connectors");
  const byId = new Map((shops.value ?? []).map(({ id, name }) => [id, name]));
  return (
    <Form
      fields={[
        fieldNamed("shop", {}, { kind: "choice", label: w("shop"), choices: [...byId.keys()], isRequired: true }),
      ]}
      submit={w("begin")}
      isNew
      onSubmit={async ({ shop }) =>
        begun(await api.post(`/connectors/${String(shop)}/sync/push-products`, { body: { filters: filter } }), onDone)
      }
      onCancel={onClose}
      sayChoice={(_, id) => byId.get(id) ?? id}
    />
  );
}

const ACTIONS = [
  { id: "tags", Body: Tags, permission: "EDIT_CATALOG", module: undefined },
  { id: "publication", Body: Publication, permission: "EDIT_CATALOG", module: undefined },
  { id: "enrich", Body: Enrich, permission: "RUN_ENRICHMENT", module: "enrichment" },
  { id: "translate", Body: Translate, permission: "RUN_ENRICHMENT", module: "enrichment" },
  { id: "shop", Body: Shop, permission: "MANAGE_CONNECTORS", module: "connectors" },
] as const;

/** The buttons of what can be done besides with what is selected, and the dialog of each. */
export function BulkActions(props: Omit<ActionProps, "onClose">) {
  const [open, setOpen] = useState<(typeof ACTIONS)[number]>();
  const close = () => setOpen(undefined);
  const shown = ACTIONS.filter(({ module }) => module === undefined || has(module));
  return (
    <>
      {shown.map((action) => (
        <Button
          key={action.id}
          text={w(`do.${action.id}`)}
          reason={may(action.permission) ? undefined : c("notAllowed")}
          onClick={() => setOpen(action)}
        />
      ))}
      {open && (
        <Dialog title={w(`do.${open.id}`)} onClose={close}>
          <open.Body
            {...props}
            onEdit={async (edit) => {
              const refusal = await props.onEdit(edit);
              if (!refusal) close();
              return refusal;
            }}
            onDone={() => {
              close();
              props.onDone();
            }}
            onClose={close}
          />
        </Dialog>
      )}
    </>
  );
}
