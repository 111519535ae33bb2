import { may } from "../api/session.ts";
import type { ScreenProps } from "../screens.ts";
import { Button, Head, Tabs } from "../ui/basics.tsx";
import { Resource } from "../ui/resource.tsx";
import { Setting } from "../ui/setting.tsx";
import { c } from "../words/common.ts";
import { Batches } from "./batches.tsx";
import { Spending } from "./spending.tsx";
import { Translation } from "./translation.tsx";
import { w } from "./words.ts";

const TABS = ["batches", "translation", "prompts", "spending", "provider"] as const;
type Tab = (typeof TABS)[number];

function Part({ current }: { current: Tab }) {
  const reason = may("RUN_ENRICHMENT") ? undefined : c("notAllowed");
  if (current === "batches") return <Batches reason={reason} />;
  if (current === "translation") return <Translation reason={reason} />;
  if (current === "spending") return <Spending />;
  if (current === "prompts")
    return (
      <Resource
        path="/enrichment/prompts"
        createPath="/enrichment/prompts/"
        idField="slug"
        title={w("tab.prompts")}
        columns={["name", "purpose", "language", "is_builtin", "is_active"]}
        empty={w("noPrompts")}
        reason={reason}
      />
    );
  const settings = may("MANAGE_SETTINGS") ? undefined : c("notAllowed");
  return (
    <div class="stack">
      <Setting path="/settings/ai-provider" title={w("provider")} reason={settings} />
      <Setting path="/settings/translator" title={w("translator")} reason={settings} />
      <Setting path="/settings/web-search" title={w("webSearch")} reason={settings} />
      <Setting path="/settings/ai-voice" title={w("voice")} reason={settings} />
    </div>
  );
}

/** What machines write: for many products at once, in which words, by whom, and for how much. */
export function Ai({ params }: ScreenProps) {
  const tabs = TABS.filter((id) => id !== "provider" || may("MANAGE_SETTINGS")).filter(
    (id) => id !== "spending" || may("VIEW_ANALYTICS"),
  );
  const current = tabs.find((each) => each === params["tab"]) ?? "batches";
  return (
    <>
      <Head title={w("title")}>
        <Button text={w("review")} href="/review" />
      </Head>
      <Tabs w={w} root="/ai" first="batches" tabs={tabs} current={current} />
      <Part key={current} current={current} />
    </>
  );
}
