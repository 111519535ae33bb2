import { useState } from "preact/hooks";
import type { Refusal } from "../api/answers.ts";
import { api } from "../api/api.ts";
import { useCall, usePages } from "../api/use-call.ts";
import { Button, Card, Refused } from "../ui/basics.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Input } from "../ui/input.tsx";
import { fetchPage } from "../ui/resource-page.ts";
import { fieldNamed } from "../ui/schema.ts";
import { Select } from "../ui/select.tsx";
import { PagedTable } from "../ui/table.tsx";
import { toast } from "../ui/toast.tsx";
import { c } from "../words/common.ts";
import { ago, number } from "../words/words.ts";
import { w } from "./words.ts";

interface UnknownSku {
  code: string;
  sku: string | null;
  lines: number;
  units: number;
  last_reported_at: string;
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
  const loaded = useCall(path, (signal) => api.get<Variant[] | { items: Variant[] }>(path, { signal }));
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
function Assign({
  path,
  of,
  onClose,
  onDone,
}: {
  path: string;
  of: UnknownSku;
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
    onDone();
  };
  return (
    <Dialog title={w("assignTitle", { sku: of.sku ?? of.code })} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void assign(product);
        }}
      >
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
          <Button onClick={() => void assign(null)}>{w("notOurs")}</Button>
          <Button kind="go" type="submit" reason={product === "" ? w("chooseProduct") : undefined}>
            {w("assign")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** What was sold there and nobody here knows. */
export function Unknown({ path, reason }: { path: string; reason: string | undefined }) {
  const [open, setOpen] = useState<UnknownSku>();
  const pages = usePages<UnknownSku>(path, async (cursor, signal) => {
    const answer = await fetchPage(`${path}/unknown-skus`, cursor, signal);
    return answer as Awaited<ReturnType<typeof fetchPage>> & { value: { items: UnknownSku[] } };
  });
  return (
    <Card title={w("unknown")}>
      <p class="soft">{w("unknownText")}</p>
      <PagedTable
        label={w("unknown")}
        pages={pages}
        keyOf={({ code }) => code}
        empty={<p class="soft">{w("noUnknown")}</p>}
        columns={[
          { id: "sku", label: w("sku"), show: ({ sku, code }) => <span class="mono">{sku ?? code}</span> },
          { id: "lines", label: w("orderLines"), isNumber: true, show: ({ lines }) => number(lines) },
          { id: "units", label: w("sold"), isNumber: true, show: ({ units }) => number(units) },
          { id: "when", label: w("when"), show: ({ last_reported_at: at }) => ago(at) },
          {
            id: "actions",
            label: c("actions"),
            show: (row) => (
              <Button kind="quiet" reason={reason} onClick={() => setOpen(row)}>
                {w("assign")}
              </Button>
            ),
          },
        ]}
      />
      {open && (
        <Assign
          path={path}
          of={open}
          onClose={() => setOpen(undefined)}
          onDone={() => {
            setOpen(undefined);
            pages.reload();
          }}
        />
      )}
    </Card>
  );
}
