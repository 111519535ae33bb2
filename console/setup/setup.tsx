import { has, may } from "../api/session.ts";
import type { ScreenProps } from "../screens.ts";
import { Head, Tabs } from "../ui/basics.tsx";
import { Resource } from "../ui/resource.tsx";
import { Setting } from "../ui/setting.tsx";
import { c } from "../words/common.ts";
import { w } from "./words.ts";

const TABS = ["brands", "categories", "suppliers", "tags", "entities", "languages", "rules"] as const;
type Tab = (typeof TABS)[number];

function Part({ current, reason }: { current: Tab; reason: string | undefined }) {
  const settings = may("MANAGE_SETTINGS") ? undefined : c("notAllowed");
  const shared = { reason, title: w(`tab.${current}`) };
  if (current === "brands")
    return (
      <Resource
        {...shared}
        path="/brands"
        columns={["name", "product_count", "website", "is_active"]}
        empty={w("noBrands")}
      />
    );
  if (current === "categories")
    return (
      <Resource
        {...shared}
        path="/categories"
        columns={["name", "path", "product_count", "is_active"]}
        empty={w("noCategories")}
      />
    );
  if (current === "suppliers")
    return (
      <Resource
        {...shared}
        path="/suppliers"
        columns={["name", "code", "country", "product_count", "is_active"]}
        empty={w("noSuppliers")}
      />
    );
  if (current === "tags")
    return <Resource {...shared} path="/product-tags" columns={["name", "product_count"]} empty={w("noTags")} />;
  if (current === "entities")
    return (
      <Resource
        {...shared}
        path="/entities"
        columns={["name", "code", "type", "default_language", "is_active"]}
        empty={w("noEntities")}
      />
    );
  if (current === "rules") {
    return (
      <Resource
        {...shared}
        path="/compliance/rules"
        columns={["code", "severity", "is_active", "message"]}
        empty={w("noRules")}
        canCreate={false}
        canDelete={false}
        isWhole
      />
    );
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
      <Tabs
        label={w("tabs")}
        current={current}
        tabs={tabs.map((id) => ({ id, label: w(`tab.${id}`), href: id === "brands" ? "/setup" : `/setup/${id}` }))}
      />
      <Part key={current} current={current} reason={may("EDIT_CATALOG") ? undefined : c("notAllowed")} />
    </>
  );
}
