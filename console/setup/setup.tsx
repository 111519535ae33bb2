import { has, may } from "../api/session.ts";
import type { ScreenProps } from "../screens.ts";
import { Head, Tabs } from "../ui/basics.tsx";
import { Resource } from "../ui/resource.tsx";
import { Setting } from "../ui/setting.tsx";
import { c } from "../words/common.ts";
import { w } from "./words.ts";

const TABS = ["brands", "categories", "suppliers", "tags", "entities", "languages", "rules"] as const;
type Tab = (typeof TABS)[number];

/** The tabs that are a list: where it is, what its table shows, and what stands in its place. */
const LISTS = {
  brands: { path: "/brands", columns: ["name", "product_count", "website", "is_active"], empty: "noBrands" },
  categories: { path: "/categories", columns: ["name", "path", "product_count", "is_active"], empty: "noCategories" },
  suppliers: {
    path: "/suppliers",
    columns: ["name", "code", "country", "product_count", "is_active"],
    empty: "noSuppliers",
  },
  tags: { path: "/product-tags", columns: ["name", "product_count"], empty: "noTags" },
  entities: {
    path: "/entities",
    columns: ["name", "code", "type", "default_language", "is_active"],
    empty: "noEntities",
  },
  rules: {
    path: "/compliance/rules",
    columns: ["code", "severity", "is_active", "message"],
    empty: "noRules",
    ...{ canCreate: false, canDelete: false, isWhole: true },
  },
} as const;

function Part({ current, reason }: { current: Tab; reason: string | undefined }) {
  const settings = may("MANAGE_SETTINGS") ? undefined : c("notAllowed");
  if (current !== "languages") {
    const { empty, ...list } = LISTS[current];
    return <Resource {...list} title={w(`tab.${current}`)} empty={w(empty)} reason={reason} />;
  }
  return (
    <div class="stack">
      <Setting path="/settings/languages" title={w("languages")} reason={settings} />
      <Setting path="/settings/publication" title={w("publication")} reason={settings} />
      <Setting path="/settings/exchange-rates" title={w("rates")} reason={settings} />
    </div>
  );
}

/** What products refer to, and the rules that they follow. */
export function Setup({ params }: ScreenProps) {
  const tabs = TABS.filter((id) => id !== "rules" || has("compliance"));
  const current = tabs.find((each) => each === params["tab"]) ?? "brands";
  return (
    <>
      <Head title={w("title")} />
      <Tabs w={w} root="/setup" first="brands" tabs={tabs} current={current} />
      <Part key={current} current={current} reason={may("EDIT_CATALOG") ? undefined : c("notAllowed")} />
    </>
  );
}
