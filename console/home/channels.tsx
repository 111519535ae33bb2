import { may } from "../api/session.ts";
import { useGet } from "../api/use-call.ts";
import { writeAddress } from "../shell/routes-of.ts";
import { Card, Meter, Refused } from "../ui/basics.tsx";
import { Table } from "../ui/table.tsx";
import { nameWord } from "../words/fields.ts";
import { languageName, number } from "../words/words.ts";
import { w } from "./words.ts";

interface Channel {
  entity: { id: string; name: string } | null;
  language: string;
  products: number;
  ready: number;
  percent: number;
  missing: { field: string; count: number }[];
}

/** Where the grid shows the products that lack a field. */
const FILTER_OF: Readonly<Record<string, Record<string, string>>> = {
  images: { has_images: "false" },
  brand: { no_brand: "true" },
  supplier: { no_supplier: "true" },
  category: { without_category: "true" },
  description: { without_description: "true" },
  price: { has_price: "false" },
};
/** So many are named. */
const NAMED = 3;

/** What is missing most; of what the grid has a filter for, a link to it. */
function Missing({ channel: { entity, language, missing }, pivot }: { channel: Channel; pivot: string }) {
  return (
    <div class="pieces">
      {missing.slice(0, NAMED).map(({ field, count }, index) => {
        const filter = entity === null && language === pivot ? FILTER_OF[field] : undefined;
        const words = `${nameWord(field).toLowerCase()} (${number(count)})`;
        return (
          <span key={field} class="soft">
            {index > 0 && ", "}
            {filter ? <a href={writeAddress({ path: "/products", query: filter })}>{words}</a> : words}
          </span>
        );
      })}
    </div>
  );
}

/** How many products are ready for each channel in its language, and what they lack most. */
export function Channels() {
  const loaded = useGet<{ items: Channel[] }>(may("VIEW_ANALYTICS") ? "/products/stats/channels" : undefined);
  const items = loaded.value?.items ?? [];
  const pivot = items[0]?.language ?? "";
  return (
    <Card title={w("channels")}>
      <Refused refusal={loaded.refusal} onRetry={loaded.reload} />
      <Table
        label={w("channels")}
        rows={items}
        keyOf={({ entity, language }) => `${entity?.id} ${language}`}
        empty={<p class="soft">…</p>}
        columns={[
          {
            label: w("channel"),
            show: ({ entity, language }) => (
              <>
                {entity?.name ?? w("wholeCatalog")} <span class="soft">{languageName(language)}</span>
              </>
            ),
          },
          { label: w("ready"), isNumber: true, show: ({ ready }) => number(ready) },
          { label: w("ofProducts"), isNumber: true, show: ({ products }) => number(products) },
          { label: w("share"), show: ({ percent }) => <Meter value={Math.floor(percent)} /> },
          { label: w("completeness"), show: (channel) => <Missing channel={channel} pivot={pivot} /> },
        ]}
      />
    </Card>
  );
}
