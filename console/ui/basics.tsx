import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Refusal } from "../api/answers.ts";
import type { Loaded } from "../api/use-call.ts";
import { c } from "../words/common.ts";
import { percent, type Texts } from "../words/words.ts";
import { Icon, type IconName } from "./icon.tsx";

/** What a button looks like: `go` is the one that matters on a screen. */
type ButtonKind = "go" | "plain" | "quiet" | "bad";

interface ButtonProps {
  /** What it says; left out, its icon stands alone. */
  text?: string;
  kind?: ButtonKind;
  /** What it does, at once or over a while. */
  onClick?: () => unknown;
  /** A link that looks like a button. */
  href?: string;
  type?: "button" | "submit";
  isBusy?: boolean;
  /** Why it cannot be pressed: shown as its title. */
  reason?: string | undefined;
  /** The key that does the same. */
  shortcut?: string;
  icon?: IconName;
  label?: string;
}

/** A button, or a link that looks like one. With `reason` it is disabled and says why. */
export function Button({
  text,
  kind = "plain",
  onClick,
  href,
  type = "button",
  isBusy,
  reason,
  shortcut,
  icon,
  label,
}: ButtonProps) {
  const inside = (
    <>
      {icon && <Icon name={icon} />}
      {text}
      {shortcut && <kbd>{shortcut}</kbd>}
    </>
  );
  if (href !== undefined && reason === undefined)
    return (
      <a class={`btn ${kind}`} href={href} aria-label={label}>
        {inside}
      </a>
    );
  return (
    <button
      type={type}
      class={`btn ${kind}`}
      aria-busy={isBusy}
      aria-disabled={reason !== undefined || isBusy}
      aria-label={label}
      title={reason}
      onClick={(event) => {
        if (reason !== undefined || isBusy) event.preventDefault();
        else onClick?.();
      }}
    >
      {inside}
    </button>
  );
}

/** A state: colour says how good it is, the word says what it is. */
export function Tag({ tone = "plain", children }: { tone?: Tone; children: ComponentChildren }) {
  return <span class={`tag ${tone}`}>{children}</span>;
}
export type Tone = "plain" | "good" | "warn" | "bad";

/** A share of 100 as a bar and a figure. */
export function Meter({ value, label }: { value: number; label?: string }) {
  const tone = value >= 80 ? "good" : value >= 50 ? "warn" : "bad";
  return (
    <span class="metered" title={label}>
      <span class={`meter ${tone}`}>
        <i style={{ width: `${Math.max(0, Math.min(100, value))}%` }} />
      </span>
      {percent(value)}
    </span>
  );
}

/** How far something is that goes on; without `max` it is not known how far. */
export function Progress({ value, max, label }: { value?: number; max?: number; label: string }) {
  return <progress class="progress" aria-label={label} {...(value === undefined ? {} : { value })} max={max ?? 1} />;
}

/** A filter that is set; `onRemove` takes it away. */
export function Chip({
  name,
  value,
  onRemove,
  onClick,
}: {
  name: string;
  value: string;
  onRemove?: () => void;
  onClick?: () => void;
}) {
  return (
    <span class="chip">
      {onClick ? (
        <button type="button" class="bare" onClick={onClick}>
          {name} <b>{value}</b>
        </button>
      ) : (
        <span>
          {name} <b>{value}</b>
        </span>
      )}
      {onRemove && (
        <button type="button" class="bare" aria-label={c("remove", { what: `${name} ${value}` })} onClick={onRemove}>
          ×
        </button>
      )}
    </span>
  );
}

/** Head of a screen: its name, what it counts, its actions. */
export function Head({
  title,
  note,
  children,
}: {
  title: ComponentChildren;
  note?: ComponentChildren;
  children?: ComponentChildren;
}) {
  return (
    <div class="head">
      <h1>{title}</h1>
      {note !== undefined && <span class="soft">{note}</span>}
      <span class="sp" />
      {children}
    </div>
  );
}

/** A card with a name. */
export function Card({
  title,
  children,
  actions,
}: {
  title?: ComponentChildren;
  children: ComponentChildren;
  actions?: ComponentChildren;
}) {
  return (
    <section class="card">
      {(title !== undefined || actions !== undefined) && (
        <div class="cardhead">
          {title !== undefined && <h2>{title}</h2>}
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}

/** What stands where nothing is: what will be here and how it gets here. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p>{title}</p>
      {children}
    </div>
  );
}

/** A refusal in the API's words, with what support asks for. */
export function Refused({ refusal, onRetry }: { refusal: Refusal | undefined; onRetry?: () => void }) {
  if (!refusal) return null;
  return (
    <div class="note bad" role="alert">
      <div>
        <b>{refusal.message || c("failed")}</b>
        {refusal.fields.map(({ field, message }) => (
          <div key={field}>
            {field}: {message}
          </div>
        ))}
        {refusal.requestId && <div class="faint mono">{c("requestId", { id: refusal.requestId })}</div>}
      </div>
      {onRetry && <Button text={c("retry")} kind="quiet" onClick={onRetry} />}
    </div>
  );
}

interface TabsProps {
  /** The words of the screen: `tabs` is what they are parts of, `tab.<id>` what each is called. */
  w: { (name: "tabs"): string; say: Texts<string>["say"] };
  /** The address of the screen: that of `first`, and what the others stand below. */
  root: string;
  first?: string;
  tabs: readonly string[];
  current: string | undefined;
}

/** Tabs that are links: the address says which is open. */
export function Tabs({ w, root, first, tabs, current }: TabsProps) {
  const bar = useRef<HTMLElement>(null);
  // On a narrow page the open one may be beyond the edge.
  useEffect(() => {
    const open = bar.current?.querySelector<HTMLElement>("[aria-current]");
    if (bar.current && open) bar.current.scrollLeft = open.offsetLeft + open.offsetWidth - bar.current.clientWidth;
  }, [current]);
  return (
    <nav class="tabs" aria-label={w("tabs")} ref={bar}>
      {tabs.map((id) => (
        <a key={id} href={id === first ? root : `${root}/${id}`} aria-current={id === current ? "page" : undefined}>
          {w.say("tab", id)}
        </a>
      ))}
    </nav>
  );
}

/** Where a call stands whose value is not here: on its way, or why it was refused. */
export const Pending = ({ of: { value, isLoading, refusal, reload } }: { of: Omit<Loaded<unknown>, "set"> }) => (
  <>
    <Refused refusal={refusal} onRetry={reload} />
    {value === undefined && isLoading && <Loading />}
  </>
);

/** Shows that something is on its way, without moving what stands below when it comes. */
export const Loading = () => (
  <p class="soft" role="status">
    {c("loading")} …
  </p>
);
