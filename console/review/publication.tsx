import { api } from "../api/api.ts";
import { may } from "../api/session.ts";
import { Card, Meter } from "../ui/basics.tsx";
import { Facts } from "../ui/facts.tsx";
import { Thumb } from "../ui/value.tsx";
import { c } from "../words/common.ts";
import { ago, money } from "../words/words.ts";
import { Decider } from "./decider.tsx";
import { useQueue } from "./use-queue.ts";
import { w } from "./words.ts";

interface Submitted {
  id: string;
  title: string;
  ean: string | null;
  brand_name: string | null;
  price: number | null;
  completeness_score: number;
  primary_image_url: string | null;
  short_description: string | null;
  updated_at: string;
}

/** Products that somebody submitted for publication. */
export function Publication() {
  const queue = useQueue<Submitted>("/products", {
    workflow_status: "review",
    sort_by: "updated_at",
    sort_order: "asc",
  });
  const reason = may("PUBLISH_CATALOG") ? undefined : c("notAllowed");
  const move = (item: Submitted, action: "approve" | "reject") =>
    api.post(`/products/${item.id}/workflow/${action}`, { body: {} });
  return (
    <Decider
      queue={queue}
      label={w("tab.publication")}
      empty={w("noPublication")}
      done={({ title }) => title}
      choices={[
        { key: "a", label: w("approve"), kind: "go", reason, run: (item) => move(item, "approve") },
        { key: "r", label: w("back"), kind: "bad", reason, run: (item) => move(item, "reject") },
      ]}
      show={(item) => (
        <Card
          title={<a href={`/products/${item.id}`}>{item.title}</a>}
          actions={<Thumb src={item.primary_image_url} isBig />}
        >
          <Facts
            facts={[
              [w("complete"), <Meter value={item.completeness_score} />],
              [w("codeIs"), item.ean ?? "–"],
              [w("brand"), item.brand_name ?? "–"],
              [w("ours"), item.price === null ? "–" : money(item.price)],
              [w("seen"), ago(item.updated_at)],
            ]}
          />
          {item.short_description && <p>{item.short_description}</p>}
        </Card>
      )}
    />
  );
}
