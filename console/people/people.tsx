import { api } from "../api/api.ts";
import { may } from "../api/session.ts";
import type { ScreenProps } from "../screens.ts";
import { Button, Card, Empty, Head, Tabs } from "../ui/basics.tsx";
import { Resource } from "../ui/resource.tsx";
import { type Row, useList } from "../ui/resource-page.ts";
import { Secret, showSecret } from "../ui/secret.tsx";
import { PagedTable } from "../ui/table.tsx";
import { whenDone } from "../ui/toast.tsx";
import { c } from "../words/common.ts";
import { fieldWord } from "../words/fields.ts";
import { date } from "../words/words.ts";
import { w } from "./words.ts";

const TABS = ["people", "invitations", "keys", "audit"] as const;

/** The link by which somebody who was invited comes in. */
const showInvitation = (made: Row) => {
  if (typeof made["token"] === "string") showSecret(`${location.origin}/register#token=${made["token"]}`);
};

function NewKey({ id, reason }: { id: string; reason: string | undefined }) {
  const rotate = () => whenDone(api.post<{ key: string }>(`/api-keys/${id}/rotate`), (value) => showSecret(value.key));
  return <Button text={w("rotate")} reason={reason} onClick={rotate} />;
}

function Audit() {
  const pages = useList("/audit-log");
  const actor = (row: Row) => {
    const { email, type } = Object(row["actor"]) as { email?: string; type?: string };
    return email ?? type ?? "";
  };
  const label = (name: string, word: string) => fieldWord({ name, label: word });
  return (
    <Card title={w("tab.audit")}>
      <PagedTable
        label={w("tab.audit")}
        pages={pages}
        keyOf={(row) => String(row["number"])}
        empty={<Empty title={w("noAudit")} />}
        columns={[
          { label: label("at", "At"), show: (row) => date(String(row["at"]), true) },
          { label: label("actor", "Actor"), show: actor },
          { label: label("action", "Action"), show: (row) => String(row["action"]) },
          { label: label("resource", "Resource"), show: (row) => String(row["resource"]) },
        ]}
      />
    </Card>
  );
}

/** Users, invitations, API keys, and who did what. */
export function People({ params }: ScreenProps) {
  const current = TABS.find((each) => each === params["tab"]) ?? "people";
  const reason = may("MANAGE_USERS") ? undefined : c("notAllowed");
  return (
    <>
      <Head title={w("title")} />
      <Tabs w={w} root="/people" first="people" tabs={TABS} current={current} />
      {current === "people" && (
        <Resource
          path="/settings/users"
          title={w("tab.people")}
          columns={["email", "first_name", "last_name", "role", "is_active", "last_login_at"]}
          empty={w("noPeople")}
          reason={reason}
          canDelete={false}
          canCreate={false}
        />
      )}
      {current === "invitations" && (
        <Resource
          path="/settings/users/invitations"
          createPath="/settings/users/invite"
          title={w("tab.invitations")}
          columns={["email", "role", "created_at", "expires_at"]}
          empty={w("noInvitations")}
          reason={reason}
          onCreated={showInvitation}
          canOpen={false}
        />
      )}
      {current === "keys" && (
        <Resource
          path="/api-keys"
          title={w("tab.keys")}
          columns={["name", "key_hint", "scopes", "is_active", "expires_at"]}
          empty={w("noKeys")}
          reason={reason}
          onCreated={(made) => showSecret(made["key"])}
          more={(row) => <NewKey id={String(row["id"])} reason={reason} />}
        />
      )}
      {current === "audit" && <Audit />}
      <Secret />
    </>
  );
}
