import { useState } from "preact/hooks";
import type { Refusal } from "../api/answers.ts";
import { api } from "../api/api.ts";
import { useGet } from "../api/use-call.ts";
import { Button, Refused } from "../ui/basics.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { submits } from "../ui/form.tsx";
import { Input } from "../ui/input.tsx";
import { fieldNamed } from "../ui/schema.ts";
import { Select } from "../ui/select.tsx";
import { toast } from "../ui/toast.tsx";
import { w } from "./words.ts";

/** A SKU that lines of orders wait by. */
export interface Waiting {
  code: string;
  sku: string | null;
  units: number;
}
interface Variant {
  id: string;
  sku: string | null;
  title: string | null;
}

const PRODUCT = fieldNamed("product_id", { type: "string", format: "uuid" }, { isRequired: true });

/** Which variant of a product it is; nothing where it has none. */
function VariantChoice({ product, value, onValue }: { product: string; value: string; onValue: (id: string) => void }) {
  const path = `/products/${product}/variants`;
  const loaded = useGet<Variant[] | { items: Variant[] }>(path);
  const variants = Array.isArray(loaded.value) ? loaded.value : (loaded.value?.items ?? []);
  if (variants.length === 0) return null;
  return (
    <Select
      label={w("variant")}
      value={value}
      onValue={onValue}
      choices={[
        ["", "–"],
        ...variants.map(({ id, sku, title }): [string, string] => [id, [title, sku].filter(Boolean).join(" · ")]),
      ]}
    />
  );
}

/** Says which product a SKU of the shop is, or that it is none of ours. */
export function Assign({
  path,
  of,
  onClose,
  onDone,
}: {
  path: string;
  of: Waiting;
  onClose: () => void;
  onDone: () => void;
}) {
  const [product, setProduct] = useState("");
  const [variant, setVariant] = useState("");
  const [refusal, setRefusal] = useState<Refusal>();
  const assign = async (productId: string | null) => {
    const body = { code: of.code, product_id: productId, ...(variant === "" ? {} : { variant_id: variant }) };
    const answer = await api.post<{ lines: number }>(`${path}/unknown-skus/assign`, { body });
    if (!answer.ok) return setRefusal(answer.refusal);
    toast(productId === null ? w("dropped") : w("assigned", { n: answer.value.lines }));
    onClose();
    onDone();
  };
  return (
    <Dialog title={w("assignTitle", { sku: of.sku ?? of.code })} onClose={onClose}>
      <form onSubmit={submits(() => assign(product))}>
        <Input
          field={{ ...PRODUCT, label: w("product"), help: w("assignHelp", { n: of.units }) }}
          entry={product}
          onEntry={(id) => {
            setProduct(id);
            setVariant("");
          }}
          problems={refusal?.fields ?? []}
        />
        {product !== "" && <VariantChoice product={product} value={variant} onValue={setVariant} />}
        <Refused refusal={refusal && { ...refusal, fields: [] }} />
        <div class="actions">
          <Button text={w("notOurs")} onClick={() => assign(null)} />
          <Button text={w("assign")} kind="go" type="submit" reason={product === "" ? w("chooseProduct") : undefined} />
        </div>
      </form>
    </Dialog>
  );
}
