import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Refusal } from "../api/answers.ts";
import { Button, Refused } from "../ui/basics.tsx";
import { submits } from "../ui/form.tsx";
import { Input } from "../ui/input.tsx";
import { fieldNamed } from "../ui/schema.ts";

const PRODUCT = fieldNamed("product_id", { type: "string", format: "uuid" });

interface PickProps {
  label: string;
  submit: string;
  reason: string | undefined;
  /** Does it with the product; the refusal, if any, stands below. */
  onPick: (id: string) => Promise<Refusal | undefined>;
  /** What is asked besides the product. */
  children?: ComponentChildren;
}

/** One product, found by what it is called, for which something is done. */
export function PickProduct({ label, submit, reason, onPick, children }: PickProps) {
  const [id, setId] = useState("");
  const [refusal, setRefusal] = useState<Refusal>();
  const send = async () => {
    const refused = await onPick(id);
    setRefusal(refused);
    if (!refused) setId("");
  };
  return (
    <form onSubmit={submits(() => reason === undefined && id !== "" && send())}>
      <div class="row bottom">
        <Input field={{ ...PRODUCT, label }} entry={id} onEntry={setId} />
        {children}
        <Button text={submit} type="submit" reason={reason} />
      </div>
      <Refused refusal={refusal} />
    </form>
  );
}
