import { useState } from "preact/hooks";
import { api } from "../api/api.ts";
import { may } from "../api/session.ts";
import { Card, Tag } from "../ui/basics.tsx";
import { Facts } from "../ui/facts.tsx";
import { c } from "../words/common.ts";
import { ago, money } from "../words/words.ts";
import { Decider } from "./decider.tsx";
import { useQueue } from "./use-queue.ts";
import { w } from "./words.ts";

interface Doubtful {
  id: string;
  reason: string;
  internal_sku: string;
  candidates: { product_id: string; ean: string | null; title: string }[];
  competitor_name: string;
  competitor_url: string;
  price_ttc: number;
  created_at: string;
}

const isWebAddress = (url: string): boolean => /^https?:\/\//.test(url);

/** Competitors' prices that cannot be right as they are, or fit several products. */
export function Prices() {
  const queue = useQueue<Doubtful>("/prices/validation", {});
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const reason = may("MANAGE_PRICING") ? undefined : c("notAllowed");
  const productOf = ({ id, candidates }: Doubtful) => chosen[id] ?? candidates[0]?.product_id;
  const decide = (item: Doubtful, action: "confirm" | "reject") =>
    api.post(`/prices/validation/${item.id}`, {
      body: { action, ...(action === "confirm" ? { product_id: productOf(item) } : {}) },
    });
  return (
    <Decider
      queue={queue}
      label={w("tab.prices")}
      empty={w("noPrices")}
      done={({ competitor_name: name, price_ttc: price }) => `${name} · ${money(price)}`}
      choices={[
        { key: "a", label: w("accept"), kind: "go", reason, run: (item) => decide(item, "confirm") },
        { key: "r", label: w("reject"), kind: "bad", reason, run: (item) => decide(item, "reject") },
      ]}
      show={(item) => (
        <div class="two">
          <Card title={item.competitor_name} actions={<Tag tone="warn">{w.say("reason", item.reason)}</Tag>}>
            <Facts
              facts={[
                [w("price"), <b>{money(item.price_ttc)}</b>],
                [w("article"), item.internal_sku],
                [w("seen"), ago(item.created_at)],
              ]}
            />
            {isWebAddress(item.competitor_url) && (
              <a href={item.competitor_url} target="_blank" rel="noreferrer">
                {w("openPage")}
              </a>
            )}
          </Card>
          <Card title={w("which")}>
            {item.candidates.map(({ product_id: product, ean, title }) => (
              <label class="row" key={product}>
                <input
                  type="radio"
                  name={`candidate ${item.id}`}
                  checked={productOf(item) === product}
                  onChange={() => setChosen((before) => ({ ...before, [item.id]: product }))}
                />
                <span>
                  {title} <span class="faint">{ean}</span>
                </span>
              </label>
            ))}
          </Card>
        </div>
      )}
    />
  );
}
