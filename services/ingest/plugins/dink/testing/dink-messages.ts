import { readFileSync } from 'node:fs';
import type { NewEvent } from '../../../../../shared/events/event.ts';
import type { ReportTimes } from '../../../facts/correct-times.ts';
import { usableFacts } from '../../../facts/facts.ts';
import { noHead } from '../../../plugin-adapter.ts';
import { emptyMemory } from '../../../receive/account/account-memory.ts';
import { decideFacts } from '../../../receive/account/decide.ts';
import { firstReport } from '../../../testing/facts-of-account.ts';
import { dink } from '../adapter.ts';
import { translateDinkMessage } from '../translate.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests bend messages into every shape
export type DinkBody = any;

export function dinkFixture(name: string): DinkBody {
  const file = new URL(`../../../../../test/fixtures/reports/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8'));
}

export function readDink(body: DinkBody) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return dink.read({ head: noHead, body: Buffer.from(text) });
}

export function sentOnTime(body: DinkBody): ReportTimes {
  const at = Date.parse(body.embeds?.[0]?.timestamp ?? '2026-09-14T12:00:00Z');
  return { receivedAt: at, at, isLate: false, offset: 0 };
}

/** Treats each message as the first message of its account. */
export async function translatedDink(body: DinkBody): Promise<NewEvent[]> {
  const report = await readDink(body);
  if ('status' in report) return [];
  const account = 'Qu1llonFen00';
  const times = sentOnTime(body);
  const facts = usableFacts(
    translateDinkMessage(report.message, account, times),
    report.player.specialWorld ?? false,
    times,
  );
  const first = { ...firstReport, accountId: account, source: 'dink', facts };
  return decideFacts(emptyMemory(), first).events.slice();
}

export function gameEventsOf(events: readonly NewEvent[]): DinkBody[] {
  return events.filter(({ type }) => type === 'game-event-recorded').map(({ data }) => data);
}
