import { effect } from "@preact/signals";
import { api } from "../api/api.ts";
import { isAway, isOld } from "../api/session.ts";

async function look(): Promise<void> {
  const mine = document.querySelector<HTMLMetaElement>("meta[name=build]")?.content;
  const answer = await api.get<{ build?: string }>("/health/live");
  const served = answer.ok ? answer.value.build : undefined;
  if (served !== undefined && served !== mine) isOld.value = true;
}

/** Notices that another build of the service answers: after it was away, and when somebody comes back to the page. */
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
