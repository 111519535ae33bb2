import { useState } from "preact/hooks";
import { api } from "../api/api.ts";
import { may } from "../api/session.ts";
import { useCall } from "../api/use-call.ts";
import { Button, Card, Empty, Loading, Refused, Tag } from "../ui/basics.tsx";
import { toastRefusal } from "../ui/toast.tsx";
import { c } from "../words/common.ts";
import type { PartProps } from "./product-body.ts";
import { w } from "./words.ts";

interface Media {
  id: string;
  thumbnail_url: string;
  alt_text: string | null;
  is_primary: boolean;
}

/** The images of a product, in their order. */
export function Images({ product, loaded }: PartProps) {
  const path = `/products/${product.id}/media`;
  const media = useCall(path, (signal) => api.get<{ items: Media[] }>(path, { signal }));
  const [isBusy, setBusy] = useState(false);
  const after = async (made: ReturnType<typeof api.post>) => {
    const answer = await made;
    if (!answer.ok) toastRefusal(answer.refusal);
    media.reload();
    loaded.reload();
  };
  const add = async (files: FileList | null) => {
    setBusy(true);
    for (const file of files ?? []) {
      const body = new FormData();
      body.append("file", file);
      await after(api.post(`${path}/upload`, { body }));
    }
    setBusy(false);
  };
  const reason = may("EDIT_CATALOG") ? undefined : c("notAllowed");
  if (media.refusal) return <Refused refusal={media.refusal} onRetry={media.reload} />;
  if (!media.value) return <Loading />;
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
            onChange={({ currentTarget }) => void add(currentTarget.files)}
          />
        </label>
      }
    >
      {media.value.items.length === 0 && <Empty title={w("noImages")} />}
      <div class="cards">
        {media.value.items.map(({ id, thumbnail_url: src, alt_text: alt, is_primary: isPrimary }) => (
          <figure class="shot" key={id}>
            <img src={src} alt={alt ?? product.title} loading="lazy" />
            <figcaption class="row">
              {isPrimary ? (
                <Tag tone="good">{w("primary")}</Tag>
              ) : (
                <Button kind="quiet" reason={reason} onClick={() => void after(api.post(`${path}/${id}/primary`))}>
                  {w("makePrimary")}
                </Button>
              )}
              <Button kind="quiet" reason={reason} onClick={() => void after(api.delete(`${path}/${id}`))}>
                {c("delete")}
              </Button>
            </figcaption>
          </figure>
        ))}
      </div>
    </Card>
  );
}
