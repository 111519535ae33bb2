import { useRef } from "preact/hooks";
import { api } from "../api/api.ts";
import { may } from "../api/session.ts";
import { useBusy, useGet } from "../api/use-call.ts";
import { Button, Card, Empty, Pending, Tag } from "../ui/basics.tsx";
import { toast, toastRefusal } from "../ui/toast.tsx";
import { c } from "../words/common.ts";
import type { PartProps } from "./product-body.ts";
import { w } from "./words.ts";

interface Media {
  id: string;
  thumbnail_url: string;
  alt_text: string | null;
  is_primary: boolean;
}

/** What a person may do with the images of a product. */
function useImages(path: string, onChange: () => void) {
  const media = useGet<{ items: Media[] }>(path);
  const [isBusy, during] = useBusy();
  const items = media.value?.items ?? [];
  const after = async (made: ReturnType<typeof api.post>) => {
    const answer = await made;
    if (!answer.ok) toastRefusal(answer.refusal);
    media.reload();
    onChange();
  };
  return {
    media,
    items,
    isBusy,
    after,
    during,
    add: async (files: FileList | null) => {
      for (const file of files ?? []) {
        const body = new FormData();
        body.append("file", file);
        await after(api.post(`${path}/upload`, { body }));
      }
    },
    /** Puts an image at another place. */
    place: (id: string, at: number) => {
      const rest = items.filter((each) => each.id !== id);
      const moved = items.find((each) => each.id === id);
      if (!moved || at < 0 || at > rest.length) return;
      const ordered = rest.toSpliced(at, 0, moved);
      media.set({ items: ordered }, media.etag);
      void after(api.post(`${path}/reorder`, { body: { media_ids: ordered.map((each) => each.id) } }));
    },
    describe: async ({ id, alt_text: before }: Media, text: string) => {
      if (text.trim() === (before ?? "")) return;
      const answer = await api.patch(`${path}/${id}`, { body: { alt_text: text.trim() } });
      if (!answer.ok) return toastRefusal(answer.refusal);
      toast(c("saved"));
      media.reload();
    },
  };
}

/** The images of a product, in their order: changed by drag or by the arrows, each with a text for those who do not see it. */
export function Images({ product, loaded }: PartProps) {
  const path = `/products/${product.id}/media`;
  const { media, items, isBusy, during, after, add, place, describe } = useImages(path, loaded.reload);
  const dragged = useRef("");
  const reason = may("EDIT_CATALOG") ? undefined : c("notAllowed");
  if (media.refusal || !media.value) return <Pending of={media} />;
  return (
    <Card
      title={w("tab.images")}
      actions={
        <label class="row">
          <span class="soft">{w("addImages")}</span>
          <input
            type="file"
            accept="image/*"
            multiple
            disabled={isBusy || reason !== undefined}
            onChange={({ currentTarget }) => void during(add(currentTarget.files))}
          />
        </label>
      }
    >
      {items.length === 0 && <Empty title={w("noImages")} />}
      <div class="cards shots">
        {items.map((image, at) => {
          const { id, thumbnail_url: src, alt_text: alt, is_primary: isPrimary } = image;
          const number = String(at + 1);
          return (
            <figure
              class="shot"
              key={id}
              draggable={reason === undefined}
              onDragStart={() => {
                dragged.current = id;
              }}
              onDragOver={(event) => {
                if (dragged.current !== "") event.preventDefault();
              }}
              onDrop={(event) => {
                if (dragged.current === "") return;
                event.preventDefault();
                place(dragged.current, at);
                dragged.current = "";
              }}
            >
              <img src={src} alt={alt ?? product.title} loading="lazy" />
              <input
                aria-label={`${w("altText")} ${number}`}
                placeholder={w("altText")}
                defaultValue={alt ?? ""}
                readOnly={reason !== undefined}
                onBlur={({ currentTarget }) => void describe(image, currentTarget.value)}
              />
              <figcaption class="row">
                <Button
                  text="←"
                  kind="quiet"
                  label={w("earlier", { number })}
                  reason={reason ?? (at === 0 ? w("isFirst") : undefined)}
                  onClick={() => place(id, at - 1)}
                />
                <Button
                  text="→"
                  kind="quiet"
                  label={w("later", { number })}
                  reason={reason ?? (at === items.length - 1 ? w("isLast") : undefined)}
                  onClick={() => place(id, at + 1)}
                />
                {isPrimary ? (
                  <Tag tone="good">{w("primary")}</Tag>
                ) : (
                  <Button
                    text={w("makePrimary")}
                    kind="quiet"
                    reason={reason}
                    onClick={() => after(api.post(`${path}/${id}/primary`))}
                  />
                )}
                <Button
                  text={c("delete")}
                  kind="quiet"
                  reason={reason}
                  onClick={() => after(api.delete(`${path}/${id}`))}
                />
              </figcaption>
            </figure>
          );
        })}
      </div>
    </Card>
  );
}
