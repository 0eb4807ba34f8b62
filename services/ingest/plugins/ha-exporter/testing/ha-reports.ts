import { readFileSync } from 'node:fs';
import type { NewEvent } from '../../../../../shared/events/event.ts';
import type { ReportTimes } from '../../../facts/correct-times.ts';
import { usableFacts } from '../../../facts/facts.ts';
import { emptyMemory } from '../../../receive/account/account-memory.ts';
import { decideFacts } from '../../../receive/account/decide.ts';
import { firstReport } from '../../../testing/facts-of-account.ts';
import { readHaMessage } from '../read-message.ts';
import { translateHaMessage } from '../translate.ts';

export const fixtureAccount = 'Qu1llonFen00';

// biome-ignore lint/suspicious/noExplicitAny: tests bend reports into every shape
export type HaBody = any;

export function haFixture(name: string): HaBody {
  const file = new URL(`../../../../../test/fixtures/reports/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Has a new game event, which the rate limit lets pass. @param bytes added to the body */
export function lootReport(number: number, bytes = 0): HaBody {
  const body = haFixture('ha-loot');
  body.events[0].eventId = `0b5f9a5e-2d1c-4c4e-9a57-${String(number).padStart(12, '0')}`;
  body.padding = 'x'.repeat(bytes);
  return body;
}

export const fixtureTime = 1_789_410_127_400;

export function onTime(at = fixtureTime): ReportTimes {
  return { receivedAt: at, at, isLate: false, offset: 0 };
}

/** The events of an account's first report to a new hub. */
export function translatedHa(body: HaBody, times: ReportTimes = onTime()): NewEvent[] {
  const message = readHaMessage(body);
  const facts = usableFacts(
    translateHaMessage(message, fixtureAccount, times),
    message.player.specialWorld ?? false,
    times,
  );
  const report = { ...firstReport, accountId: fixtureAccount, source: 'ha', facts };
  return decideFacts(emptyMemory(), report).events.slice();
}

export function eventDataOf(events: readonly NewEvent[], type: string): HaBody[] {
  return events.filter((event) => event.type === type).map((event) => event.data);
}
