import { useEffect, useRef, useState } from "preact/hooks";
import type { Answer } from "../api/answers.ts";
import { api } from "../api/api.ts";
import { useOtherLanguages } from "../api/names.ts";
import { may } from "../api/session.ts";
import { address, setQuery } from "../shell/address.ts";
import { Button, Card, Tag } from "../ui/basics.tsx";
import { readable } from "../ui/difference.tsx";
import { Select } from "../ui/select.tsx";
import { toast, toastRefusal } from "../ui/toast.tsx";
import { c } from "../words/common.ts";
import { nameWord } from "../words/fields.ts";
import { ago, languageName, percent } from "../words/words.ts";
import { AcceptAbove } from "./accept-above.tsx";
import { Decider } from "./decider.tsx";
import { type Queue, useQueue } from "./use-queue.ts";
import { w } from "./words.ts";

interface Text {
  field: string;
  source: unknown;
  text: unknown;
}
/** Texts of a product in a language that no user has reviewed. */
interface Translated {
  id: string;
  product_id: string;
  product_name: string;
  language: string;
  entity_id: string | null;
  configuration_id: string | null;
  texts: Text[];
  /** Of 100; null where it is not known. */
  score: number | null;
  waits_since: string;
  etag: string;
}
const PATH = "/content-variants/unreviewed";
const ROWS = 4;
/** From here on a translation is called good. */
const GOOD_SCORE = 80;

const shown = (value: unknown): string =>
  typeof value === "string" ? readable(value) : Array.isArray(value) ? value.join("\n") : JSON.stringify(value ?? "–");

const pathOf = ({ product_id: id, language }: Translated) => `/products/${id}/content-variants/${language}`;
const placeOf = ({ entity_id, configuration_id }: Translated) => ({ entity_id, configuration_id });

/** Says that somebody has looked at it, on the state that was read. */
const review = (item: Translated, ifMatch: string | undefined, reviewed = true) =>
  api.patch(`${pathOf(item)}/review`, { query: placeOf(item), body: { reviewed }, ifMatch });

/** Stores what was edited, then says that it is reviewed. */
async function store(item: Translated, edited: Record<string, string>): Promise<Answer<unknown>> {
  const options = { query: placeOf(item), body: edited, ifMatch: item.etag };
  const answer = await api.put(pathOf(item), options);
  return answer.ok ? review(item, answer.etag) : answer;
}

/** The texts come back as they were, and wait again. */
async function putBack(item: Translated, queue: Queue<Translated>): Promise<void> {
  const body = Object.fromEntries(item.texts.map(({ field, text }) => [field, text]));
  const stored = await api.put(pathOf(item), { query: placeOf(item), body });
  const answer = stored.ok ? await review(item, stored.etag, false) : stored;
  if (!answer.ok) return toastRefusal(answer.refusal);
  queue.reload();
}

/** A text beside what it was made of, or as it is being edited. */
function Pair({
  of,
  draft,
  isFirst,
  onDraft,
}: {
  of: Text;
  draft?: string | undefined;
  isFirst: boolean;
  onDraft?: (draft: string) => void;
}) {
  const id = `own-${of.field}`;
  const element = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isFirst) element.current?.focus();
  }, [onDraft !== undefined]);
  return (
    <>
      <h3>{nameWord(of.field)}</h3>
      <div class="pair">
        <p class="difference soft">{shown(of.source)}</p>
        {onDraft && typeof of.text === "string" ? (
          <div class="field">
            <label class="unseen" for={id}>
              {nameWord(of.field)}
            </label>
            <textarea
              id={id}
              ref={element}
              rows={ROWS}
              value={draft ?? of.text}
              onInput={({ currentTarget }) => onDraft(currentTarget.value)}
            />
          </div>
        ) : (
          <p class="difference">{shown(of.text)}</p>
        )}
      </div>
    </>
  );
}

/** Which language is looked at; the address says it. */
function LanguageChoice({ language }: { language: string }) {
  const codes = useOtherLanguages();
  return (
    <div class="row bottom">
      <Select
        label={w("language")}
        value={language}
        onValue={(code) => setQuery({ language: code || undefined })}
        choices={[["", w("allLanguages")], ...codes.map((code): [string, string] => [code, languageName(code)])]}
      />
    </div>
  );
}

/** What machines have translated and no user has looked at. */
export function Translations() {
  const { language = "" } = address.value.query;
  const queue = useQueue<Translated>(PATH, { language });
  const [editing, setEditing] = useState<string>();
  const [drafts, setDrafts] = useState<Record<string, string>>({});
  const reason = may("EDIT_CATALOG") ? undefined : c("notAllowed");
  /** What somebody has changed since is read again: it is decided as it is now. */
  const fresh = async (made: Promise<Answer<unknown>>): Promise<Answer<unknown>> => {
    const answer = await made;
    if (!answer.ok && answer.refusal.status === 412) queue.reload();
    return answer;
  };
  const accept = (item: Translated) => {
    const edited = editing === item.id ? drafts : {};
    return fresh(Object.keys(edited).length > 0 ? store(item, edited) : review(item, item.etag));
  };
  const nameOf = ({ product_name: name, language: code }: Translated) => `${name} · ${languageName(code)}`;
  const send = async (item: Translated) => {
    queue.leave(item);
    const answer = await accept(item);
    if (answer.ok) return toast(w("accepted", { what: nameOf(item) }), { undo: () => void putBack(item, queue) });
    queue.putBack(item);
    return toastRefusal(answer.refusal);
  };
  const { current } = queue;
  const onSave = useRef<(() => void) | undefined>(undefined);
  onSave.current = current && editing === current.id ? () => void send(current) : undefined;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key !== "s" || !onSave.current) return;
      event.preventDefault();
      onSave.current();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return (
    <>
      <LanguageChoice language={language} />
      {current && (
        <AcceptAbove
          path={PATH}
          of={language ? languageName(language) : w("allLanguages")}
          text={w("aboveReviewed")}
          filterOf={(percents) => ({ ...(language && { language }), min_score: percents })}
          takesAll={language !== ""}
          reason={reason}
          onDone={queue.reload}
        />
      )}
      <Decider
        queue={queue}
        label={w("tab.translations")}
        empty={w("noTranslations")}
        done={nameOf}
        choices={[
          {
            key: "a",
            label: w("accept"),
            kind: "go",
            reason,
            run: accept,
            undo: (item) => void putBack(item, queue),
          },
          {
            key: "e",
            label: c("edit"),
            reason,
            run: (item) => {
              setDrafts({});
              setEditing(item.id);
              return undefined;
            },
          },
          {
            key: "r",
            label: w("discard"),
            kind: "bad",
            reason,
            run: (item) => fresh(api.delete(pathOf(item), { query: placeOf(item), ifMatch: item.etag })),
            undo: (item) => void putBack(item, queue),
          },
        ]}
        show={(item) => (
          <Card
            title={
              <>
                <a href={`/products/${item.product_id}/texts`}>{item.product_name}</a> · {languageName(item.language)}
              </>
            }
            actions={
              <span class="row">
                {item.entity_id !== null && <Tag>{w("ofChannel")}</Tag>}
                {item.score !== null && (
                  <Tag tone={item.score >= GOOD_SCORE ? "good" : "warn"}>
                    {w("confidence")} {percent(item.score)}
                  </Tag>
                )}
                <time class="soft" dateTime={item.waits_since}>
                  {ago(item.waits_since)}
                </time>
              </span>
            }
          >
            {item.texts.map((each, index) => (
              <Pair
                key={`${item.id} ${each.field}`}
                of={each}
                isFirst={index === 0}
                draft={drafts[each.field]}
                {...(editing === item.id && {
                  onDraft: (draft: string) => setDrafts((before) => ({ ...before, [each.field]: draft })),
                })}
              />
            ))}
            {editing === item.id && (
              <div class="actions">
                <Button text={c("cancel")} onClick={() => setEditing(undefined)} />
                <Button text={w("saveEdit")} kind="go" shortcut="Ctrl S" onClick={() => send(item)} />
              </div>
            )}
          </Card>
        )}
      />
    </>
  );
}
