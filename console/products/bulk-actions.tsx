import { useState } from "preact/hooks";
import type { Page, Refusal } from "../api/answers.ts";
import { api } from "../api/api.ts";
import { has, may } from "../api/session.ts";
import { useCall } from "../api/use-call.ts";
import { Button } from "../ui/basics.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Form } from "../ui/form.tsx";
import { fieldNamed } from "../ui/schema.ts";
import { toast } from "../ui/toast.tsx";
import { c } from "../words/common.ts";
import type { EditRequest } from "./bulk-edit.ts";
import type { ProductRow } from "./columns.tsx";
import { useNamed } from "./named.ts";
import { w } from "./words.ts";

const PART = 100;
/** How many products a request can name one by one. */
const CHOSEN_MAX = 10_000;

/** What is selected: a list and its filters, or products of it. */
export interface Selected {
  list: { path: string; query: Record<string, unknown> };
  /** As `filter` of what many products are changed by. */
  filter: Record<string, unknown>;
  /** `undefined`: all of the list, those that nobody has seen too. */
  ids: string[] | undefined;
}

/** The ids of all products of a list. */
export async function idsOfList({ path, query }: Selected["list"]): Promise<string[] | Refusal> {
  const all = new Set<string>();
  let cursor: string | undefined;
  do {
    const answer = await api.get<Page<ProductRow>>(path, { query: { ...query, limit: PART, cursor } });
    if (!answer.ok) return answer.refusal;
    for (const { id } of answer.value.items) all.add(id);
    cursor = answer.value.meta.next_cursor ?? undefined;
  } while (cursor !== undefined && all.size < CHOSEN_MAX);
  return [...all];
}

type Sent = Promise<Refusal | undefined>;
interface ActionProps {
  selected: Selected;
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
function Enrich({ selected, onDone, onClose }: ActionProps) {
  const send = async ({ enrichment_types: types = [], max_budget: budget }: Record<string, unknown>) => {
    const name = w("batchName", { date: new Date().toISOString().slice(0, 10) });
    const body = { name, filters: selected.filter, enrichment_types: types, max_budget: budget };
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

/** The products by their ids, then what is done with these. */
async function withIds({ ids, list }: Selected, then: (ids: string[]) => Sent): Sent {
  const found = ids ?? (await idsOfList(list));
  return Array.isArray(found) ? then(found) : found;
}

/** Texts in other languages: empty ones only. */
function Translate({ selected, onDone, onClose }: ActionProps) {
  const known = useCall("languages", (signal) =>
    api.get<{ enabled: string[]; pivot: string }>("/settings/languages", { signal }),
  );
  const choices = (known.value?.enabled ?? []).filter((code) => code !== known.value?.pivot);
  return (
    <Form
      fields={[fieldNamed("languages", { type: "array" }, { kind: "list", label: w("languages"), choices })]}
      submit={w("begin")}
      isNew
      onSubmit={({ languages = [] }) =>
        withIds(selected, async (ids) => {
          const body = { languages, filter: { product_ids: ids } };
          return begun(await api.post("/enrichment/translate/batch", { body }), onDone);
        })
      }
      onCancel={onClose}
    />
  );
}

/** Sends the products to a shop. */
function Shop({ selected, onDone, onClose }: ActionProps) {
  const shops = useCall("shops", (signal) =>
    api.get<Page<{ id: string; name: string }>>("/connectors", { signal, query: { limit: PART } }),
  );
  const byId = new Map((shops.value?.items ?? []).map(({ id, name }) => [id, name]));
  return (
    <Form
      fields={[
        fieldNamed("shop", {}, { kind: "choice", label: w("shop"), choices: [...byId.keys()], isRequired: true }),
      ]}
      submit={w("begin")}
      isNew
      onSubmit={({ shop }) =>
        withIds(selected, async (ids) => {
          const body = { product_ids: ids };
          return begun(await api.post(`/connectors/${String(shop)}/sync/push-products`, { body }), onDone);
        })
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
          reason={may(action.permission) ? undefined : c("notAllowed")}
          onClick={() => setOpen(action)}
        >
          {w(`do.${action.id}`)}
        </Button>
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
