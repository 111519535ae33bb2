import { has, may, me } from "../api/session.ts";
import { useGet } from "../api/use-call.ts";
import { Button, Card, Head, Pending } from "../ui/basics.tsx";
import { State } from "../ui/value.tsx";
import { ago, number, percent } from "../words/words.ts";
import { Changes } from "./changes.tsx";
import { Channels } from "./channels.tsx";
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
}

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
  const overview = useGet<Overview>("/products/stats/overview");
  const completeness = useGet<Completeness>("/products/stats/completeness");
  const sees = has("imports") && may("MANAGE_IMPORTS");
  const imports = useGet<RecentImport[]>(sees ? "/imports/recent" : undefined, { limit: 12 });
  const name = me.value?.first_name;
  const isFilled = (overview.value?.total ?? 0) > 0;
  return (
    <>
      <Head title={name ? w("hello", { name }) : w("helloAll")}>
        {sees && <Button text={w("import")} kind="go" href="/imports" />}
        {may("EDIT_CATALOG") && <Button text={w("newProduct")} href="/products?new=1" />}
      </Head>
      <Pending of={overview} />
      {overview.value?.total === 0 && <FirstSteps />}
      {isFilled && overview.value && (
        <Counts overview={overview.value} publishable={completeness.value?.publishable ?? 0} />
      )}
      <div class="two">
        <div class="stack">
          {isFilled && <Channels />}
          <Decisions />
        </div>
        <div class="stack">
          {isFilled && <Changes />}
          {sees && <LastImports imports={imports.value ?? []} />}
          {isFilled && overview.value && <States states={overview.value.by_workflow_status} />}
        </div>
      </div>
    </>
  );
}
