import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { Format, SingleBar } from "cli-progress";

/** How far long work is. */
export interface Place {
  done: number;
  /** 0: not known yet. */
  total: number;
  errors: number;
  /** What it does, in a word. */
  step: string;
}

/** Shows long work while it goes on. */
export interface Progress {
  show(place: Place): void;
  end(): void;
}

/** Without a terminal a line is written at most this often. */
const LINE_SECONDS = 5;
const SECOND_MS = 1_000;

/** `1 h 2 min`, `3 min 4 s`, `5 s`. */
function spanText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor((whole % 3_600) / 60)];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`;
}

/** Rows a second since work began, and the time that is left at that rate; nothing where none are done. */
function pace({ done, total }: Place, seconds: number): { rate: number; left: number | undefined } {
  const rate = seconds > 0 ? done / seconds : 0;
  return { rate, left: rate > 0 && total > 0 ? (total - done) / rate : undefined };
}

function lineOf(place: Place, seconds: number): string {
  const { rate, left } = pace(place, seconds);
  const { done, total, errors, step } = place;
  const parts = [
    `${done}${total > 0 ? ` of ${total}` : ""} rows`,
    `${Math.round(rate)} rows/s`,
    ...(left === undefined ? [] : [`${spanText(left)} left`]),
    `${errors} errors`,
  ];
  return `${step}: ${parts.join(", ")}\n`;
}

/** Plain lines, the first at once and then one every few seconds: for logs and pipes. */
function lines(write: (text: string) => void, now: () => number): Progress {
  const startedAtMs = now();
  let shown: { atMs: number; place: Place } | undefined;
  let last: Place | undefined;
  const print = (place: Place) => {
    shown = { atMs: now(), place };
    write(lineOf(place, (now() - startedAtMs) / SECOND_MS));
  };
  return {
    show: (place) => {
      last = place;
      const isDue = shown === undefined || now() - shown.atMs >= LINE_SECONDS * SECOND_MS;
      if (isDue || shown?.place.step !== place.step) print(place);
    },
    end: () => {
      if (last !== undefined && shown?.place !== last) print(last);
    },
  };
}

/** A bar on a terminal. */
function bar(now: () => number): Progress {
  const startedAtMs = now();
  const shown = new SingleBar({
    stream: process.stderr,
    hideCursor: true,
    format: (options, { progress, value, total }, { step, errors }: { step: string; errors: number }) => {
      const { rate, left } = pace({ done: value, total, errors, step }, (now() - startedAtMs) / SECOND_MS);
      const rest = left === undefined ? "" : `, ${spanText(left)} left`;
      return `${step} ${Format.BarFormat(progress, options)} ${value}/${total} rows, ${Math.round(rate)} rows/s${rest}, ${errors} errors`;
    },
  });
  let isStarted = false;
  return {
    show: ({ done, total, errors, step }) => {
      if (!isStarted) shown.start(total, done, { step, errors });
      isStarted = true;
      shown.setTotal(total);
      shown.update(done, { step, errors });
    },
    end: () => shown.stop(),
  };
}

/** Asks how far long work is, and shows it, until it is over; returns how it is then. */
export async function follow<State>(
  ask: () => Promise<State>,
  placeOf: (state: State) => Place,
  { isOver, everyMs }: { isOver: (state: State) => boolean; everyMs: number },
): Promise<State> {
  const progress = openProgress();
  try {
    for (;;) {
      const state = await ask();
      progress.show(placeOf(state));
      if (isOver(state)) return state;
      await sleep(everyMs);
    }
  } finally {
    progress.end();
  }
}

/** A bar where standard error is a terminal, plain lines else: standard output is for results. */
const openProgress = (now: () => number = () => performance.now()): Progress =>
  process.stderr.isTTY ? bar(now) : lines((text) => void process.stderr.write(text), now);
