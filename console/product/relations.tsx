import { useState } from "preact/hooks";
import type { Page } from "../api/answers.ts";
import { api } from "../api/api.ts";
import { may } from "../api/session.ts";
import { useGet } from "../api/use-call.ts";
import { Button, Card, Pending, Tag } from "../ui/basics.tsx";
import { submits } from "../ui/form.tsx";
import { Select } from "../ui/select.tsx";
import { toast, toastRefusal, whenDone } from "../ui/toast.tsx";
import { Thumb } from "../ui/value.tsx";
import { c } from "../words/common.ts";
import type { PartProps } from "./product-body.ts";
import { w } from "./words.ts";

interface Relation {
  id: string;
  related_product_id: string;
  relationship_type: string;
  priority: number;
  related_product: { title: string; ean: string | null; primary_image_url: string | null };
}
const TYPES = ["accessory", "cross_sell", "up_sell", "spare_part", "compatible_with", "replacement"];

function Add({ path, reason, onAdded }: { path: string; reason: string | undefined; onAdded: () => void }) {
  const [type, setType] = useState("accessory");
  const [search, setSearch] = useState("");
  const add = async () => {
    const found = await api.get<Page<{ id: string }>>("/products", { query: { search, limit: 2 } });
    if (!found.ok) return toastRefusal(found.refusal);
    const [other, second] = found.value.items;
    if (!other) return toast(w("notFound"), { isBad: true });
    if (second) return toast(w("several", { n: found.value.meta.total ?? 2 }), { isBad: true });
    await whenDone(api.post(path, { body: { related_product_id: other.id, relationship_type: type } }), () => {
      setSearch("");
      onAdded();
    });
  };
  return (
    <form class="columns" onSubmit={submits(() => reason === undefined && add())}>
      <Select
        label={w("relation")}
        value={type}
        onValue={setType}
        choices={TYPES.map((each) => [each, w.say("relation", each)])}
      />
      <div class="field">
        <label for="related">{w("findProduct")}</label>
        <input id="related" value={search} onInput={({ currentTarget }) => setSearch(currentTarget.value)} />
      </div>
      <div class="actions">
        <Button text={c("add")} type="submit" reason={reason} />
      </div>
    </form>
  );
}

/** What goes with a product, what replaces it. */
export function Relations({ product }: PartProps) {
  const path = `/products/${product.id}/relations`;
  const list = useGet<{ items: Relation[] }>(path);
  const reason = may("EDIT_CATALOG") ? undefined : c("notAllowed");
  if (list.refusal || !list.value) return <Pending of={list} />;
  const remove = ({ id, related_product_id: other, relationship_type: type, priority }: Relation) =>
    whenDone(api.delete(`${path}/${id}`), () => {
      const body = { related_product_id: other, relationship_type: type, priority };
      toast(w("unrelated"), { undo: () => void api.post(path, { body }).then(list.reload) });
      list.reload();
    });
  return (
    <Card title={w("tab.relations")}>
      <Add path={path} reason={reason} onAdded={list.reload} />
      {list.value.items.length === 0 && <p class="soft">{w("noRelations")}</p>}
      <ul class="feed">
        {list.value.items.map((each) => (
          <li key={each.id}>
            <Thumb src={each.related_product.primary_image_url} />
            <a href={`/products/${each.related_product_id}`}>{each.related_product.title}</a>
            <Tag>{w.say("relation", each.relationship_type)}</Tag>
            <span class="sp" />
            <Button
              text="×"
              kind="quiet"
              reason={reason}
              label={c("remove", { what: each.related_product.title })}
              onClick={() => remove(each)}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}
