import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { Refusal } from "../api/answers.ts";
import { useBusy } from "../api/use-call.ts";
import { Button, Refused } from "../ui/basics.tsx";
import { submits } from "../ui/form.tsx";
import { inputType, problemOf } from "../ui/input.tsx";

/** A field of the way in: the browser's own password store knows it by `autocomplete`. */
export interface DoorField {
  name: string;
  label: string;
  type: "email" | "password" | "text";
  autocomplete: "username" | "current-password" | "new-password" | "given-name" | "family-name" | "organization";
  help?: string;
  isOptional?: true;
}

interface DoorFormProps {
  fields: DoorField[];
  submit: string;
  onSubmit: (values: Record<string, string>) => Promise<Refusal | undefined>;
  children?: ComponentChildren;
}

/** A form of the way in. What the API refuses stands beside its field. */
export function DoorForm({ fields, submit, onSubmit, children }: DoorFormProps) {
  const id = useId();
  const [refusal, setRefusal] = useState<Refusal>();
  const [isBusy, during] = useBusy();
  const form = useRef<HTMLFormElement>(null);
  // Whoever comes to a door wants to write at once.
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  const send = async (form: HTMLFormElement) => {
    const entries = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
    setRefusal(await onSubmit(Object.fromEntries(entries.filter(([, value]) => value !== ""))));
  };
  const rest = refusal && {
    ...refusal,
    fields: refusal.fields.filter(
      ({ field }) => !fields.some(({ name }) => problemOf(name, [{ field, message: "x" }])),
    ),
  };
  return (
    <form noValidate ref={form} onSubmit={submits((sent) => !isBusy && during(send(sent)))}>
      <Refused refusal={rest} />
      {fields.map(({ name, label, type, autocomplete, help, isOptional }) => {
        const problem = problemOf(name, refusal?.fields ?? []);
        return (
          <div class="field" key={name}>
            <label for={id + name}>{label}</label>
            <input
              id={id + name}
              name={name}
              {...inputType(type)}
              autocomplete={autocomplete}
              required={!isOptional}
              aria-invalid={problem !== undefined}
              aria-describedby={`${id}${name}-help`}
            />
            <span id={`${id}${name}-help`} class={problem ? "problem" : "faint"}>
              {problem ?? help}
            </span>
          </div>
        );
      })}
      {children}
      <div class="actions">
        <Button text={submit} kind="go" type="submit" isBusy={isBusy} />
      </div>
    </form>
  );
}
