import type { ComponentChildren, TargetedSubmitEvent } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { FieldProblem, Refusal } from "../api/answers.ts";
import { useBusy } from "../api/use-call.ts";
import { guardLeaving } from "../shell/address.ts";
import { c } from "../words/common.ts";
import { Button, Refused } from "./basics.tsx";
import { Input, problemOf } from "./input.tsx";
import { type Field, parseEntry, writeEntry } from "./schema.ts";

/** Has a form do this in the place of leaving the page. */
export const submits = (send: (form: HTMLFormElement) => unknown) => (event: TargetedSubmitEvent<HTMLFormElement>) => {
  event.preventDefault();
  send(event.currentTarget);
};

interface FormProps {
  fields: Field[];
  /** What the fields hold at first. */
  value?: Record<string, unknown>;
  submit: string;
  /** Sends what changed (`isNew`: all that is filled in); the refusal, if any, is shown beside its fields. */
  onSubmit: (body: Record<string, unknown>) => Promise<Refusal | undefined>;
  onCancel?: () => void;
  isNew?: boolean;
  reason?: string | undefined;
  sayChoice?: (field: string, code: string) => string;
  /** Fields stand in columns. */
  isWide?: boolean;
  children?: ComponentChildren;
}

/** A form of fields that the API's description has. */
export function Form({
  fields,
  value = {},
  submit,
  onSubmit,
  onCancel,
  isNew,
  reason,
  sayChoice,
  isWide,
  children,
}: FormProps) {
  const [entries, setEntries] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState<Refusal>();
  const [isBusy, during] = useBusy();
  const body = () =>
    Object.fromEntries(
      fields
        .filter(({ name }) =>
          isNew ? (entries[name] ?? "") !== "" || value[name] !== undefined : entries[name] !== undefined,
        )
        .map((field) => [
          field.name,
          entries[field.name] === undefined ? value[field.name] : parseEntry(field, entries[field.name] ?? ""),
        ]),
    );
  const isSending = useRef(false);
  const hasEdits = Object.keys(entries).length > 0;
  useEffect(() => (hasEdits ? guardLeaving(() => isSending.current || confirm(c("unsaved"))) : undefined), [hasEdits]);
  const send = async () => {
    isSending.current = true;
    const refused = await during(onSubmit(body()));
    isSending.current = false;
    setRefusal(refused);
    if (!refused) setEntries({});
  };
  const named = new Set(fields.map(({ name }) => name));
  const isOfField = ({ field }: FieldProblem) =>
    [...named].some((name) => problemOf(name, [{ field, message: "" }]) !== undefined);
  const rest = refusal && { ...refusal, fields: refusal.fields.filter((each) => !isOfField(each)) };
  return (
    <form noValidate onSubmit={submits(() => !isBusy && reason === undefined && send())}>
      <div class={isWide ? "columns" : undefined}>
        {fields.map((field) => (
          <Input
            key={field.name}
            field={field}
            entry={entries[field.name] ?? writeEntry(field, value[field.name])}
            onEntry={(entry) => setEntries((before) => ({ ...before, [field.name]: entry }))}
            problems={refusal?.fields ?? []}
            sayChoice={sayChoice && ((code) => sayChoice(field.name, code))}
          />
        ))}
      </div>
      {children}
      <Refused refusal={rest} />
      <div class="actions">
        {onCancel && <Button text={c("cancel")} onClick={onCancel} />}
        <Button text={submit} kind="go" type="submit" isBusy={isBusy} reason={reason} />
      </div>
    </form>
  );
}
