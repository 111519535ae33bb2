import { has, may } from "../api/session.ts";
import type { ScreenProps } from "../screens.ts";
import { Head, Tabs } from "../ui/basics.tsx";
import { Resource } from "../ui/resource.tsx";
import { c } from "../words/common.ts";
import { Alerts } from "./alerts.tsx";
import { Entries } from "./entries.tsx";
import { Market } from "./market.tsx";
import { Minimums } from "./minimums.tsx";
import { Rules } from "./rules.tsx";
import { Runs } from "./runs.tsx";
import { w } from "./words.ts";

const TABS = ["market", "lists", "map", "alerts", "rules", "runs", "competitors"] as const;
type Tab = (typeof TABS)[number];
/** What needs more than the module of prices. */
const WATCHING: ReadonlySet<Tab> = new Set(["market", "map", "alerts", "competitors"]);

function Part({ current, reason }: { current: Tab; reason: string | undefined }) {
  if (current === "market") return <Market reason={reason} />;
  if (current === "map") return <Minimums reason={reason} />;
  if (current === "alerts") return <Alerts reason={reason} />;
  if (current === "rules") return <Rules reason={reason} />;
  if (current === "runs") return <Runs reason={reason} />;
  if (current === "competitors")
    return (
      <Resource
        path="/prices/competitors"
        title={w("tab.competitors")}
        columns={["name", "base_url", "observations_count", "is_active"]}
        empty={w("noCompetitors")}
        reason={reason}
      />
    );
  return (
    <Resource
      path="/price-lists"
      title={w("tab.lists")}
      columns={["name", "channel", "currency", "priority", "is_active"]}
      empty={w("noLists")}
      reason={reason}
      more={(row) => <Entries list={String(row["id"])} reason={reason} />}
    />
  );
}

/** Prices: ours, those of others, and what follows from them. */
export function Prices({ params }: ScreenProps) {
  const tabs = TABS.filter((id) => !WATCHING.has(id) || has("price_monitor"));
  const current = tabs.find((each) => each === params["tab"]) ?? tabs[0] ?? "lists";
  return (
    <>
      <Head title={w("title")} />
      <Tabs w={w} root="/prices" tabs={tabs} current={current} />
      <Part key={current} current={current} reason={may("MANAGE_PRICING") ? undefined : c("notAllowed")} />
    </>
  );
}
