import { api } from "../api/api.ts";
import { may } from "../api/session.ts";
import { useGet } from "../api/use-call.ts";
import { Button } from "../ui/basics.tsx";
import { toast, whenDone } from "../ui/toast.tsx";
import { c } from "../words/common.ts";
import { w } from "./words.ts";

interface Workflow {
  allowed_actions: string[];
  can_publish: boolean;
  completeness_score: number;
  required_score: number;
}
/** The steps that lead on; what takes a product back is elsewhere. */
const ONWARD: readonly string[] = ["submit", "approve", "publish"];

/** The next step of a product on its way to being published, with the reason where it cannot be taken. */
export function Publication({ id, status, onDone }: { id: string; status: string; onDone: () => void }) {
  const path = `/products/${id}/workflow`;
  const loaded = useGet<Workflow>(path, {}, status);
  const { value } = loaded;
  const action = value?.allowed_actions.find((each) => ONWARD.includes(each));
  if (!value || action === undefined) return null;
  const permission = action === "submit" ? "EDIT_CATALOG" : "PUBLISH_CATALOG";
  const tooLittle =
    action === "publish" && !value.can_publish
      ? w("tooLittle", { score: value.completeness_score, required: value.required_score })
      : undefined;
  const move = () =>
    whenDone(api.post(`${path}/${action}`, { body: {} }), () => {
      toast(c("saved"));
      onDone();
    });
  return <Button text={w.say("step", action)} reason={may(permission) ? tooLittle : c("notAllowed")} onClick={move} />;
}
