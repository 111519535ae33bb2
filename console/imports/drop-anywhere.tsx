import { useEffect, useState } from "preact/hooks";
import { has, may } from "../api/session.ts";
import { s } from "../words/shell.ts";
import { uploadFile, uploading } from "./upload.ts";
import { w } from "./words.ts";

const hasFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;

/** A file dropped on any page is read as an import. */
export function DropAnywhere() {
  const [isOver, setOver] = useState(false);
  const isAllowed = has("imports") && may("MANAGE_IMPORTS");
  useEffect(() => {
    if (!isAllowed) return undefined;
    const over = (event: DragEvent) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (!file || event.defaultPrevented) return;
      event.preventDefault();
      void uploadFile(file);
    };
    document.addEventListener("dragover", over);
    document.addEventListener("dragleave", leave);
    document.addEventListener("drop", drop);
    return () => {
      document.removeEventListener("dragover", over);
      document.removeEventListener("dragleave", leave);
      document.removeEventListener("drop", drop);
    };
  }, [isAllowed]);
  if (uploading.value)
    return (
      <div class="toasts">
        <div class="toast" role="status">
          {w("reading", { file: uploading.value })}
        </div>
      </div>
    );
  return isOver ? <div class="dropping">{s("drop")}</div> : null;
}
