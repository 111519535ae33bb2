import type { ComponentType } from "preact";
import { has, may } from "../api/session.ts";
import type { ScreenProps } from "../screens.ts";
import { Empty, Head, Tabs } from "../ui/basics.tsx";
import { c } from "../words/common.ts";
import { Codes } from "./codes.tsx";
import { Prices } from "./prices.tsx";
import { Publication } from "./publication.tsx";
import { Texts } from "./texts.tsx";
import { Translations } from "./translations.tsx";
import { w } from "./words.ts";

/** The kinds of what waits, each with who sees it. */
const KINDS: { id: string; module?: string; permission: string; Part: ComponentType }[] = [
  { id: "texts", module: "enrichment", permission: "VIEW_CATALOG", Part: Texts },
  { id: "translations", permission: "VIEW_CATALOG", Part: Translations },
  { id: "prices", module: "price_monitor", permission: "VIEW_PRICING", Part: Prices },
  { id: "codes", module: "imports", permission: "MANAGE_IMPORTS", Part: Codes },
  { id: "publication", permission: "VIEW_CATALOG", Part: Publication },
];

/** What waits for a person, one after the other, each decided by a key. */
export function Review({ params }: ScreenProps) {
  const kinds = KINDS.filter(({ module, permission }) => (module === undefined || has(module)) && may(permission));
  const current = kinds.find(({ id }) => id === params["tab"]) ?? kinds[0];
  return (
    <>
      <Head title={w("title")} />
      <Tabs w={w} root="/review" tabs={kinds.map(({ id }) => id)} current={current?.id} />
      {current ? <current.Part key={current.id} /> : <Empty title={c("notAllowed")} />}
    </>
  );
}
