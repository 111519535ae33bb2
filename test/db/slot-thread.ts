import { writeSlot } from "../../db/remote/write-slot.ts";

declare const self: Worker;

/** Takes the slot that it is given and keeps it; says when it has it. */
self.onmessage = ({ data }: MessageEvent<SharedArrayBuffer>) => {
  void writeSlot(data).run(() => {
    self.postMessage("has it");
    return new Promise<never>(() => undefined);
  });
  self.postMessage("asked");
};
