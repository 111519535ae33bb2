import { useState } from "preact/hooks";
import { api } from "../api/api.ts";
import { useCall } from "../api/use-call.ts";
import { setQuery } from "../shell/address.ts";
import { Button, Chip } from "../ui/basics.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Input } from "../ui/input.tsx";
import { type Field, parseEntry } from "../ui/schema.ts";
import { c } from "../words/common.ts";
import { codeWord, fieldWord } from "../words/fields.ts";
import { LISTS, useNamed } from "./named.ts";
import { w } from "./words.ts";

interface Named {
  id: string;
  name: string;
}

/** A filter with its ids turned into choices by name. */
function Choice({ field, entry, onEntry }: { field: Field; entry: string; onEntry: (entry: string) => void }) {
  const byId = useNamed(field.name) ?? new Map<string, string>();
  const asChoice: Field = { ...field, kind: "choice", choices: [...byId.keys()] };
  return (
    <Input
      field={{ ...asChoice, label: fieldWord(field) }}
      entry={entry}
      onEntry={onEntry}
      sayChoice={(id) => byId.get(id) ?? id}
    />
  );
}

function AddFilter({ filters, onClose }: { filters: Field[]; onClose: () => void }) {
  const [name, setName] = useState(filters[0]?.name ?? "");
  const [entry, setEntry] = useState("");
  const field = filters.find((each) => each.name === name);
  return (
    <Dialog title={w("addFilter")} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!field || entry === "") return;
          setQuery({ [name]: String(parseEntry(field, entry)) }, { replace: false });
          onClose();
        }}
      >
        <div class="field">
          <label for="filter">{w("filter")}</label>
          <select
            id="filter"
            value={name}
            onChange={({ currentTarget }) => {
              setName(currentTarget.value);
              setEntry("");
            }}
          >
            {filters.map((each) => (
              <option key={each.name} value={each.name}>
                {fieldWord(each)}
              </option>
            ))}
          </select>
        </div>
        {field &&
          (LISTS[name] ? (
            <Choice key={name} field={field} entry={entry} onEntry={setEntry} />
          ) : (
            <Input
              key={name}
              field={{ ...field, label: w("value") }}
              entry={entry}
              onEntry={setEntry}
              sayChoice={codeWord}
            />
          ))}
        <div class="actions">
          <Button text={c("cancel")} onClick={onClose} />
          <Button text={w("apply")} kind="go" type="submit" />
        </div>
      </form>
    </Dialog>
  );
}

const shownValue = (field: Field, value: string): string =>
  field.kind === "boolean" ? c(value === "true" ? "yes" : "no") : codeWord(value);

/** The filters that are set, as chips, and a way to add one. */
export function Filters({ filters, query }: { filters: Field[]; query: Record<string, string> }) {
  const [isAdding, setAdding] = useState(false);
  const set = filters.filter(({ name }) => query[name] !== undefined);
  return (
    <div class="chips">
      {query["q"] && <Chip name={w("searched")} value={query["q"]} onRemove={() => setQuery({ q: undefined })} />}
      {set.map((field) => (
        <NamedChip key={field.name} field={field} value={query[field.name] ?? ""} />
      ))}
      <Button text={w("filter")} icon="plus" onClick={() => setAdding(true)} />
      {isAdding && <AddFilter filters={filters} onClose={() => setAdding(false)} />}
    </div>
  );
}

/** A chip that shows the name of what an id stands for. */
function NamedChip({ field, value }: { field: Field; value: string }) {
  const path = LISTS[field.name];
  const named = useCall(`${path} ${value}`, (signal) =>
    api.get<Named>(path === undefined ? "/auth/me" : `${path}/${value}`, { signal }),
  );
  const word = path === undefined ? shownValue(field, value) : (named.value?.name ?? "…");
  return <Chip name={fieldWord(field)} value={word} onRemove={() => setQuery({ [field.name]: undefined })} />;
}
