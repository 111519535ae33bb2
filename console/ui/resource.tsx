import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { known, refusalOf } from "../api/answers.ts";
import { api } from "../api/api.ts";
import { useDocument } from "../api/document.ts";
import { useCall } from "../api/use-call.ts";
import { c } from "../words/common.ts";
import { codeWord, fieldWord, fieldWords } from "../words/fields.ts";
import { Button, Card, Empty, Loading, Refused } from "./basics.tsx";
import { ask, Drawer } from "./dialog.tsx";
import { Form } from "./form.tsx";
import { bodyFields, listFields, type Row, useList } from "./resource-page.ts";
import type { Field } from "./schema.ts";
import { PagedTable } from "./table.tsx";
import { toast, whenDone } from "./toast.tsx";
import { show } from "./value.tsx";

interface ResourceProps {
  /** Its list, such as `/brands`; creating is a POST on it, one of them stands below it. */
  path: string;
  title: string;
  /** Names of the fields that the table shows, the first one leads to the row. */
  columns: readonly string[];
  /** Why the person may not change anything. */
  reason?: string | undefined;
  /** What will stand here and how it gets here. */
  empty: string;
  /** Where one is made, if not by a POST on the list. */
  createPath?: string;
  /** What a made one answers once, such as a secret. */
  onCreated?: (made: Row) => void;
  /** Name of the field that identifies a row. */
  idField?: string;
  /** How one is changed; PATCH where the description has it, else PUT. */
  more?: (row: Row, reload: () => void) => ComponentChildren;
  canDelete?: boolean;
  canCreate?: boolean;
  /** Whether one of them has a page of its own; false: it can only be deleted. */
  canOpen?: boolean;
  /** The list has all of a row: there is no GET of one. */
  isWhole?: boolean;
}

/** Cells of any field: a list as words, a text as it is. */
const cell = (field: Field | undefined, row: Row, name: string): ComponentChildren => {
  const value = row[name];
  if (Array.isArray(value)) return value.map(String).map(codeWord).join(", ");
  return show(field ?? { name, kind: "text" }, value);
};

interface OneProps {
  path: string;
  id: string;
  listed: Row | undefined;
  props: ResourceProps;
  onClose: () => void;
  reload: () => void;
}

/** One of the list: all that the description lets change, what else can be done with it, and its end. */
function One({ path, id, listed, props, onClose, reload }: OneProps) {
  const document = useDocument();
  const loaded = useCall<Row>(path, async (signal) =>
    listed && (props.isWhole || props.canOpen === false) ? known(listed) : api.get<Row>(path, { signal }),
  );
  const { reason, canDelete = true, canOpen = true, more } = props;
  const row = loaded.value;
  const patched = document ? bodyFields(document, "patch", path) : [];
  const fields = patched.length > 0 || !document ? patched : bodyFields(document, "put", path);
  const remove = async () => {
    if (!(await ask({ title: c("sure"), yes: c("delete"), isBad: true }))) return;
    await whenDone(api.delete(path), () => {
      onClose();
      reload();
    });
  };
  return (
    <Drawer title={String(row?.["name"] ?? row?.["email"] ?? row?.["code"] ?? props.title)} onClose={onClose}>
      <Refused refusal={loaded.refusal} />
      {!row && !loaded.refusal && <Loading />}
      {row && document && canOpen && (
        <Form
          fields={fieldWords(fields)}
          value={row}
          submit={c("save")}
          reason={reason}
          sayChoice={(_, code) => codeWord(code)}
          onSubmit={(body) => {
            const options = { body, ifMatch: loaded.etag };
            return refusalOf(
              patched.length > 0
                ? api.patch<Row>(path, options)
                : api.put<Row>(path, { ...options, body: { ...kept(fields, row), ...body } }),
              () => {
                toast(c("saved"));
                onClose();
                reload();
              },
            );
          }}
        />
      )}
      {row &&
        more?.({ ...row, id }, () => {
          loaded.reload();
          reload();
        })}
      {row && canDelete && (
        <div class="actions">
          <Button text={c("delete")} kind="bad" reason={reason} onClick={remove} />
        </div>
      )}
    </Drawer>
  );
}

/** What a PUT must say again. */
const kept = (fields: Field[], row: Row): Row =>
  Object.fromEntries(fields.flatMap(({ name }) => (row[name] === undefined ? [] : [[name, row[name]]])));

/** A list of the API with what can be done with it: its columns and forms are those of the description. */
export function Resource(props: ResourceProps) {
  const { path, title, columns, reason, empty, createPath = path, onCreated, idField = "id", canCreate = true } = props;
  const document = useDocument();
  const pages = useList(path);
  const [isNew, setNew] = useState(false);
  const [open, setOpen] = useState<string>();
  const fields = document ? listFields(document, path) : [];
  const created = document ? bodyFields(document, "post", createPath) : [];
  return (
    <Card
      title={title}
      actions={
        canCreate && created.length > 0 ? (
          <Button text={c("new")} kind="go" reason={reason} onClick={() => setNew(true)} />
        ) : undefined
      }
    >
      <PagedTable
        label={title}
        pages={pages}
        keyOf={(row) => String(row[idField])}
        onOpen={(row) => setOpen(String(row[idField]))}
        empty={<Empty title={empty} />}
        columns={columns.map((name) => {
          const field = fields.find((each) => each.name === name);
          return {
            label: fieldWord(field ?? { name, label: name }),
            isNumber: field?.kind === "integer" || field?.kind === "number",
            show: (row: Row) => cell(field, row, name),
          };
        })}
      />
      {isNew && (
        <Drawer title={title} onClose={() => setNew(false)}>
          <Form
            fields={fieldWords(created)}
            isNew
            submit={c("save")}
            onCancel={() => setNew(false)}
            sayChoice={(_, code) => codeWord(code)}
            onSubmit={(body) =>
              refusalOf(api.post<Row>(createPath, { body }), (value) => {
                setNew(false);
                pages.reload();
                if (onCreated) onCreated(value);
                else toast(c("saved"));
              })
            }
          />
        </Drawer>
      )}
      {open !== undefined && (
        <One
          path={`${path}/${open}`}
          id={open}
          listed={pages.rows.find((row) => String(row[idField]) === open)}
          props={props}
          onClose={() => setOpen(undefined)}
          reload={pages.reload}
        />
      )}
    </Card>
  );
}
