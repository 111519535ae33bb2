import { BoundedMap } from "./bounded-map.ts";

const LOOK_MS = 5_000;

/**
 * A bounded map that forgets everything when it was not asked for some seconds: what is kept for the sake of many requests
 * is not needed by few, and may be tens of megabytes.
 */
export class RestingMap<Value> extends BoundedMap<Value> {
  #isUsed = false;
  #timer: ReturnType<typeof setInterval> | undefined;

  override get(key: string): Value | undefined {
    this.#isUsed = true;
    return super.get(key);
  }

  override set(key: string, value: Value): void {
    super.set(key, value);
    this.#isUsed = true;
    this.#timer ??= setInterval(() => this.look(), LOOK_MS);
    // Nobody stays for its sake.
    this.#timer.unref();
  }

  /** What is done every few seconds while it holds something. */
  look(): void {
    if (!this.#isUsed) {
      this.clear();
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    this.#isUsed = false;
  }
}
