import { known } from "../api/answers.ts";
import { api } from "../api/api.ts";
import { has, may, me } from "../api/session.ts";
import { useCall } from "../api/use-call.ts";
import { Button, Card, Head, Loading, Meter, Refused } from "../ui/basics.tsx";
import { labelOf } from "../ui/schema.ts";
import { Table } from "../ui/table.tsx";
import { State } from "../ui/value.tsx";
import { fieldWord } from "../words/fields.ts";
import { ago, number, percent } from "../words/words.ts";
import { Decisions } from "./decisions.tsx";
import { FirstSteps } from "./first-steps.tsx";
import type { RecentImport } from "./recent-import.ts";
import { w } from "./words.ts";

interface Overview {
  total: number;
  with_price: number;
  in_stock: number;
  average_completeness: number;
  by_workflow_status: Record<string, number>;
  created_last_30_days: number;
}
interface Completeness {
  publishable: number;
  missing_fields: { field: string; count: number; percent: number }[];
}

/** Where the grid shows the products that lack a field; fields without a filter lead to those that are not complete. */
const FILTER_OF: Readonly<Record<string, string>> = {
  images: "has_images=false",
  brand: "no_brand=true",
  supplier: "no_supplier=true",
  category: "without_category=true",
  description: "without_description=true",
  price: "has_price=false",
};

function Counts({ overview, publishable }: { overview: Overview; publishable: number }) {
  const {
    total,
    in_stock: stocked,
    with_price: priced,
    average_completeness: average,
    created_last_30_days: fresh,
  } = overview;
  return (
    <div class="cards">
      <Card>
        <div class="num">{number(total)}</div>
        <div>{w("products", { n: total })}</div>
        <div class="soft">{w("thisMonth", { n: fresh })}</div>
      </Card>
      <Card>
        <div class="num">{percent(average)}</div>
        <div>{w("complete")}</div>
        <div class="soft">{w("publishable", { n: publishable })}</div>
      </Card>
      <Card>
        <div class="num">{number(stocked)}</div>
        <div>{w("stocked")}</div>
        <div class="soft">{w("priced", { n: priced })}</div>
      </Card>
    </div>
  );
}

function Missing({ missing, total }: { missing: Completeness["missing_fields"]; total: number }) {
  const rows = missing.filter(({ count }) => count > 0).toSorted((one, other) => other.count - one.count);
  return (
    <Card title={w("completeness")}>
      <Table
        label={w("completeness")}
        rows={rows}
        keyOf={({ field }) => field}
        hrefOf={({ field }) => `/products?${FILTER_OF[field] ?? "max_completeness=99"}`}
        empty={<p class="soft">–</p>}
        columns={[
          { id: "field", label: w("field"), show: ({ field }) => fieldWord({ name: field, label: labelOf(field) }) },
          { id: "count", label: w("lacking"), isNumber: true, show: ({ count }) => number(count) },
          {
            id: "share",
            label: w("share"),
            show: ({ count }) => <Meter value={Math.floor(100 - (100 * count) / Math.max(1, total))} />,
          },
        ]}
      />
    </Card>
  );
}

function LastImports({ imports }: { imports: RecentImport[] }) {
  return (
    <Card title={w("imports")}>
      {imports.length === 0 && <p class="soft">{w("noImports")}</p>}
      <ul class="feed">
        {imports.slice(0, 6).map(({ id, file_name: file, status, total_rows: n, created_at: at }) => (
          <li key={id}>
            <State code={status} />
            <span>
              {file} <span class="faint">{w("importRows", { n: n ?? 0 })}</span>
            </span>
            <time dateTime={at}>{ago(at)}</time>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function States({ states }: { states: Record<string, number> }) {
  return (
    <Card title={w("states")}>
      <ul class="feed">
        {Object.entries(states).map(([state, count]) => (
          <li key={state}>
            <a href={`/products?workflow_status=${state}`}>
              <State code={state} />
            </a>
            <time>{number(count)}</time>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Home: what there is, what is missing, what waits for a person. */
export function Home() {
  const overview = useCall("overview", (signal) => api.get<Overview>("/products/stats/overview", { signal }));
  const completeness = useCall("completeness", (signal) =>
    api.get<Completeness>("/products/stats/completeness", { signal }),
  );
  const sees = has("imports") && may("MANAGE_IMPORTS");
  const imports = useCall<RecentImport[]>("imports", async (signal) =>
    sees ? api.get<RecentImport[]>("/imports/recent", { signal, query: { limit: 12 } }) : known<RecentImport[]>([]),
  );
  const name = me.value?.first_name;
  return (
    <>
      <Head title={name ? w("hello", { name }) : w("helloAll")}>
        {sees && (
          <Button kind="go" href="/imports">
            {w("import")}
          </Button>
        )}
        {may("EDIT_CATALOG") && <Button href="/products?new=1">{w("newProduct")}</Button>}
      </Head>
      <Refused refusal={overview.refusal} onRetry={overview.reload} />
      {!overview.value && overview.isLoading && <Loading />}
      {overview.value?.total === 0 && <FirstSteps />}
      {overview.value && overview.value.total > 0 && (
        <>
          <Counts overview={overview.value} publishable={completeness.value?.publishable ?? 0} />
          <div class="two">
            <Missing missing={completeness.value?.missing_fields ?? []} total={overview.value.total} />
            <States states={overview.value.by_workflow_status} />
          </div>
        </>
      )}
      <div class="two">
        <Decisions imports={imports.value ?? []} />
        {sees && <LastImports imports={imports.value ?? []} />}
      </div>
    </>
  );
}
