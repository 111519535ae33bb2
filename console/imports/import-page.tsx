import { useEffect, useState } from "preact/hooks";
import { api } from "../api/api.ts";
import { useGet } from "../api/use-call.ts";
import { go } from "../shell/address.ts";
import { Button, Head, Loading, Pending } from "../ui/basics.tsx";
import { toastRefusal, whenDone } from "../ui/toast.tsx";
import { State } from "../ui/value.tsx";
import { DryRunStep } from "./dry-run-step.tsx";
import { type Analysis, type DryRun, type ImportBody, MAPPED_STATES, RUNNING_STATES } from "./import-body.ts";
import { MappingStep } from "./mapping-step.tsx";
import { ResultStep } from "./result-step.tsx";
import { RunningStep } from "./running-step.tsx";
import { analyses } from "./upload.ts";
import { w } from "./words.ts";

function Steps({ current }: { current: number }) {
  return (
    <ol class="steps">
      {[w("step1"), w("step2"), w("step3")].map((name, index) => (
        <li key={name} aria-current={index === current ? "step" : undefined}>
          <i>{index + 1}</i>
          {name}
        </li>
      ))}
    </ol>
  );
}

/** What was found out: of this page's upload, or read again. */
function useAnalysis(found: ImportBody | undefined) {
  const [analysis, setAnalysis] = useState<Analysis | undefined>(() => (found ? analyses.get(found.id) : undefined));
  const id = found?.id;
  const status = found?.status;
  useEffect(() => {
    if (!id || status === undefined || analysis) return;
    const stored = analyses.get(id);
    if (stored) return setAnalysis(stored);
    if (status === "awaiting_mapping") {
      void api.post<Analysis>(`/imports/${id}/reanalyze`, { body: {} }).then((answer) => {
        if (!answer.ok) return toastRefusal(answer.refusal);
        setAnalysis(answer.value);
      });
    }
    return undefined;
  }, [id, status, analysis]);
  return [analysis, setAnalysis] as const;
}

/** One import, from its columns to its end. */
export function ImportPage({ id }: { id: string }) {
  const loaded = useGet<ImportBody>(`/imports/${id}`);
  const found = loaded.value;
  const [analysis, setAnalysis] = useAnalysis(found);
  const [tried, setTried] = useState<DryRun>();
  if (!found)
    return (
      <>
        <Head title="…" />
        <Pending of={loaded} />
      </>
    );
  const { status } = found;
  const isMapped = MAPPED_STATES.has(status);
  const step = isMapped ? (tried || (status === "ready" && !analysis) ? 1 : 0) : 2;
  const discard = () => whenDone(api.delete(`/imports/${id}`), () => go("/imports"));
  const note =
    analysis &&
    [
      w("readAs", { format: analysis.format.toUpperCase(), n: analysis.row_count }),
      ...(analysis.sheet ? [w("sheet", { sheet: analysis.sheet })] : []),
      ...(analysis.header_row ? [w("headerRow", { row: analysis.header_row })] : []),
    ].join(" · ");
  return (
    <>
      <Head title={found.file_name} note={isMapped ? note : <State code={status} />}>
        {isMapped && <Button text={w("discard")} kind="bad" onClick={discard} />}
      </Head>
      <Steps current={step} />
      {step === 0 &&
        (analysis ? (
          <MappingStep
            id={id}
            analysis={analysis}
            onAnalysis={(read) => {
              analyses.set(id, read);
              setAnalysis(read);
            }}
            onTried={setTried}
          />
        ) : (
          <Loading />
        ))}
      {step === 1 && (
        <DryRunStep
          id={id}
          tried={tried}
          onBack={analysis ? () => setTried(undefined) : undefined}
          onStarted={loaded.reload}
        />
      )}
      {step === 2 && RUNNING_STATES.has(status) && <RunningStep found={found} onChange={(next) => loaded.set(next)} />}
      {step === 2 && !RUNNING_STATES.has(status) && <ResultStep found={found} />}
    </>
  );
}
