import type { ComponentChildren } from "preact";
import { known } from "../api/answers.ts";
import { api } from "../api/api.ts";
import { has, may } from "../api/session.ts";
import { useCall } from "../api/use-call.ts";
import { Card, Tag, type Tone } from "../ui/basics.tsx";
import { ago, money } from "../words/words.ts";
import type { RecentImport } from "./recent-import.ts";
import { w } from "./words.ts";

interface Triggered {
  id: string;
  product_id: string;
  product_title: string;
  competitor_name: string;
  observed_price: number;
  triggered_at: string;
  acknowledged_at: string | null;
}
interface Decision {
  id: string;
  tone: Tone;
  tag: string;
  text: ComponentChildren;
  href?: string;
  at?: string;
}

const counted = (isAllowed: boolean, path: string) => async (signal: AbortSignal) =>
  isAllowed ? api.get<{ total: number }>(path, { signal, query: { limit: 1 } }) : known({ total: 0 });

const ofCount = (id: "codes" | "validations" | "texts", n: number, href: string): Decision[] =>
  n > 0 ? [{ id, tone: "warn", tag: w("waiting"), text: w(id, { n }), href }] : [];

const ofImport = ({ id, file_name: file, failed_rows: n, created_at: at }: RecentImport): Decision => ({
  id,
  tone: "bad",
  tag: w("failedRows", { n }),
  text: w("failedImport", { file }),
  href: `/imports/${id}`,
  at,
});
const ofAlert = (alert: Triggered): Decision => ({
  id: alert.id,
  tone: "warn",
  tag: w("alertTag"),
  text: w("alert", { shop: alert.competitor_name, product: alert.product_title, price: money(alert.observed_price) }),
  href: `/products/${alert.product_id}/prices`,
  at: alert.triggered_at,
});

/** What waits for a person, with the way to where it is decided. */
export function Decisions({ imports }: { imports: RecentImport[] }) {
  const prices = has("price_monitor") && may("VIEW_PRICING");
  const codes = useCall("codes", counted(has("imports") && may("MANAGE_IMPORTS"), "/imports/ean-pending"));
  const doubtful = useCall("validations", counted(prices, "/prices/validation"));
  const proposals = useCall("proposals", counted(has("enrichment") && may("EDIT_CATALOG"), "/enrichment/review"));
  const alerts = useCall("alerts", async (signal) =>
    prices ? api.get<Triggered[]>("/prices/alerts/triggered", { signal, query: { limit: 5 } }) : known<Triggered[]>([]),
  );
  const waiting: Decision[] = [
    ...imports.filter(({ failed_rows: failed }) => failed > 0).map(ofImport),
    ...ofCount("codes", codes.value?.total ?? 0, "/review/codes"),
    ...ofCount("validations", doubtful.value?.total ?? 0, "/review"),
    ...ofCount("texts", proposals.value?.total ?? 0, "/review"),
    ...(alerts.value ?? []).filter(({ acknowledged_at: at }) => at === null).map(ofAlert),
  ];
  return (
    <Card title={w("decisions")}>
      {waiting.length === 0 && <p class="soft">{w("noDecisions")}</p>}
      <ul class="feed">
        {waiting.map(({ id, tone, tag, text, href, at }) => (
          <li key={id}>
            <Tag tone={tone}>{tag}</Tag>
            <span>{text}</span>
            {href && (
              <a href={href}>
                {w("open")}
                <span class="unseen">: {text}</span>
              </a>
            )}
            {at && <time dateTime={at}>{ago(at)}</time>}
          </li>
        ))}
      </ul>
    </Card>
  );
}
