let moment = 0;
let isTurnCounted = false;

/** Says that something has come in from outside: a request, or an answer of another thread. */
export function nextMoment(): void {
  moment++;
}

/** A number that is the same as before only where nothing has been waited for meanwhile. */
export function momentOfNow(): number {
  if (!isTurnCounted) {
    isTurnCounted = true;
    setImmediate(() => {
      moment++;
      isTurnCounted = false;
    });
  }
  return moment;
}
