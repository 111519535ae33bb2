import { signal } from "@preact/signals";

/** Counts what the API has accepted to do (202): whoever shows what runs looks again. */
export const started = signal(0);
