import type { MutationContext, Tx } from "../../../db/ports.ts";
import { type AlertReader, listAlertReaders } from "../../../db/price-alerts/alerts.ts";
import { counted } from "../../http/output/counted.ts";
import { type Language, translate } from "../../http/output/messages.ts";
import type { MailText } from "../../mail/mail-text.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import type { AlertRecord } from "./alert-record.ts";

const VALID_MS = 7 * 86_400_000;
/** A mail lists this number, and says how many more there are. */
const LISTED_MAX = 100;

const amount = (price: number) => price.toFixed(2);
const factsOf = (record: AlertRecord) => ({
  product: record.product_title,
  competitor: record.competitor_name,
  price: amount(record.observed_price),
});

/** What a mail says of one alert. Mails are plain text: a name with markup in it is shown as it is. */
function linesOf(language: Language, record: AlertRecord): string {
  const { alert_type: type, threshold, ean, own_price: own, previous_price: before, url } = record;
  return [
    translate(language, "mail.price_alert_sells", factsOf(record)),
    before === null ? [] : translate(language, "mail.price_alert_before", { price: amount(before) }),
    own === null ? [] : translate(language, "mail.price_alert_own", { price: amount(own) }),
    ean === null ? [] : translate(language, "mail.price_alert_ean", { ean }),
    translate(language, "mail.price_alert_link", { url }),
    translate(language, `mail.price_alert_${type}`, { threshold: amount(threshold ?? 0) }),
  ]
    .flat()
    .join("\n");
}

/** A mail about alerts, at least one. */
export function alertMail(language: Language, records: readonly AlertRecord[]): MailText {
  const [first] = records;
  const more = records.length - LISTED_MAX;
  const parts = records.slice(0, LISTED_MAX).map((record) => linesOf(language, record));
  if (more > 0) parts.push(counted(language, more, "mail.price_alerts_more"));
  const subject =
    first && records.length === 1
      ? translate(language, "mail.price_alert_subject", factsOf(first))
      : counted(language, records.length, "mail.price_alerts");
  return { subject, body: `${parts.join("\n\n")}\n` };
}

/** What is to be mailed of one alert. */
export interface ToMail {
  record: AlertRecord;
  /** Who made the alert; `null`: no user. */
  createdBy: string | null;
}

/** To whom mails about an alert go: its maker while active, else the admins. */
function readersOf(readers: readonly AlertReader[], createdBy: string | null): AlertReader[] {
  const maker = readers.find(({ id }) => id === createdBy);
  return maker ? [maker] : readers.filter(({ isAdmin }) => isAdmin);
}

/** Mails alerts, all that one reader gets of a group in one mail. Returns the mails of each record, by its id. */
export async function mailAlerts(
  tx: Tx,
  groups: readonly (readonly ToMail[])[],
  context: MutationContext,
): Promise<ReadonlyMap<string, string[]>> {
  const makers = new Set(groups.flat().flatMap(({ createdBy }) => createdBy ?? []));
  const mailIds = new Map<string, string[]>();
  if (groups.flat().length === 0) return mailIds;
  const readers = await listAlertReaders(tx, [...makers]);
  for (const group of groups) {
    const listed = group.flatMap(({ record, createdBy }) =>
      readersOf(readers, createdBy).map((reader) => ({ reader, record })),
    );
    for (const [{ email, locale }, each] of Map.groupBy(listed, ({ reader }) => reader)) {
      const records = each.map(({ record }) => record);
      const text = alertMail(locale === "fr" ? "fr" : "en", records);
      const mailId = await queueMail(tx, { ...text, recipient: email, expiresAtMs: context.now() + VALID_MS }, context);
      for (const { id } of records) mailIds.set(id, [...(mailIds.get(id) ?? []), mailId]);
    }
  }
  return mailIds;
}
