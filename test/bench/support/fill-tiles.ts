import { createGuild } from '../../../services/demo/guild.ts';
import { createHistoryTranslator } from '../../../services/demo/history/history-translator.ts';
import type { HubCore } from '../../../services/standalone/open-core.ts';
import { hourMs, minuteMs } from '../../../shared/domain/durations.ts';
import { packTiles } from '../../../shared/domain/pack-tiles.ts';
import { newEvent } from '../../../shared/events/event.ts';
import { tilesWalked } from '../../../shared/events/types/tiles-walked.ts';
import type { TimedEvent } from '../../../shared/log/journal.ts';

/** The bytes of tiles, in log and table together, of a player in an hour. */
export interface TileBytes {
  readonly ofDemo: number;
  readonly ofRunner: number;
}

/** The simulation would skip longer steps. */
const stepMs = 30_000;
const tickMs = 600;
/** Minutes of a record, as in ingest. */
const minutes = 3;
const importedAtOnce = 2_000;

/** The first half of the accounts plays as the demo does, the other half never stops running. */
export async function fillTiles(
  core: HubCore,
  accountIds: readonly string[],
  { hours, projected }: { readonly hours: number; readonly projected: () => Promise<void> },
): Promise<TileBytes> {
  const half = Math.floor(accountIds.length / 2);
  const [players, runners] = [accountIds.slice(0, half), accountIds.slice(half)];
  const bytes = async () => {
    await projected();
    return sizeOfTiles(core);
  };
  const before = await bytes();
  await importAll(core, runnerTiles(runners, hours));
  const afterRun = await bytes();
  await importAll(core, await demoTiles(players, hours));
  const after = await bytes();
  return {
    ofDemo: (after - afterRun) / (players.length * hours),
    ofRunner: (afterRun - before) / (runners.length * hours),
  };
}

async function demoTiles(accountIds: readonly string[], hours: number): Promise<TimedEvent[]> {
  const until = Date.now();
  const startedAt = until - hours * hourMs;
  const guild = createGuild({ players: accountIds.length, seed: 1, startedAt });
  const translator = createHistoryTranslator();
  const events: TimedEvent[] = [];
  for (let at = startedAt; at <= until; at += stepMs) {
    for (const message of guild.advance(at)) {
      const past = await translator.read(message);
      const all = translator.translate(past, accountIds[past.player] ?? '');
      events.push(...all.filter(({ stream }) => stream === 'hub.tiles'));
    }
  }
  return events;
}

/** Ticks come up to 100 ms early or late. */
function runnerTiles(accountIds: readonly string[], hours: number): TimedEvent[] {
  const last = Math.floor(Date.now() / minuteMs);
  const records = Array.from({ length: hours * 20 }, (_, index) => last - hours * 60 + index * minutes);
  return records.flatMap((minute) => {
    const walked = Array.from({ length: (minutes * minuteMs) / tickMs }, (_, tick) => {
      const way = (2 * (minute * 100 + tick)) % 256;
      const at = minute * minuteMs + tick * (tickMs - 1) + ((tick * 37) % 200);
      return { at, ...onSquare(way), plane: 0, world: 330, is_on_boat: false };
    });
    const data = { minute, tiles: packTiles(minute, walked).toString('base64') };
    return accountIds.map((subject) => ({
      ...newEvent(tilesWalked, { subject, source: 'ha' }, data),
      appendTime: (minute + minutes) * minuteMs,
    }));
  });
}

function onSquare(way: number): { readonly x: number; readonly y: number } {
  const [side, on] = [Math.floor(way / 64), way % 64];
  const [x = 0, y = 0] =
    [
      [on, 0],
      [64, on],
      [64 - on, 64],
      [0, 64 - on],
    ][side] ?? [];
  return { x: 3_200 + x, y: 3_200 + y };
}

async function importAll({ journal }: HubCore, events: readonly TimedEvent[]): Promise<void> {
  for (let from = 0; from < events.length; from += importedAtOnce) {
    await journal.import(events.slice(from, from + importedAtOnce));
  }
}

async function sizeOfTiles({ database }: HubCore): Promise<number> {
  const { bytes } = await database.one<{ bytes: number }>({
    text: `select (pg_total_relation_size('log.hub_tiles') + pg_total_relation_size('tile_trail_g1.walked_minute')) as bytes`,
  });
  return bytes;
}
