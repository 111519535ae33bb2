import { useGet } from "../api/use-call.ts";
import { Card, Meter } from "../ui/basics.tsx";
import { Table } from "../ui/table.tsx";
import { fieldWord, nameWord } from "../words/fields.ts";
import { languageName } from "../words/words.ts";
import { Changes, plain } from "./history.tsx";
import { Comparison } from "./market.tsx";
import type { PartProps } from "./product-body.ts";
import { w } from "./words.ts";

interface Completeness {
  score: number;
  missing: string[];
  by_language: Record<string, { score: number; missing: string[] }>;
}

function Complete({ id, state }: { id: string; state: string }) {
  const loaded = useGet<Completeness>(`/products/${id}/completeness`, {}, state);
  const { value } = loaded;
  if (!value) return null;
  const names = value.missing.map((name) => nameWord(name)).join(", ");
  return (
    <Card title={w("completeness")} actions={<Meter value={value.score} />}>
      <p class="soft">{names === "" ? w("whole") : w("lacks", { what: names })}</p>
      <Table
        label={w("byLanguage")}
        rows={Object.entries(value.by_language)}
        keyOf={([code]) => code}
        hrefOf={([code]) => `/products/${id}/texts?language=${code}`}
        columns={[
          { label: w("language"), show: ([code]) => languageName(code) },
          { label: w("texts"), show: ([, { score }]) => <Meter value={Math.round(score)} /> },
        ]}
      />
    </Card>
  );
}

/** What matters first: where it stands in the market, what it lacks, what changed last. */
export function Overview({ product, loaded }: PartProps) {
  return (
    <div class="two">
      <div class="stack">
        <Comparison id={product.id} />
        {typeof product["description"] === "string" && (
          <Card title={fieldWord({ name: "description", label: "Description" })}>
            <p>{plain(product["description"])}</p>
          </Card>
        )}
      </div>
      <div class="stack">
        <Complete id={product.id} state={String(product["updated_at"])} />
        <Changes product={product} loaded={loaded} count={5} />
      </div>
    </div>
  );
}
