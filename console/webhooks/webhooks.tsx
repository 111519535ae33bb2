import { api } from "../api/api.ts";
import { may } from "../api/session.ts";
import { Button, Head, Tag } from "../ui/basics.tsx";
import { Resource } from "../ui/resource.tsx";
import { type Row, useList } from "../ui/resource-page.ts";
import { Secret, showSecret } from "../ui/secret.tsx";
import { PagedTable } from "../ui/table.tsx";
import { toast, whenDone } from "../ui/toast.tsx";
import { c } from "../words/common.ts";
import { ago } from "../words/words.ts";
import { w } from "./words.ts";

const DAY_MS = 86_400_000;

/** What was sent to an endpoint, what it answered, and the way to send it again. */
function Log({ path, reason }: { path: string; reason: string | undefined }) {
  const pages = useList(`${path}/logs`);
  const again = (id: unknown) =>
    whenDone(api.post(`${path}/logs/${id}/retry`), () => {
      toast(w("sentAgain"));
      pages.reload();
    });
  return (
    <section>
      <h3>{w("log")}</h3>
      <PagedTable
        label={w("log")}
        pages={pages}
        keyOf={(row) => String(row["id"])}
        empty={<p class="soft">{w("noLog")}</p>}
        columns={[
          { label: w("event"), show: (row) => String(row["event"]) },
          {
            label: w("answer"),
            show: (row) => (
              <Tag tone={row["success"] ? "good" : "bad"}>
                {String(row["status_code"] || row["error_message"] || "–")}
              </Tag>
            ),
          },
          { label: w("when"), show: (row) => ago(String(row["triggered_at"])) },
          {
            label: c("actions"),
            show: (row) =>
              row["success"] ? (
                ""
              ) : (
                <Button text={w("again")} kind="quiet" reason={reason} onClick={() => again(row["id"])} />
              ),
          },
        ]}
      />
    </section>
  );
}

function More({ row, reason }: { row: Row; reason: string | undefined }) {
  const path = `/webhooks/${String(row["id"])}`;
  const test = () =>
    whenDone(api.post<{ status: string; status_code: number; duration_ms: number }>(`${path}/test`), (value) => {
      const { status, status_code: code, duration_ms: ms } = value;
      toast(w("tested", { status: String(code), ms }), { isBad: status !== "success" });
    });
  const rotate = () =>
    whenDone(api.post<{ secret: string }>(`${path}/rotate-secret`, { body: {} }), (value) => showSecret(value.secret));
  const replay = async () => {
    const since = new Date(Date.now() - DAY_MS).toISOString();
    await whenDone(api.post<{ replayed: number }>(`${path}/replay`, { body: { since } }), (value) =>
      toast(w("replayed", { n: value.replayed })),
    );
  };
  return (
    <>
      <div class="row">
        <Button text={w("test")} reason={reason} onClick={test} />
        <Button text={w("rotate")} reason={reason} onClick={rotate} />
        <Button text={w("replay")} reason={reason} onClick={replay} />
      </div>
      <Log path={path} reason={reason} />
    </>
  );
}

/** Endpoints that are told what changes, and what was sent to them. */
export function Webhooks() {
  const reason = may("MANAGE_WEBHOOKS") ? undefined : c("notAllowed");
  return (
    <>
      <Head title={w("title")} />
      <Resource
        path="/webhooks"
        title={w("title")}
        columns={["name", "url", "events", "is_active", "disabled_reason"]}
        empty={w("empty")}
        reason={reason}
        more={(row) => <More row={row} reason={reason} />}
      />
      <Secret />
    </>
  );
}
