import { effect } from "@preact/signals";
import { isAway, isOld } from "../api/session.ts";

const scriptOf = (html: string): string | undefined => /src="(\/console\/[^"]+)"/.exec(html)?.[1];

async function look(): Promise<void> {
  const mine = document.querySelector("script[src]")?.getAttribute("src");
  const answer = await fetch("/", { cache: "no-cache" }).catch(() => undefined);
  if (!answer?.ok) return;
  const served = scriptOf(await answer.text());
  if (served !== undefined && served !== mine) isOld.value = true;
}

/** Notices that another version of the service answers: after it was away, and when somebody comes back to the page. */
export function watchVersion(): void {
  let wasAway = false;
  effect(() => {
    if (wasAway && !isAway.value) void look();
    wasAway = isAway.value;
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void look();
  });
}
