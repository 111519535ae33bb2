import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { c } from "../words/common.ts";
import { Button } from "./basics.tsx";

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  /** Slides in from the right and leaves the page visible. */
  isDrawer?: boolean;
}

/** What stands above the page until it is closed; Escape closes, the focus returns to where it was. */
export function Dialog({ title, onClose, children, isDrawer }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    element.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={isDrawer ? "drawer" : "dialog"}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div class="cardhead">
        <h2 id={id}>{title}</h2>
        <Button kind="quiet" icon="close" label={c("close")} onClick={onClose} />
      </div>
      {children}
    </dialog>
  );
}

/** A dialog at the right edge. */
export const Drawer = (props: Omit<DialogProps, "isDrawer">) => <Dialog {...props} isDrawer />;

interface Question {
  title: string;
  text: ComponentChildren;
  yes: string;
  no: string;
  isBad: boolean;
  answer: (isYes: boolean) => void;
}
const question = signal<Question | undefined>(undefined);

/** Asks before something happens: `if (await ask({ … })) …`. */
export function ask(given: {
  title: string;
  text?: ComponentChildren;
  yes: string;
  no?: string;
  isBad?: boolean;
}): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (isYes: boolean) => {
      question.value = undefined;
      resolve(isYes);
    };
    question.value = { text: null, no: c("cancel"), isBad: false, ...given, answer };
  });
}

/** Where questions stand; the shell shows it once. */
export function Questions() {
  const asked = question.value;
  if (!asked) return null;
  return (
    <Dialog title={asked.title} onClose={() => asked.answer(false)}>
      <div>{asked.text}</div>
      <div class="actions">
        <Button text={asked.no} onClick={() => asked.answer(false)} />
        <Button text={asked.yes} kind={asked.isBad ? "bad" : "go"} onClick={() => asked.answer(true)} />
      </div>
    </Dialog>
  );
}
