import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Answer } from "../api/answers.ts";
import { Button, Card, Empty, Loading, Refused } from "../ui/basics.tsx";
import { toast, toastRefusal } from "../ui/toast.tsx";
import { number } from "../words/words.ts";
import type { Queue } from "./use-queue.ts";
import { w } from "./words.ts";

/** One way to decide, with its key. */
export interface Choice<Item> {
  key: string;
  label: string;
  kind?: "go" | "plain" | "bad";
  reason?: string | undefined;
  /** Decides; without an answer the person changed their mind, or does something first. */
  run: (item: Item) => Promise<Answer<unknown> | undefined> | undefined;
  /** Takes the decision back, by the request that made it. */
  undo?: (item: Item, requestId: string | undefined) => void;
}

interface DeciderProps<Item extends { id: string }> {
  queue: Queue<Item>;
  label: string;
  empty: string;
  choices: Choice<Item>[];
  show: (item: Item) => ComponentChildren;
  done: (item: Item) => string;
}

/** A key that is held down, or pressed twice by mistake, decides nothing that was not seen. */
const SEEN_MS = 150;
const GONE = new Set(["INVALID_STATE", "NOT_FOUND"]);

const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest("input, select, textarea, dialog") !== null;

/** One after the other: the first of the queue, and the ways to decide it, each by a key. The next one stands at once. */
export function Decider<Item extends { id: string }>(props: DeciderProps<Item>) {
  const { queue, label, empty, choices, show, done } = props;
  const { current } = queue;
  const [count, setCount] = useState(0);
  const seenAt = useRef(0);
  useEffect(() => {
    seenAt.current = performance.now();
  }, [current?.id]);
  const decide = async (item: Item, { run, undo }: Choice<Item>) => {
    const made = run(item);
    if (!made) return;
    queue.leave(item);
    const answer = await made;
    if (!answer) return queue.putBack(item);
    if (!answer.ok) {
      if (GONE.has(answer.refusal.code) || answer.refusal.status === 404) return toast(w("elsewhere"));
      queue.putBack(item);
      return toastRefusal(answer.refusal);
    }
    setCount((before) => before + 1);
    toast(done(item), undo ? { undo: () => undo(item, answer.requestId) } : {});
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isElsewhere(event.target) || !current) return;
    if (document.querySelector("dialog[open]") || performance.now() - seenAt.current < SEEN_MS) return;
    const pressed = event.key.toLowerCase();
    const choice = choices.find(({ key, reason }) => key === pressed && reason === undefined);
    if (choice) void decide(current, choice);
    else if (pressed === "s") queue.skip(current);
    else return;
    event.preventDefault();
  };
  const latest = useRef(onKey);
  latest.current = onKey;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => latest.current(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  if (queue.refusal && !current) return <Refused refusal={queue.refusal} onRetry={queue.reload} />;
  if (!current && queue.isLoading) return <Loading />;
  if (!current) {
    return (
      <Card>
        <Empty title={queue.waiting ? w("onlySkipped", { n: queue.waiting }) : empty}>
          {queue.waiting ? <Button text={w("again")} onClick={queue.reload} /> : null}
        </Empty>
      </Card>
    );
  }
  return (
    <section aria-label={label}>
      <p class="soft" role="status">
        {w("waiting", { n: queue.waiting ?? 0 })}
        {count > 0 && ` · ${w("decided", { n: number(count) })}`}
      </p>
      {show(current)}
      <div class="decide">
        {choices.map((choice) => (
          <Button
            key={choice.key}
            text={choice.label}
            kind={choice.kind ?? "plain"}
            shortcut={choice.key.toUpperCase()}
            reason={choice.reason}
            onClick={() => decide(current, choice)}
          />
        ))}
        <Button text={w("skip")} kind="quiet" shortcut="S" onClick={() => queue.skip(current)} />
      </div>
    </section>
  );
}
