import { useEffect, useId, useState } from "preact/hooks";
import { useCall, useGet } from "../api/use-call.ts";
import { c } from "../words/common.ts";
import type { Control } from "./choices.tsx";
import { fetchPage, type Row } from "./resource-page.ts";
import { resolve, type Schema } from "./schema.ts";

/** A list of the API in which something is found by what it is called. */
interface Source {
  path: string;
  /** The list takes `search`; otherwise its first page is all that is offered. */
  isSearched: boolean;
}

const SOURCES: Readonly<Record<string, Source>> = {
  product: { path: "/products", isSearched: true },
  brand: { path: "/brands", isSearched: true },
  category: { path: "/categories", isSearched: true },
  parent: { path: "/categories", isSearched: true },
  supplier: { path: "/suppliers", isSearched: true },
  tag: { path: "/product-tags", isSearched: true },
  entity: { path: "/entities", isSearched: false },
  competitor: { path: "/prices/competitors", isSearched: false },
  price_list: { path: "/price-lists", isSearched: false },
  profile: { path: "/exports/profiles", isSearched: true },
  platform: { path: "/exports/platforms", isSearched: true },
};
const NAMES = new RegExp(`(?:^|_)(${Object.keys(SOURCES).join("|")})_ids?$`);

/** Where what a field such as `brand_id` names is found; of a list its items must be ids. */
export function sourceOf(name: string, list?: Schema): Source | undefined {
  if (list && resolve(list.items ?? {}, {}).format !== "uuid") return undefined;
  return SOURCES[NAMES.exec(name)?.[1] ?? ""];
}

const WAIT_MS = 150;
const OFFERED_MAX = 20;

/** What a row is called, told apart from its namesakes by its code. */
function nameOf(row: Row): string {
  const name = String(row["title"] ?? row["path"] ?? row["name"] ?? row["id"]);
  const code = row["ean"] ?? row["code"];
  return code ? `${name} · ${String(code)}` : name;
}

interface FinderProps extends Control {
  source: Source;
}

/** Something that the API knows by its id, chosen by what it is called. */
export function Finder({ id, entry, onEntry, attributes, source }: FinderProps) {
  const { path, isSearched } = source;
  const [text, setText] = useState<string>();
  const [wanted, setWanted] = useState("");
  const listId = useId();
  useEffect(() => {
    const timer = setTimeout(() => setWanted(text ?? ""), WAIT_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const key = isSearched ? `${path}?${wanted}` : path;
  const found = useCall(key, (signal) =>
    fetchPage(path, undefined, signal, isSearched && wanted !== "" ? { search: wanted, limit: OFFERED_MAX } : {}),
  );
  const offered = found.value?.items ?? [];
  const listed = offered.find((row) => row["id"] === entry);
  const chosen = useGet<Row>(entry === "" || !isSearched ? undefined : `${path}/${entry}`);
  const current = listed ?? (chosen.value?.["id"] === entry ? chosen.value : undefined);
  const shown = entry === "" ? "" : current ? nameOf(current) : entry;
  const write = (written: string) => {
    setText(written);
    if (written === "") onEntry("");
  };
  // Also when what is called so arrives after its name was written or pasted.
  const hit = String((text && offered.find((row) => nameOf(row) === text)?.["id"]) || "");
  useEffect(() => {
    if (hit !== "" && hit !== entry) onEntry(hit);
  }, [hit, entry, onEntry]);
  return (
    <>
      <input
        id={id}
        list={listId}
        autocomplete="off"
        placeholder={c("search")}
        value={text ?? shown}
        {...attributes}
        onInput={({ currentTarget }) => write(currentTarget.value)}
        // What was written and is nothing that is known does not stay: it would look chosen.
        onBlur={() => setText(undefined)}
      />
      <datalist id={listId}>
        {offered.map((row) => (
          <option key={String(row["id"])} value={nameOf(row)} />
        ))}
      </datalist>
    </>
  );
}

/** Any number of them: one below the other, with one more to choose. */
export function Finders({ id, entry, onEntry, attributes, source, label }: FinderProps & { label: string }) {
  const chosen = entry.split("\n").filter(Boolean);
  const put = (next: string[]) => onEntry([...new Set(next)].filter(Boolean).join("\n"));
  return (
    <div id={id} role="group" aria-label={label} class="stack">
      {[...chosen, ""].map((each, index) => (
        <Finder
          key={`${each} ${index}`}
          id={`${id}-${index}`}
          entry={each}
          onEntry={(next) => put([...chosen.slice(0, index), next, ...chosen.slice(index + 1)])}
          attributes={{ ...attributes, "aria-label": `${label} ${index + 1}` }}
          source={source}
        />
      ))}
    </div>
  );
}
