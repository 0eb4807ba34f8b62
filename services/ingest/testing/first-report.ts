import { readFileSync } from 'node:fs';
import { definitionOf } from '../../../shared/events/catalogue.ts';
import type { NewEvent } from '../../../shared/events/event.ts';
import type { ReportTimes } from '../facts/correct-times.ts';
import { emptyGame, type KnownGame } from '../game/known-game.ts';
import { noHead, type Plugin, type PluginReport, type RequestHead } from '../plugin-adapter.ts';
import { emptyMemory } from '../receive/account/account-memory.ts';
import { decideFacts } from '../receive/account/decide.ts';
import { unknownWorld } from '../receive/translate/resolve-world.ts';
import { translateReport } from '../receive/translate/translate-report.ts';
import { firstReport } from './facts-of-account.ts';

/** The account of each first report, and when the report comes, epoch ms. */
export const reportedAccount = 'Qu1llonFen00';
export const reportedAt = 1_789_410_127_400;
const onTime: ReportTimes = { receivedAt: reportedAt, at: reportedAt, isLate: false, offset: 0 };

export function reportFixture(name: string): string {
  return readFileSync(new URL(`../../../test/fixtures/reports/${name}.json`, import.meta.url), 'utf8');
}

export interface FirstReport {
  readonly report: PluginReport;
  readonly events: readonly NewEvent[];
}

/** @throws when the plugin refuses the body */
export async function readFirstReport(
  plugin: Plugin,
  body: string | Buffer,
  { head = {}, game = emptyGame }: { readonly head?: Partial<RequestHead>; readonly game?: KnownGame } = {},
): Promise<FirstReport> {
  const report = await plugin.read({ head: { ...noHead, ...head }, body: Buffer.from(body) });
  if ('status' in report) throw new Error(`refused: ${report.outcome}`);
  const { facts } = translateReport(
    { plugin, report, accountId: reportedAccount, times: onTime, lastWorld: unknownWorld },
    game,
  );
  const { source } = plugin;
  const about = { ...firstReport, accountId: reportedAccount, source };
  const { events } = decideFacts(emptyMemory(), { ...about, facts });
  return { report, events };
}

/** Without the random record ids. @throws for an event that the log would refuse */
export function eventLines({ events }: FirstReport): string {
  return events
    .map(({ stream, key, type, version, data }) => {
      definitionOf(type)?.schema.parse(data);
      return `${JSON.stringify({ stream, key, type, version, data })}\n`;
    })
    .join('');
}
