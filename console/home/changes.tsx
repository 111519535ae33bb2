import { useGet } from "../api/use-call.ts";
import { Bars } from "../ui/bars.tsx";
import { Card, Refused } from "../ui/basics.tsx";
import { date, number } from "../words/words.ts";
import { w } from "./words.ts";

interface ChangeStats {
  total: number;
  items: { date: string; changes: number }[];
}
const DAYS = 14;

/** How much changed in the catalog on each of the last days. */
export function Changes() {
  const loaded = useGet<ChangeStats>("/products/stats/changes", { days: DAYS });
  const { items = [], total = 0 } = loaded.value ?? {};
  const [first, last] = [items[0], items.at(-1)];
  const days = items.map((day) => ({
    name: date(day.date),
    value: day.changes,
    shown: w("changes", { n: day.changes }),
  }));
  const figures = days.map(({ name, shown }) => `${name}: ${shown}`).join(", ");
  return (
    <Card title={w("lastDays", { n: DAYS })} actions={loaded.value && <span class="soft">{number(total)}</span>}>
      <Refused refusal={loaded.refusal} onRetry={loaded.reload} />
      {loaded.value && total === 0 && <p class="soft">{w("noChanges")}</p>}
      {total > 0 && (
        <>
          <Bars label={`${w("lastDays", { n: DAYS })}. ${figures}`} values={days} isToday />
          <div class="axis" aria-hidden="true">
            <span>{first && date(first.date)}</span>
            <span>{last && date(last.date)}</span>
          </div>
        </>
      )}
    </Card>
  );
}
