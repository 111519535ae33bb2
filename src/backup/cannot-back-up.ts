/** Why no backup is made, in words for the person at the keyboard. */
export class CannotBackUp extends Error {
  override readonly name: string = "CannotBackUp";
}

/** The same where the disk has no room for it. */
export class NoRoomForBackup extends CannotBackUp {
  override readonly name = "NoRoomForBackup";
}
