import { useEffect, useMemo, useState } from "preact/hooks";
import { type Page, queryText } from "../api/answers.ts";
import { api } from "../api/api.ts";
import { type ApiDocument, apiDocument } from "../api/document.ts";
import { has, may } from "../api/session.ts";
import { useRows } from "../api/use-rows.ts";
import { address, go, setQuery } from "../shell/address.ts";
import { remember, remembered } from "../shell/preferences.ts";
import { Button, Empty, Head, Loading } from "../ui/basics.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Grid } from "../ui/grid.tsx";
import { c } from "../words/common.ts";
import { fieldWord } from "../words/fields.ts";
import { language } from "../words/words.ts";
import { Bulk, BulkProgress } from "./bulk.tsx";
import { bulkEdit } from "./bulk-edit.ts";
import { BulkHistory } from "./bulk-history.tsx";
import { columnsOf, FIRST_COLUMNS, filtersOf, type ProductRow } from "./columns.tsx";
import { useEditing } from "./editing.ts";
import { Filters } from "./filters.tsx";
import { NewProduct } from "./new-product.tsx";
import { Views } from "./views.tsx";
import { w } from "./words.ts";

const NONE: ReadonlySet<string> = new Set();
/** In the address, but no filter. */
const NOT_FILTERS = new Set(["q", "new", "sort_by", "sort_order"]);

/** What the address says about the list, as the API takes it. */
function listOf(query: Record<string, string>): { path: string; query: Record<string, unknown> } {
  const filters = Object.fromEntries(Object.entries(query).filter(([name]) => !NOT_FILTERS.has(name)));
  if (query["q"]) return { path: "/search/products", query: { ...filters, q: query["q"] } };
  return { path: "/products", query: { ...filters, sort_by: query["sort_by"], sort_order: query["sort_order"] } };
}

/** What a view keeps of the address. */
const shownQuery = (query: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(query).filter(([name]) => name !== "new"));

function ChooseColumns({
  document,
  chosen,
  onChosen,
  onClose,
}: {
  document: ApiDocument;
  chosen: readonly string[];
  onChosen: (names: string[]) => void;
  onClose: () => void;
}) {
  return (
    <Dialog title={w("columns")} onClose={onClose}>
      <div class="columns">
        {columnsOf(document).map(({ field }) => (
          <label key={field.name} class="row">
            <input
              type="checkbox"
              checked={chosen.includes(field.name)}
              onChange={({ currentTarget }) =>
                onChosen(currentTarget.checked ? [...chosen, field.name] : chosen.filter((name) => name !== field.name))
              }
            />
            {fieldWord(field)}
          </label>
        ))}
      </div>
      <div class="actions">
        <Button text={c("close")} kind="go" onClick={onClose} />
      </div>
    </Dialog>
  );
}

function List({ document }: { document: ApiDocument }) {
  const { query } = address.value;
  const list = listOf(query);
  const key = JSON.stringify(list);
  const rows = useRows<ProductRow>(key, (place, signal) =>
    api.get<Page<ProductRow>>(list.path, { signal, query: { ...list.query, ...place } }),
  );
  const [chosen, setChosen] = useState<readonly string[]>(() => remembered("columns", FIRST_COLUMNS));
  const [open, setOpen] = useState<"columns" | "views" | "edits">();
  const choose = (names: string[]) => {
    setChosen(names);
    remember("columns", names);
  };
  const [chosenRows, setChosenRows] = useState<ReadonlySet<string>>(NONE);
  // All pages: those that are here now, and those that nobody has seen.
  const [isAll, setAll] = useState(false);
  const setSelected = (next: Set<string>) => {
    setAll(false);
    setChosenRows(next);
  };
  useEffect(() => setSelected(new Set()), [key]);
  const selected = useMemo(
    () => (isAll ? new Set(rows.loaded.map(({ id }) => id)) : chosenRows),
    [isAll, chosenRows, isAll && rows.loaded],
  );
  const mayEdit = may("EDIT_CATALOG");
  // The same objects until they change: rows are not drawn again for them.
  const shown = useMemo(() => {
    const all = columnsOf(document);
    const columns = chosen.flatMap((name) => all.find(({ field }) => field.name === name) ?? []);
    return columns.map((column) => ({ ...column, isEditable: column.isEditable && mayEdit }));
  }, [document, chosen, mayEdit, language.value]);
  const editing = useEditing(rows, shown);
  const by = query["sort_by"];
  const isDown = query["sort_order"] !== "asc";
  const hasFilters = Object.keys(query).some((name) => name === "q" || !NOT_FILTERS.has(name));
  return (
    <>
      <Head title={w("title")} note={rows.total === undefined ? undefined : w("count", { n: rows.total })}>
        <Button text={w("views")} kind="quiet" onClick={() => setOpen("views")} />
        {mayEdit && <Button text={w("edits")} kind="quiet" onClick={() => setOpen("edits")} />}
        <Button text={w("columns")} kind="quiet" onClick={() => setOpen("columns")} />
        {has("exports") && may("MANAGE_EXPORTS") && !query["q"] && (
          <Button text={w("export")} kind="quiet" href={`/exports${queryText(list.query)}`} />
        )}
        <Button
          text={w("newProduct")}
          kind="go"
          reason={mayEdit ? undefined : c("notAllowed")}
          onClick={() => setQuery({ new: "1" })}
        />
      </Head>
      <Filters filters={filtersOf(document)} query={query} />
      <Grid
        key={key}
        label={w("title")}
        columns={shown}
        rows={rows}
        keyOf={({ id }) => id}
        onOpen={({ id }) => go(`/products/${id}`)}
        empty={
          <Empty title={w(hasFilters ? "empty" : "noProducts")}>
            {hasFilters && <a href="/products">{w("clear")}</a>}
          </Empty>
        }
        selected={selected}
        isAll={isAll}
        onSelected={setSelected}
        sort={{ by, isDown }}
        onSort={(next) => setQuery({ sort_by: next, sort_order: next === by && isDown ? "asc" : "desc" })}
        {...editing}
      />
      {bulkEdit.value ? (
        <BulkProgress />
      ) : (
        selected.size > 0 && (
          <Bulk
            document={document}
            rows={rows}
            list={list}
            selected={selected}
            isAll={isAll}
            onSelected={setSelected}
            onAll={() => setAll(true)}
          />
        )
      )}
      {open === "columns" && (
        <ChooseColumns document={document} chosen={chosen} onChosen={choose} onClose={() => setOpen(undefined)} />
      )}
      {open === "edits" && <BulkHistory onDone={rows.reload} onClose={() => setOpen(undefined)} />}
      {open === "views" && (
        <Views query={shownQuery(query)} columns={chosen} onColumns={choose} onClose={() => setOpen(undefined)} />
      )}
      {query["new"] === "1" && <NewProduct document={document} onClose={() => setQuery({ new: undefined })} />}
    </>
  );
}

/** The grid of products. */
export function Products() {
  const [document, setDocument] = useState<ApiDocument>();
  useEffect(() => {
    void apiDocument().then(setDocument);
  }, []);
  return document ? (
    <List document={document} />
  ) : (
    <>
      <Head title={w("title")} />
      <Loading />
    </>
  );
}
