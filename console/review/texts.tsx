import { useEffect, useRef, useState } from "preact/hooks";
import type { Answer } from "../api/answers.ts";
import { api } from "../api/api.ts";
import { may } from "../api/session.ts";
import { useGet } from "../api/use-call.ts";
import { Button, Card, Tag } from "../ui/basics.tsx";
import { keepsMine } from "../ui/conflict.tsx";
import { Difference } from "../ui/difference.tsx";
import { Facts } from "../ui/facts.tsx";
import { toast, toastRefusal } from "../ui/toast.tsx";
import { c } from "../words/common.ts";
import { nameWord } from "../words/fields.ts";
import { ago, number, percent } from "../words/words.ts";
import { AcceptAbove } from "./accept-above.tsx";
import { Decider } from "./decider.tsx";
import { asText, costOf, type Proposal, type Run } from "./proposal.ts";
import { Sources } from "./sources.tsx";
import { useQueue } from "./use-queue.ts";
import { w } from "./words.ts";

const ROWS = 8;
const RUNS_MAX = 50;
const nameOf = (each: Proposal): string => `${each.product_name ?? ""} · ${nameWord(each.field)}`;

/** What it has cost: read beside, for the text does not wait for it. */
function Cost({ proposal }: { proposal: Proposal }) {
  const { product_id: product } = proposal;
  const runs = useGet<Run[]>(`/enrichment/products/${product}/history`, { limit: RUNS_MAX });
  const cost = costOf(proposal, runs.value ?? []);
  if (runs.isLoading) return <>…</>;
  return (
    <>
      {cost === undefined
        ? w("unknown")
        : number(cost, { style: "currency", currency: "USD", maximumFractionDigits: 4 })}
    </>
  );
}

function Shown({ proposal, children }: { proposal: Proposal; children: preact.ComponentChildren }) {
  const { product_id: product, confidence, flags } = proposal;
  return (
    <div class="two">
      <Card
        title={
          <>
            <a href={`/products/${product}`}>{proposal.product_name ?? product}</a> · {nameWord(proposal.field)}
          </>
        }
        actions={<Tag>{w.say("kind", proposal.kind)}</Tag>}
      >
        <h3>{w("difference")}</h3>
        <Difference parts={proposal.difference} />
        {children}
      </Card>
      <Card>
        <Facts
          facts={[
            [w("confidence"), <Tag tone={confidence >= 0.8 ? "good" : "warn"}>{percent(100 * confidence)}</Tag>],
            [w("cost"), <Cost proposal={proposal} />],
            [w("model"), proposal.model],
            [w("language"), proposal.language],
            [w("made"), ago(proposal.created_at)],
          ]}
        />
        {flags.length > 0 && (
          <p class="note">
            <span>
              {w("unfounded")} {flags.map(({ text }) => text).join(" · ")}
            </span>
          </p>
        )}
        <Sources sentences={proposal.sentences} />
      </Card>
    </div>
  );
}

/** A text in somebody's own words; what they wrote stays when they leave it. */
function Edited({
  draft,
  onDraft,
  onAccept,
}: {
  draft: string;
  onDraft: (draft: string) => void;
  onAccept: () => void;
}) {
  const element = useRef<HTMLTextAreaElement>(null);
  useEffect(() => element.current?.focus(), []);
  return (
    <div class="field">
      <label for="own-words">{w("yours")}</label>
      <textarea
        id="own-words"
        ref={element}
        rows={ROWS}
        value={draft}
        onInput={({ currentTarget }) => onDraft(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") element.current?.blur();
          if (!(event.ctrlKey || event.metaKey) || (event.key !== "Enter" && event.key !== "s")) return;
          event.preventDefault();
          onAccept();
        }}
      />
      <div class="actions">
        <Button text={w("saveEdit")} kind="go" shortcut="Ctrl S" onClick={onAccept} />
      </div>
    </div>
  );
}

/** Takes back what a request has changed of the product, and nothing that others have changed since. */
async function revertRequest({ product_id: product }: Proposal, requestId: string | undefined): Promise<void> {
  const path = `/products/${product}/history`;
  const newest = await api.get<{ items: { id: number; request_id: string | null }[] }>(path, { query: { limit: 50 } });
  const change = newest.ok ? newest.value.items.find((each) => each.request_id === requestId) : undefined;
  if (!change) return toast(w("nothingToRevert"), { isBad: true });
  const answer = await api.post(`${path}/${change.id}/revert`, { body: {} });
  return answer.ok ? toast(w("reverted")) : toastRefusal(answer.refusal);
}

/** Stores a value; where its field was edited since, both values are shown and one of them stays. */
async function accept(proposal: Proposal, value?: string): Promise<Answer<unknown>> {
  const path = `/enrichment/review/${proposal.id}`;
  const body = value === undefined ? {} : { value };
  const answer = await api.post(`${path}/accept`, { body });
  if (answer.ok || answer.refusal.code !== "EDITED_MEANWHILE") return answer;
  const { current } = Object(answer.refusal.details) as { current?: unknown };
  const isMine = await keepsMine(value ?? asText(proposal.value), asText(current));
  return isMine ? api.post(`${path}/accept`, { body: { ...body, overwrite: true } }) : api.post(`${path}/reject`);
}

/** Texts, attributes, categories and translations that a machine made and nobody has confirmed. */
export function Texts() {
  const queue = useQueue<Proposal>("/enrichment/review", {});
  const [drafts, setDrafts] = useState<Record<string, string>>({});
  const [editing, setEditing] = useState<string>();
  const reason = may("RUN_ENRICHMENT") ? undefined : c("notAllowed");
  const { current } = queue;
  const sendDraft = async (proposal: Proposal, draft: string) => {
    queue.leave(proposal);
    const answer = await accept(proposal, draft);
    if (answer.ok)
      return toast(w("accepted", { what: nameOf(proposal) }), {
        undo: () => void revertRequest(proposal, answer.requestId),
      });
    queue.putBack(proposal);
    return toastRefusal(answer.refusal);
  };
  return (
    <>
      {current && (
        <AcceptAbove
          path="/enrichment/review"
          of={w.say("kind", current.kind)}
          text={w("aboveText")}
          filterOf={(percents = 0) => ({ kind: current.kind, min_confidence: percents / 100 })}
          reason={reason}
          onDone={queue.reload}
        />
      )}
      <Decider
        queue={queue}
        label={w("tab.texts")}
        empty={w("noTexts")}
        done={(item) => nameOf(item)}
        choices={[
          {
            key: "a",
            label: w("accept"),
            kind: "go",
            reason,
            run: (item) => accept(item, drafts[item.id]),
            undo: (item, requestId) => void revertRequest(item, requestId),
          },
          {
            key: "e",
            label: c("edit"),
            reason,
            run: (item) => {
              setDrafts((before) => ({ ...before, [item.id]: before[item.id] ?? asText(item.value) }));
              setEditing(item.id);
              return undefined;
            },
          },
          {
            key: "r",
            label: w("reject"),
            kind: "bad",
            reason,
            run: (item) => api.post(`/enrichment/review/${item.id}/reject`),
          },
        ]}
        show={(item) => (
          <Shown proposal={item}>
            {editing === item.id && (
              <Edited
                key={item.id}
                draft={drafts[item.id] ?? ""}
                onDraft={(draft) => setDrafts((before) => ({ ...before, [item.id]: draft }))}
                onAccept={() => void sendDraft(item, drafts[item.id] ?? "")}
              />
            )}
          </Shown>
        )}
      />
    </>
  );
}
