import type { WriteOptions } from "../ports.ts";

/** A mutation as it crosses threads. */
export interface WriteRequest {
  name: string;
  tenantId: string;
  input: unknown;
  options: WriteOptions;
}

/** A mutation that waits, and who waits for it. */
export interface Pending {
  request: WriteRequest;
  /** Grows with each that came. */
  order: number;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

/** Mutations that wait, in the order they came; the patient ones behind the others. */
export class WaitingLine {
  readonly #hasty: Pending[] = [];
  readonly #patient: Pending[] = [];
  /** The group before took no patient one. */
  #patientIsNext = false;

  get length(): number {
    return this.#hasty.length + this.#patient.length;
  }

  add(pending: Pending): void {
    (pending.request.options.patient ? this.#patient : this.#hasty).push(pending);
  }

  /** The first of a group: the patient ones have every second group at least, however many others there are. */
  first(): Pending | undefined {
    const isPatient = this.#patient.length > 0 && (this.#patientIsNext || this.#hasty.length === 0);
    this.#patientIsNext = !isPatient;
    return isPatient ? this.#patient.shift() : this.#hasty.shift();
  }

  nextHasty = (): Pending | undefined => this.#hasty.shift();
  /** Nothing as long as others wait. */
  nextPatient = (): Pending | undefined => (this.#hasty.length === 0 ? this.#patient.shift() : undefined);

  /** Lets these go first again among their kind, in this order. */
  putBack(group: readonly Pending[]): void {
    const { patient = [], hasty = [] } = Object.groupBy(group, ({ request }) =>
      request.options.patient ? "patient" : "hasty",
    );
    this.#patient.unshift(...patient);
    this.#hasty.unshift(...hasty);
  }

  /** Takes out those of which `isOne` holds. */
  takeWhere(isOne: (pending: Pending) => boolean): Pending[] {
    const all = this.takeAll();
    this.putBack(all.filter((each) => !isOne(each)));
    return all.filter(isOne);
  }

  /** Empties the line. */
  takeAll = (): Pending[] => [...this.#hasty.splice(0), ...this.#patient.splice(0)];
}
