import { useState } from "preact/hooks";
import type { Page } from "../api/answers.ts";
import { api } from "../api/api.ts";
import { useTitles } from "../api/names.ts";
import { Button } from "../ui/basics.tsx";
import { submits } from "../ui/form.tsx";
import { useList } from "../ui/resource-page.ts";
import { PagedTable } from "../ui/table.tsx";
import { toast, toastRefusal, whenDone } from "../ui/toast.tsx";
import { c } from "../words/common.ts";
import { number } from "../words/words.ts";
import { w } from "./words.ts";

interface Entry {
  id: string;
  product_id: string;
  price: number;
  min_quantity: number;
}
const written = (entry: string): number | string => {
  const value = Number(entry.replace(/[\s\u00a0\u202f]/g, "").replace(",", "."));
  return entry.trim() !== "" && Number.isFinite(value) ? value : entry;
};

/** A price that is changed where it stands: saved on leaving it, on the state that was read. */
function Price({
  path,
  entry,
  label,
  reason,
}: {
  path: string;
  entry: Entry;
  label: string;
  reason: string | undefined;
}) {
  const save = async (value: string) => {
    const price = written(value);
    if (price === entry.price) return;
    const read = await api.get<Entry>(`${path}/${entry.id}`);
    const ifMatch = read.ok && read.value.price === entry.price ? read.etag : undefined;
    const answer = await api.patch(`${path}/${entry.id}`, { body: { price }, ifMatch });
    if (answer.ok) toast(c("saved"));
    else toastRefusal(answer.refusal);
  };
  return (
    <input
      class="figure"
      inputMode="decimal"
      aria-label={label}
      defaultValue={number(entry.price, { minimumFractionDigits: 2, useGrouping: false })}
      readOnly={reason !== undefined}
      onBlur={({ currentTarget }) => void save(currentTarget.value)}
    />
  );
}

function Add({ path, reason, onAdded }: { path: string; reason: string | undefined; onAdded: () => void }) {
  const [search, setSearch] = useState("");
  const [price, setPrice] = useState("");
  const add = async () => {
    const found = await api.get<Page<{ id: string }>>("/products", { query: { search, limit: 2 } });
    if (!found.ok) return toastRefusal(found.refusal);
    const [product, other] = found.value.items;
    if (!product) return toast(w("notFound"), { isBad: true });
    if (other) return toast(w("several", { n: found.value.meta.total ?? 2 }), { isBad: true });
    await whenDone(api.post(path, { body: { product_id: product.id, price: written(price) } }), () => {
      setSearch("");
      setPrice("");
      onAdded();
    });
  };
  return (
    <form class="row" onSubmit={submits(() => reason === undefined && add())}>
      <input
        aria-label={w("ean")}
        placeholder={w("ean")}
        value={search}
        onInput={(event) => setSearch(event.currentTarget.value)}
      />
      <input
        class="figure"
        inputMode="decimal"
        aria-label={w("price")}
        placeholder={w("price")}
        value={price}
        onInput={(event) => setPrice(event.currentTarget.value)}
      />
      <Button text={w("add")} type="submit" reason={reason} />
    </form>
  );
}

/** The prices of a list: changed in place, added by what a product is called. */
export function Entries({ list, reason }: { list: string; reason: string | undefined }) {
  const path = `/price-lists/${list}/entries`;
  const pages = useList<Entry>(path);
  const titles = useTitles(pages.rows.map(({ product_id: id }) => id));
  const titleOf = ({ product_id: id }: Entry) => titles.get(id) ?? "…";
  return (
    <section>
      <h3>{w("entries")}</h3>
      <Add path={path} reason={reason} onAdded={pages.reload} />
      <PagedTable
        label={w("entries")}
        pages={pages}
        keyOf={({ id }) => id}
        hrefOf={({ product_id: id }) => `/products/${id}/prices`}
        empty={<p class="soft">{w("noEntries")}</p>}
        columns={[
          { label: w("product"), show: titleOf },
          { label: w("quantity"), isNumber: true, show: ({ min_quantity: n }) => number(n) },
          {
            label: w("price"),
            isNumber: true,
            show: (entry) => (
              <Price path={path} entry={entry} label={`${w("price")} ${titleOf(entry)}`} reason={reason} />
            ),
          },
        ]}
      />
    </section>
  );
}
