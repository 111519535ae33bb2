import { may } from "../api/session.ts";
import { useBusy } from "../api/use-call.ts";
import { Button, Card, Empty } from "../ui/basics.tsx";
import { toastRefusal } from "../ui/toast.tsx";
import { w } from "./words.ts";

/** An empty catalog: a file to drop, or forty products to look around with. */
export function FirstSteps() {
  const [isBusy, during] = useBusy();
  const sample = async () => {
    const { importSampleProducts } = await import("./sample-products.ts");
    const refusal = await importSampleProducts();
    if (refusal) toastRefusal(refusal);
  };
  return (
    <Card>
      <Empty title={w("emptyTitle")}>
        {may("MANAGE_IMPORTS") && (
          <>
            <p>{w("emptyText")}</p>
            <div class="choices">
              <Button text={w("import")} href="/imports" kind="go" />
              <Button text={w("sample")} isBusy={isBusy} onClick={() => during(sample())} />
            </div>
          </>
        )}
      </Empty>
    </Card>
  );
}
