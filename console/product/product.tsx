import type { ComponentType } from "preact";
import { api } from "../api/api.ts";
import { has, may } from "../api/session.ts";
import { useGet } from "../api/use-call.ts";
import type { ScreenProps } from "../screens.ts";
import { go } from "../shell/address.ts";
import { Button, Head, Pending, Tabs } from "../ui/basics.tsx";
import { ask } from "../ui/dialog.tsx";
import { toast, toastRefusal } from "../ui/toast.tsx";
import { State, Thumb } from "../ui/value.tsx";
import { c } from "../words/common.ts";
import { Attributes } from "./attributes.tsx";
import { Channels } from "./channels.tsx";
import { Compliance } from "./compliance.tsx";
import { Documents } from "./documents.tsx";
import { History } from "./history.tsx";
import { Images } from "./images.tsx";
import { Market } from "./market.tsx";
import { Overview } from "./overview.tsx";
import type { PartProps, ProductBody } from "./product-body.ts";
import { Publication } from "./publication.tsx";
import { Relations } from "./relations.tsx";
import { Stock } from "./stock.tsx";
import { Texts } from "./texts.tsx";
import { Variants } from "./variants.tsx";
import { w } from "./words.ts";

/** The parts of the page, in the order of their tabs. */
const PARTS = {
  overview: Overview,
  texts: Texts,
  attributes: Attributes,
  images: Images,
  variants: Variants,
  prices: Market,
  stock: Stock,
  channels: Channels,
  documents: Documents,
  relations: Relations,
  compliance: Compliance,
  history: History,
} satisfies Record<string, ComponentType<PartProps>>;
type PartName = keyof typeof PARTS;
const isPart = (name: string | undefined): name is PartName => name !== undefined && Object.hasOwn(PARTS, name);

async function remove(id: string): Promise<void> {
  if (!(await ask({ title: w("deleteTitle"), text: w("deleteText"), yes: c("delete"), isBad: true }))) return;
  const answer = await api.delete(`/products/${id}`);
  if (!answer.ok) return toastRefusal(answer.refusal);
  toast(w("deleted"), { undo: () => void api.post(`/products/${id}/restore`).then(() => go(`/products/${id}`)) });
  go("/products");
}

/** The page of a product: its parts are tabs, and the address names the one that is open. */
export function Product({ params }: ScreenProps) {
  const { id = "", tab } = params;
  const loaded = useGet<ProductBody>(`/products/${id}`);
  const current: PartName = isPart(tab) ? tab : "overview";
  const product = loaded.value;
  if (!product)
    return (
      <>
        <Head title="…" />
        <Pending of={loaded} />
      </>
    );
  const Part = PARTS[current];
  const facts = [product["brand_name"], product["ean"], product["reference"]].filter(Boolean).join(" · ");
  return (
    <>
      <div class="head">
        <Thumb src={product["primary_image_url"]} isBig />
        <div class="named">
          <h1>{product.title}</h1>
          <span class="soft">{facts}</span>
        </div>
        <State code={String(product["workflow_status"])} />
        <Publication id={id} status={String(product["workflow_status"])} onDone={loaded.reload} />
        <Button
          text={w("delete")}
          kind="bad"
          reason={may("DELETE_CATALOG") ? undefined : c("notAllowed")}
          onClick={() => remove(id)}
        />
      </div>
      <Tabs
        w={w}
        root={`/products/${id}`}
        first="overview"
        tabs={Object.keys(PARTS).filter(
          (name) => (name !== "compliance" || has("compliance")) && (name !== "documents" || has("enrichment")),
        )}
        current={current}
      />
      <Part key={current} product={product} loaded={loaded} />
    </>
  );
}
