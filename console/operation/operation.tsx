import { api } from "../api/api.ts";
import { may } from "../api/session.ts";
import { useGet } from "../api/use-call.ts";
import { Button, Card, Head, Pending, Tag } from "../ui/basics.tsx";
import { labelOf } from "../ui/schema.ts";
import { Setting } from "../ui/setting.tsx";
import { Table } from "../ui/table.tsx";
import { toast, whenDone } from "../ui/toast.tsx";
import { c } from "../words/common.ts";
import { number } from "../words/words.ts";
import { w } from "./words.ts";

type PartState = Record<string, unknown> & { status: string };
interface Ready {
  parts: Record<string, PartState>;
}
const GIGABYTE = 1e9;

/** What a part is called; one that is new here by its name in the API. */
const partWord = (name: string): string => {
  const said = w.say("part", name);
  return said === name ? labelOf(name) : said;
};

/** The figures of a part in one line; that the database answers says its state. */
function figures({ status, answer, ...rest }: PartState): string {
  return Object.entries(rest)
    .map(([name, value]) => {
      if (name === "free_bytes" && typeof value === "number") return w("free", { n: Math.round(value / GIGABYTE) });
      const said = w.say("figure", name);
      return `${said} ${typeof value === "number" ? number(value) : String(value)}`;
    })
    .join(" · ");
}

function Health() {
  const loaded = useGet<Ready>("/health/ready");
  return (
    <Card title={w("health")} actions={<Button text={c("retry")} kind="quiet" onClick={loaded.reload} />}>
      <Pending of={loaded} />
      {loaded.value && (
        <Table
          label={w("health")}
          rows={Object.entries(loaded.value.parts)}
          keyOf={([name]) => name}
          columns={[
            { label: w("part"), show: ([name]) => partWord(name) },
            {
              label: w("state"),
              show: ([, { status }]) => (
                <Tag tone={status === "up" ? "good" : "bad"}>{w(status === "up" ? "up" : "down")}</Tag>
              ),
            },
            { label: w("figures"), show: ([, part]) => figures(part) },
          ]}
        />
      )}
    </Card>
  );
}

/** How the service is, and what an admin sets for it. */
export function Operation() {
  const health = useGet<{ version: string }>("/health");
  const reason = may("MANAGE_SETTINGS") ? undefined : c("notAllowed");
  const rebuild = () => whenDone(api.post("/search/reindex"), () => toast(w("rebuilding")));
  return (
    <>
      <Head title={w("title")} note={health.value && w("version", { version: health.value.version })} />
      <div class="stack">
        <Health />
        <Card title={w("search")} actions={<Button text={w("rebuild")} reason={reason} onClick={rebuild} />}>
          <p class="soft">{w("searchText")}</p>
        </Card>
        <Setting path="/settings/smtp" title={w("smtp")} reason={reason} />
        <Setting path="/settings/search-vector" title={w("vectors")} reason={reason} />
        <Setting path="/settings/erp" title={w("erp")} reason={reason} />
      </div>
    </>
  );
}
