import type { ComponentChildren } from "preact";
import type { Page } from "../api/answers.ts";
import { useGet } from "../api/use-call.ts";
import type { Screen, ScreenProps } from "../screens.ts";
import { address } from "../shell/address.ts";
import { isShown } from "../shell/is-shown.ts";
import { Card, Empty, Head, Loading } from "../ui/basics.tsx";
import { language } from "../words/words.ts";
import { w } from "./words.ts";

interface Found {
  href: string;
  name: string;
  note?: string | undefined;
}
interface Named {
  id: string;
  name: string;
  path?: string;
}
interface FoundProduct {
  id: string;
  title: string;
  ean: string | null;
  brand_name: string | null;
}
const LIMIT = 8;

function Group({ title, found, children }: { title: string; found: Found[]; children?: ComponentChildren }) {
  if (found.length === 0) return null;
  return (
    <Card title={title}>
      <ul class="feed">
        {found.map(({ href, name, note }) => (
          <li key={href}>
            <a href={href}>{name}</a>
            {note && <span class="faint">{note}</span>}
          </li>
        ))}
      </ul>
      {children}
    </Card>
  );
}

/** Names of a list that contain what is looked for, each leading to its products. */
function useNamed(path: string, filter: string, q: string): { found: Found[]; isLoading: boolean } {
  const { value, isLoading } = useGet<Page<Named>>(path, { search: q, limit: LIMIT });
  const found = (value?.items ?? []).map(({ id, name, path: note }) => ({
    href: `/products?${filter}=${id}`,
    name,
    note,
  }));
  return { found, isLoading };
}

function Results({ q, screens: all }: { q: string; screens: readonly Screen[] }) {
  const products = useGet<Page<FoundProduct>>("/search/products", { q, limit: LIMIT });
  const brands = useNamed("/brands", "brand_id", q);
  const categories = useNamed("/categories", "category_id", q);
  const suppliers = useNamed("/suppliers", "supplier_ids", q);
  const wanted = q.toLowerCase();
  const screens = all
    .filter((screen) => isShown(screen) && screen.name[language.value].toLowerCase().includes(wanted))
    .map(({ path, name }) => ({ href: path.replace(/\/:.*$/, "") || "/", name: name[language.value] }));
  const found = (products.value?.items ?? []).map(({ id, title, ean, brand_name: brand }) => ({
    href: `/products/${id}`,
    name: title,
    note: [brand, ean].filter(Boolean).join(" · "),
  }));
  const groups = [screens, found, brands.found, categories.found, suppliers.found];
  const isLoading = products.isLoading || brands.isLoading || categories.isLoading || suppliers.isLoading;
  if (groups.every(({ length }) => length === 0))
    return isLoading ? <Loading /> : <Empty title={w("nothing", { q })} />;
  return (
    <div class="stack">
      <Group title={w("screens")} found={screens} />
      <Group title={w("products")} found={found}>
        <a href={`/products?q=${encodeURIComponent(q)}`}>{w("all")}</a>
      </Group>
      <Group title={w("brands")} found={brands.found} />
      <Group title={w("categories")} found={categories.found} />
      <Group title={w("suppliers")} found={suppliers.found} />
    </div>
  );
}

/** Search over everything: products with their typos, what they refer to, and the screens. */
export function Search({ screens }: ScreenProps) {
  const q = address.value.query["q"] ?? "";
  return (
    <>
      <Head title={w("title")} />
      {q === "" ? <Empty title={w("enter")} /> : <Results q={q} screens={screens} />}
    </>
  );
}
