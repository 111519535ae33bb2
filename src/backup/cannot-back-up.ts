/** Why no backup is made, in words for the person at the keyboard. */
export class CannotBackUp extends Error {
  override readonly name = "CannotBackUp";
}
