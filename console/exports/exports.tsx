import { api } from "../api/api.ts";
import { may } from "../api/session.ts";
import type { ScreenProps } from "../screens.ts";
import { Button, Card, Empty, Head, Tabs } from "../ui/basics.tsx";
import { Resource } from "../ui/resource.tsx";
import { type Row, useList } from "../ui/resource-page.ts";
import { Secret, showSecret } from "../ui/secret.tsx";
import { PagedTable } from "../ui/table.tsx";
import { toast, toastRefusal, whenDone } from "../ui/toast.tsx";
import { State } from "../ui/value.tsx";
import { c } from "../words/common.ts";
import { ago, number } from "../words/words.ts";
import { ExportFile } from "./file.tsx";
import { w } from "./words.ts";

const TABS = ["file", "profiles", "feeds", "partners", "schedules", "runs"] as const;
type Tab = (typeof TABS)[number];

/** What was sent to partners, and the way to send again what failed. */
function Runs({ reason }: { reason: string | undefined }) {
  const pages = useList("/exports/jobs");
  const retry = (id: unknown) =>
    whenDone(api.post(`/exports/jobs/${String(id)}/retry`), () => {
      toast(w("retried"));
      pages.reload();
    });
  return (
    <Card title={w("tab.runs")}>
      <PagedTable
        label={w("tab.runs")}
        pages={pages}
        keyOf={(row) => String(row["id"])}
        empty={<Empty title={w("noRuns")} />}
        columns={[
          { label: w("partner"), show: (row) => String(row["platform_name"]) },
          { label: w("status"), show: (row) => <State code={String(row["status"])} /> },
          { label: w("sent"), isNumber: true, show: (row) => number(Number(row["success_items"])) },
          { label: w("failedItems"), isNumber: true, show: (row) => number(Number(row["failed_items"])) },
          { label: w("when"), show: (row) => ago(String(row["created_at"])) },
          {
            label: c("actions"),
            show: (row) =>
              Number(row["failed_items"]) > 0 ? (
                <Button text={w("retry")} kind="quiet" reason={reason} onClick={() => retry(row["id"])} />
              ) : (
                ""
              ),
          },
        ]}
      />
    </Card>
  );
}

function TestPartner({ row }: { row: Row }) {
  const reason = may("MANAGE_EXPORTS") ? undefined : c("notAllowed");
  const test = async () => {
    const answer = await api.post<{ success: boolean; error_message: string | null }>(
      `/exports/platforms/${String(row["id"])}/test`,
    );
    if (!answer.ok) return toastRefusal(answer.refusal);
    const { success, error_message: why } = answer.value;
    return success ? toast(w("testGood")) : toast(w("testBad", { why: why ?? "" }), { isBad: true });
  };
  return <Button text={w("test")} reason={reason} onClick={test} />;
}

/** The tabs that are a list: where it is, what its table shows, and what stands in its place. */
const LISTS = {
  profiles: {
    path: "/exports/profiles",
    columns: ["name", "description", "language", "channel", "updated_at"],
    empty: "noProfiles",
  },
  feeds: {
    path: "/exports/feeds",
    columns: ["name", "feed_type", "items", "left_out", "built_at"],
    empty: "noFeeds",
    onCreated: ({ url }: Row) => showSecret(url),
  },
  partners: {
    path: "/exports/platforms",
    columns: ["name", "platform_type", "is_active", "total_exports", "success_rate"],
    empty: "noPartners",
    more: (row: Row) => <TestPartner row={row} />,
  },
  schedules: {
    path: "/exports/schedules",
    columns: ["schedule_name", "platform_name", "is_active", "next_run_at", "last_status"],
    empty: "noSchedules",
  },
} as const;

function Part({ current, reason }: { current: Tab; reason: string | undefined }) {
  if (current === "file") return <ExportFile />;
  if (current === "runs") return <Runs reason={reason} />;
  const { empty, ...list } = LISTS[current];
  return <Resource {...list} title={w(`tab.${current}`)} empty={w(empty)} reason={reason} />;
}

/** Files of products: made now, fetched by others, or sent by schedule. */
export function Exports({ params }: ScreenProps) {
  const current = TABS.find((each) => each === params["tab"]) ?? "file";
  return (
    <>
      <Head title={w("title")} />
      <Tabs w={w} root="/exports" first="file" tabs={TABS} current={current} />
      <Part key={current} current={current} reason={may("MANAGE_EXPORTS") ? undefined : c("notAllowed")} />
      <Secret />
    </>
  );
}
