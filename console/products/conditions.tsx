import { useDocument } from "../api/document.ts";
import { Button } from "../ui/basics.tsx";
import { Input } from "../ui/input.tsx";
import { type Field, parseEntry } from "../ui/schema.ts";
import { Select } from "../ui/select.tsx";
import { c } from "../words/common.ts";
import { codeWord, fieldWord } from "../words/fields.ts";
import { filtersOf } from "./columns.tsx";
import { useNamed } from "./named.ts";
import { w } from "./words.ts";

/** A condition on products as it is being entered. */
export interface Condition {
  id: string;
  filter: string;
  entry: string;
}
export const newCondition = (filter: string, entry = ""): Condition => ({ id: crypto.randomUUID(), filter, entry });

/** What a filter holds where an id is entered by its name. */
function Value({ field, entry, onEntry }: { field: Field; entry: string; onEntry: (entry: string) => void }) {
  const named = useNamed(field.name);
  const shown: Field = named ? { ...field, kind: "choice", choices: [...named.keys()] } : field;
  return (
    <Input
      field={{ ...shown, label: w("value") }}
      entry={entry}
      onEntry={onEntry}
      sayChoice={(code) => named?.get(code) ?? codeWord(code)}
    />
  );
}

/** Conditions on products as rows, all of which hold: those that the list of products has. */
export function Conditions({
  label,
  conditions,
  onConditions,
}: {
  label: string;
  conditions: Condition[];
  onConditions: (conditions: Condition[]) => void;
}) {
  const document = useDocument();
  const filters = document ? filtersOf(document) : [];
  const change = (id: string, next: Partial<Condition>) =>
    onConditions(conditions.map((each) => (each.id === id ? { ...each, ...next } : each)));
  return (
    <fieldset class="nested">
      <legend>{label}</legend>
      {conditions.length === 0 && <span class="faint">{w("noConditions")}</span>}
      {conditions.map(({ id, filter, entry }) => {
        const field = filters.find(({ name }) => name === filter);
        return (
          <div class="nestedrow" key={id}>
            <div class="columns">
              <Select
                label={w("filter")}
                value={filter}
                onValue={(name) => change(id, { filter: name, entry: "" })}
                choices={filters.map((each): [string, string] => [each.name, fieldWord(each)])}
              />
              {field && (
                <Value key={filter} field={field} entry={entry} onEntry={(next) => change(id, { entry: next })} />
              )}
            </div>
            <Button
              kind="quiet"
              icon="close"
              label={c("remove", { what: field ? fieldWord(field) : filter })}
              onClick={() => onConditions(conditions.filter((each) => each.id !== id))}
            />
          </div>
        );
      })}
      <Button text={c("add")} onClick={() => onConditions([...conditions, newCondition(filters[0]?.name ?? "")])} />
    </fieldset>
  );
}

/** Conditions as a filter of the API; those without a value restrict nothing, two of one name are alternatives. */
export function filterOf(filters: readonly Field[], conditions: readonly Pick<Condition, "filter" | "entry">[]) {
  const filter: Record<string, unknown> = {};
  for (const { filter: name, entry } of conditions) {
    const field = filters.find((each) => each.name === name);
    if (!field || entry.trim() === "") continue;
    const value = parseEntry(field, entry);
    filter[name] = Object.hasOwn(filter, name) ? [filter[name], value].flat() : value;
  }
  return filter;
}

/** The conditions that an address has; several values of one are separated by commas. */
export const conditionsOf = (filters: readonly Field[], query: Readonly<Record<string, unknown>>) =>
  Object.entries(query).flatMap(([filter, value]) => {
    const { kind } = filters.find(({ name }) => name === filter) ?? {};
    const text = String(value ?? "");
    return (kind === "list" || kind === "choice" ? text.split(",") : [text]).map((entry) => ({ filter, entry }));
  });

/** A condition in words, such as `In stock: yes`. */
export const sayCondition = (filters: readonly Field[], { filter: name, entry }: Condition): string => {
  const field = filters.find((each) => each.name === name);
  const word = field?.kind === "boolean" ? c(entry === "true" ? "yes" : "no") : codeWord(entry);
  return `${field ? fieldWord(field) : name}: ${word}`;
};
