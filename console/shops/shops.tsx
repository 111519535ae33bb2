import { useState } from "preact/hooks";
import { may } from "../api/session.ts";
import { useGet } from "../api/use-call.ts";
import type { ScreenProps } from "../screens.ts";
import { go } from "../shell/address.ts";
import { Button, Card, Empty, Head, Pending } from "../ui/basics.tsx";
import { Facts } from "../ui/facts.tsx";
import { toast } from "../ui/toast.tsx";
import { State } from "../ui/value.tsx";
import { c } from "../words/common.ts";
import { ago } from "../words/words.ts";
import type { Connector } from "./connector.ts";
import { NewShop } from "./new-shop.tsx";
import { Shop } from "./shop.tsx";
import { w } from "./words.ts";

function List({ reason }: { reason: string | undefined }) {
  const loaded = useGet<Connector[]>("/connectors");
  const [isNew, setNew] = useState(false);
  const shops = loaded.value;
  return (
    <>
      <Head title={w("title")}>
        <Button text={w("add")} kind="go" reason={reason} onClick={() => setNew(true)} />
      </Head>
      <Pending of={loaded} />
      {shops?.length === 0 && (
        <Card>
          <Empty title={w("empty")} />
        </Card>
      )}
      <div class="cards">
        {shops?.map((shop) => (
          <Card
            key={shop.id}
            title={<a href={`/shops/${shop.id}`}>{shop.name}</a>}
            actions={<State code={shop.is_active ? shop.status : "inactive"} />}
          >
            <Facts
              facts={[
                [w("platform"), shop.platform_id],
                [w("lastSync"), shop.last_sync_at ? ago(shop.last_sync_at) : w("never")],
                [w("version"), shop.api?.version ?? "–"],
              ]}
            />
            {(shop.status_message ?? shop.api?.warning) && (
              <p class="soft">{shop.status_message ?? shop.api?.warning}</p>
            )}
          </Card>
        ))}
      </div>
      {isNew && (
        <NewShop
          onClose={() => setNew(false)}
          onMade={(made) => {
            setNew(false);
            toast(w("connected", { name: made.name }));
            go(`/shops/${made.id}`);
          }}
        />
      )}
    </>
  );
}

/** Shops and marketplaces that this catalog sends to. */
export function Shops({ params }: ScreenProps) {
  const reason = may("MANAGE_CONNECTORS") ? undefined : c("notAllowed");
  const { id } = params;
  return id === undefined ? <List reason={reason} /> : <Shop key={id} id={id} reason={reason} />;
}
