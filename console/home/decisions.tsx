import { useGet } from "../api/use-call.ts";
import { Card, Refused, Tag, type Tone } from "../ui/basics.tsx";
import { ago, number } from "../words/words.ts";
import { w } from "./words.ts";

interface Decision {
  kind: string;
  count: number;
  oldest_at: string | null;
  subject: { id: string; name: string } | null;
}

/** Where each kind is decided, and how urgent it looks. */
const PLACES: Readonly<Record<string, { href: (id: string) => string; tone: Tone }>> = {
  import_mapping: { href: (id) => `/imports/${id}`, tone: "warn" },
  import_errors: { href: (id) => `/imports/${id}`, tone: "bad" },
  pending_codes: { href: () => "/review/codes", tone: "warn" },
  ai_proposals: { href: () => "/review", tone: "warn" },
  translations: { href: () => "/review/translations", tone: "warn" },
  publication: { href: () => "/review/publication", tone: "warn" },
  doubtful_prices: { href: () => "/review/prices", tone: "warn" },
  map_violations: { href: () => "/prices/map", tone: "bad" },
  price_alerts: { href: () => "/prices/alerts", tone: "warn" },
  repricing_runs: { href: () => "/prices/runs", tone: "warn" },
  unknown_skus: { href: (id) => `/shops/${id}`, tone: "warn" },
  shop_errors: { href: (id) => `/shops/${id}`, tone: "bad" },
  failed_deliveries: { href: () => "/webhooks", tone: "bad" },
};

/** One thing each, whose number says nothing. */
const SINGLE = new Set(["import_mapping", "shop_errors"]);

/** What waits for a person, with the way to where it is decided. */
export function Decisions() {
  const loaded = useGet<{ items: Decision[] }>("/decisions");
  const items = loaded.value?.items ?? [];
  return (
    <Card title={w("decisions")}>
      <Refused refusal={loaded.refusal} onRetry={loaded.reload} />
      {loaded.value && items.length === 0 && <p class="soft">{w("noDecisions")}</p>}
      <ul class="feed">
        {items.map(({ kind, count, oldest_at: at, subject }) => {
          const place = PLACES[kind];
          const words = w.say("decision", kind).replace("{name}", subject?.name ?? "");
          return (
            <li key={`${kind} ${subject?.id}`}>
              <Tag tone={place?.tone ?? "warn"}>{SINGLE.has(kind) ? w("waiting") : number(count)}</Tag>
              <span>{words}</span>
              {place && (
                <a href={place.href(subject?.id ?? "")}>
                  {w("decide")}
                  <span class="unseen">: {words}</span>
                </a>
              )}
              {at && <time dateTime={at}>{ago(at)}</time>}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
