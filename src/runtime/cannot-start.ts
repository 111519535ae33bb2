/** The service cannot start; the message is for the person who started the program: what is wrong, and how to mend it. */
export class CannotStart extends Error {
  override readonly name = "CannotStart";
}
