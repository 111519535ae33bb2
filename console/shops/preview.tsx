import { useState } from "preact/hooks";
import { api } from "../api/api.ts";
import { useBusy } from "../api/use-call.ts";
import { Button, Card, Loading, Refused, Tag, type Tone } from "../ui/basics.tsx";
import { ask } from "../ui/dialog.tsx";
import { Table } from "../ui/table.tsx";
import { toastRefusal } from "../ui/toast.tsx";
import { nameWord } from "../words/fields.ts";
import { number } from "../words/words.ts";
import { w } from "./words.ts";

interface Change {
  field: string;
  before: string | null;
  after: string | null;
  compared_with: string;
}
interface Previewed {
  product_id: string;
  sku: string;
  result: string;
  changes: Change[] | null;
  reasons: string[];
}
interface Preview {
  success: boolean;
  message: string | null;
  products: Previewed[];
  unchanged: number;
  calls: number | null;
  next: number | null;
}
const TONES: Readonly<Record<string, Tone>> = { made: "good", linked: "good", refused: "bad", emptied: "warn" };

/** A text of the shop without its tags. */
const plain = (value: string | null): string => (value ?? "–").replace(/<[^>]*>/g, " ").trim() || "–";

/** What becomes of one product: each field before and after, or why nothing. */
function Changes({ changes, reasons }: Previewed) {
  return (
    <div class="previewed">
      {changes?.map(({ field, before, after, compared_with: comparedWith }) => (
        <div key={field}>
          <span class="soft">{nameWord(field)}</span>
          {before !== null && <del>{plain(before)}</del>}
          <ins>{plain(after)}</ins>
          {comparedWith === "sent" && <span class="soft">{w("asSent")}</span>}
        </div>
      ))}
      {reasons.map((reason) => (
        <div key={reason} class="problem">
          {reason}
        </div>
      ))}
    </div>
  );
}

/** How many products are made, changed, refused. */
function Counts({ found }: { found: Preview }) {
  const counts = Map.groupBy(found.products, ({ result }) => result);
  return (
    <div class="row">
      {[...counts].map(([result, products]) => (
        <Tag key={result} tone={TONES[result] ?? "plain"}>
          {number(products.length)} {w.say("result", result)}
        </Tag>
      ))}
      <span class="soft">{w("unchanged", { n: found.unchanged })}</span>
      {found.calls !== null && <span class="soft">· {w("calls", { n: found.calls })}</span>}
    </div>
  );
}

interface PreviewProps {
  path: string;
  name: string;
  reason: string | undefined;
  onSend: () => Promise<void>;
}

/** Sending products begins with what it would do, page by page; nothing is written while it is looked at. */
export function PushPreview({ path, name, reason, onSend }: PreviewProps) {
  const [found, setFound] = useState<Preview>();
  const [isBusy, during] = useBusy();
  const look = async (before?: Preview) => {
    const body = before?.next ? { cursor: before.next } : {};
    const answer = await during(api.post<Preview>(`${path}/sync/preview`, { body }));
    if (!answer.ok) return toastRefusal(answer.refusal);
    const { value } = answer;
    const sum = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b);
    setFound(
      before
        ? {
            ...value,
            products: [...before.products, ...value.products],
            unchanged: before.unchanged + value.unchanged,
            calls: sum(before.calls, value.calls),
          }
        : value,
    );
  };
  const send = async () => {
    if (!(await ask({ title: w("pushTitle", { name }), text: w("pushText"), yes: w("push") }))) return;
    setFound(undefined);
    await onSend();
  };
  return (
    <Card
      title={w("preview")}
      actions={
        <span class="row">
          <Button text={w("look")} reason={reason} isBusy={isBusy} onClick={look} />
          <Button text={w("push")} kind="go" reason={reason} onClick={send} />
        </span>
      }
    >
      {!found && (isBusy ? <Loading /> : <p class="soft">{w("previewText")}</p>)}
      {found?.success === false && <Refused refusal={unreached(found.message)} onRetry={() => void look()} />}
      {found?.success && (
        <>
          <Counts found={found} />
          <Table
            label={w("preview")}
            rows={found.products}
            keyOf={({ product_id: id }) => id}
            hrefOf={({ product_id: id }) => `/products/${id}`}
            empty={<p class="soft">{w("nothing")}</p>}
            columns={[
              { label: w("sku"), show: ({ sku }) => sku },
              {
                label: w("what"),
                show: ({ result }) => <Tag tone={TONES[result] ?? "plain"}>{w.say("result", result)}</Tag>,
              },
              { label: w("becomes"), show: (each) => <Changes {...each} /> },
            ]}
          />
          {found.next !== null && (
            <Button text={w("lookOn")} kind="quiet" isBusy={isBusy} onClick={() => look(found)} />
          )}
        </>
      )}
    </Card>
  );
}

/** What the shop did not answer, as the API says it. */
const unreached = (message: string | null) => ({
  status: 502,
  code: "UNREACHED",
  message: message ?? "",
  fields: [],
  details: undefined,
  requestId: undefined,
});
