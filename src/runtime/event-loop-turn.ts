let turn = 0;
let isTurnCounted = false;

/** Says that something has come in from outside: a request, or an answer of another thread. */
export function nextTurn(): void {
  turn++;
}

/** A number that is the same as before only where nothing has been waited for meanwhile. */
export function currentTurn(): number {
  if (!isTurnCounted) {
    isTurnCounted = true;
    setImmediate(() => {
      turn++;
      isTurnCounted = false;
    });
  }
  return turn;
}
