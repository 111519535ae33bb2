import { api } from "../api/api.ts";
import { may } from "../api/session.ts";
import { Button, Card, Refused } from "../ui/basics.tsx";
import { useList } from "../ui/resource-page.ts";
import { toast, whenDone } from "../ui/toast.tsx";
import { isPrice } from "../ui/value.tsx";
import { c } from "../words/common.ts";
import { nameWord } from "../words/fields.ts";
import { ago, date, money, number } from "../words/words.ts";
import type { PartProps, ProductBody } from "./product-body.ts";
import { w } from "./words.ts";

interface Change {
  id: number;
  at: string;
  actor: { kind: string; name: string | null } | null;
  changes: { field: string; old: unknown; new: unknown }[];
}
const LONGEST = 80;
/** A text without its tags. */
export const plain = (html: string): string => html.replace(/<[^>]*>/g, " ").trim();
const short = (field: string, value: unknown): string => {
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "number") return isPrice(field) ? money(value) : number(value);
  if (typeof value === "object") return Array.isArray(value) ? `[${value.length}]` : "{…}";
  const text = plain(String(value));
  return text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text;
};

/** The last changes of a product, each with its way back. */
export function Changes({ product, loaded, count = 50 }: PartProps & { count?: number }) {
  const { id } = product;
  const pages = useList<Change>(`/products/${id}/history`, { limit: count }, String(product["updated_at"]));
  const revert = (change: number) =>
    whenDone(api.post<ProductBody>(`/products/${id}/history/${change}/revert`, { body: {} }), () => {
      toast(w("reverted"));
      loaded.reload();
    });
  return (
    <Card title={w("history")}>
      <Refused refusal={pages.refusal} onRetry={pages.reload} />
      {!pages.isLoading && pages.rows.length === 0 && <p class="soft">{w("noHistory")}</p>}
      <ul class="feed">
        {pages.rows.map(({ id: change, at, actor, changes }) => (
          <li key={change}>
            <div>
              {changes.map(({ field, old, new: now }) => (
                <p key={field}>
                  {nameWord(field)} <del>{short(field, old)}</del> → <ins>{short(field, now)}</ins>
                </p>
              ))}
              <span class="faint">{actor?.name ?? actor?.kind}</span>
            </div>
            <time dateTime={at} title={date(at, true)}>
              {ago(at)}
            </time>
            {may("EDIT_CATALOG") && <Button text={w("revert")} kind="quiet" onClick={() => revert(change)} />}
          </li>
        ))}
      </ul>
      {pages.hasMore && count > 5 && (
        <Button text={c("more")} kind="quiet" onClick={pages.more} isBusy={pages.isLoading} />
      )}
    </Card>
  );
}

/** All changes. */
export const History = (props: PartProps) => <Changes {...props} />;
