import { readFileSync } from 'node:fs';
import type { NewEvent } from '../../../../../shared/events/event.ts';
import { takenFacts } from '../../../facts/facts.ts';
import type { ReportTimes } from '../../../facts/report-times.ts';
import { eventsOfNews } from '../../../receive/append/events-of-new-facts.ts';
import { createUnchangedParts } from '../../../receive/new-facts/appended-facts.ts';
import { readMessage } from '../read-message.ts';
import { translateMessage } from '../translate.ts';

/** The account of the fixtures. */
export const account = 'Qu1llonFen00';

// biome-ignore lint/suspicious/noExplicitAny: tests bend reports into every shape
export type Body = any;

/** A report of the fixtures, free to be changed. */
export function fixture(name: string): Body {
  const file = new URL(`../../../../../test/fixtures/reports/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** A report with a game event of its own, which the limit of reports does not hold back. @param bytes to add to it */
export function lootReport(number: number, bytes = 0): Body {
  const body = fixture('ha-loot');
  body.events[0].eventId = `0b5f9a5e-2d1c-4c4e-9a57-${String(number).padStart(12, '0')}`;
  body.padding = 'x'.repeat(bytes);
  return body;
}

export const fixtureTime = 1_789_410_127_400;

/** Received the moment it was sent, from a PC whose clock is right. */
export function onTime(at = fixtureTime): ReportTimes {
  return { receivedAt: at, at, late: false, offset: 0 };
}

/** The events of an account's first report to a hub that knows nothing of it. */
export function translated(body: Body, times: ReportTimes = onTime()): NewEvent[] {
  const message = readMessage(body);
  const facts = takenFacts(
    translateMessage(message, account, times),
    message.player.specialWorld ?? false,
    times,
  );
  const unchanged = createUnchangedParts({ soleProcess: true });
  return eventsOfNews(account, 'ha', unchanged.select(account, 'ha', facts, 0));
}

export function dataOf(events: readonly NewEvent[], type: string): Body[] {
  return events.filter((event) => event.type === type).map((event) => event.data);
}
