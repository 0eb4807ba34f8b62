import { readFileSync } from 'node:fs';
import { definitionOf } from '../../../shared/events/catalogue.ts';
import type { NewEvent } from '../../../shared/events/event.ts';
import type { ReportTimes } from '../facts/report-times.ts';
import { type KnownGame, unknownGame } from '../game/known-game.ts';
import { noHead, type Plugin, type PluginReport, type RequestHead } from '../plugin.ts';
import { eventsOfNews } from '../receive/append/events-of-new-facts.ts';
import { createUnchangedParts } from '../receive/new-facts/appended-facts.ts';
import { factsOfPlayer, judgedPlayer } from '../receive/worlds/facts-on-world.ts';
import { factsInWorld, playerOn, unknownWorld } from '../receive/worlds/last-worlds.ts';

/** The account of the reports. */
const reportedAccount = 'Qu1llonFen00';
const at = 1_789_410_127_400;
/** Received the moment it was sent, from a PC whose clock is right. */
const onTime: ReportTimes = { receivedAt: at, at, late: false, offset: 0 };

/** A report of the fixtures as its plugin sends it. */
export function sampleBody(name: string): string {
  return readFileSync(new URL(`../../../test/fixtures/reports/${name}.json`, import.meta.url), 'utf8');
}

export interface ReadReport {
  readonly report: PluginReport;
  /** The events of an account's first report to a hub that knows nothing of it. */
  readonly events: readonly NewEvent[];
}

/** Reads a body as ingest does, and states all of it. @throws where the plugin refuses the body */
export async function firstReport(
  plugin: Plugin,
  body: string | Buffer,
  { head = {}, game = unknownGame }: { readonly head?: Partial<RequestHead>; readonly game?: KnownGame } = {},
): Promise<ReadReport> {
  const report = await plugin.read({ head: { ...noHead, ...head }, body: Buffer.from(body) });
  if ('status' in report) throw new Error(`refused: ${report.outcome}`);
  const judged = judgedPlayer(plugin, playerOn(unknownWorld, report.player, onTime), game);
  const said = factsInWorld(plugin.translate(report, reportedAccount, onTime, game), judged.player, onTime);
  const { facts } = factsOfPlayer(said, judged, onTime);
  const news = createUnchangedParts({ soleProcess: true }).select(reportedAccount, plugin.source, facts, 0);
  return { report, events: eventsOfNews(reportedAccount, plugin.source, news) };
}

/** One event a line, without the record id, which is random. @throws for one that the log would not take */
export function eventLines({ events }: ReadReport): string {
  return events
    .map(({ stream, key, type, version, data }) => {
      definitionOf(type)?.schema.parse(data);
      return `${JSON.stringify({ stream, key, type, version, data })}\n`;
    })
    .join('');
}
