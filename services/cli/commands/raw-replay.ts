import type { Command } from 'commander';
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import type { Directory } from '../../../projections/access/directory/directory.ts';
import { eventFeedProjection } from '../../../projections/event-feed/projection.ts';
import { locationTrailProjection } from '../../../projections/location-trail/projection.ts';
import { tileTrailProjection } from '../../../projections/tile-trail/projection.ts';
import { systemClock } from '../../../shared/clock.ts';
import { hourMs } from '../../../shared/domain/durations.ts';
import { recordInAudit } from '../../../shared/log/record-in-audit.ts';
import { createProgressMeter } from '../../../shared/projection/replay/rebuild/progress-meter.ts';
import { readKnownGame } from '../../ingest/game/game-tables.ts';
import { registeredPlugins } from '../../ingest/plugins/registered.ts';
import { prepareIngest } from '../../ingest/prepare-ingest.ts';
import { isoTime } from '../../operations/iso-time.ts';
import { rawPlaces, selectedPayloads } from '../../operations/payloads/payloads.ts';
import { untilCurrent, whileCurrent } from '../../operations/run-while-projecting.ts';
import type { HubConnection } from '../connection/connect.ts';
import { findAccount, findDevice } from '../lookup.ts';
import { type Replayed, replayPayloads } from '../replay-payloads/replay-payloads.ts';
import { runCommand } from '../run-command.ts';
import { type InterruptibleWork, runInterruptible } from '../run-interruptible.ts';
import { readRetention } from '../settings.ts';
import { pastTime } from '../terminal/arguments.ts';
import type { Output } from '../terminal/output.ts';
import { thousands } from '../terminal/progress-display.ts';

export interface RawSelection {
  /** The id or name of an account. */
  readonly account?: string;
  readonly device?: string;
}

/** The ids of a selection; null for any. @throws OperatorError for unknown ids */
export function selectionOf(directory: Directory, { account, device }: RawSelection) {
  return {
    accountId: account === undefined ? null : findAccount(directory, account).id,
    deviceId: device === undefined ? null : findDevice(directory, device).id,
  };
}

/** Epoch ms. Older payloads have expired, and are hidden until they are deleted. */
export function rawKeptFrom(): number {
  return Date.now() - readRetention().rawPayloadMs;
}

interface ReplayFlags extends RawSelection {
  readonly since: number;
}

export function rawReplayCommand(group: Command): void {
  group
    .command('replay')
    .description(
      'read stored bodies again after an upgrade that corrects how the hub reads reports; adds only missing game events, trail points, tiles and newest holdings',
    )
    .option('--account <id>', 'bodies of this account, by id or name')
    .option('--device <id>', 'bodies of this device')
    .requiredOption(
      '--since <time>',
      'bodies received from this time on, like 2026-11-23T03:00:00Z or 24h',
      pastTime,
    )
    .action((flags: ReplayFlags, command: Command) => {
      if ((flags.account === undefined) === (flags.device === undefined)) {
        command.error('error: name either --account or --device');
      }
      return runCommand(command, (hub) => replay(hub, flags));
    });
}

async function replay(hub: HubConnection, flags: ReplayFlags): Promise<Output> {
  const since = Math.max(flags.since, rawKeptFrom());
  const left = 'added facts stay; run the command again to add the missing facts';
  const replayed = await runInterruptible(left, (running) =>
    replaySelected(hub, flags, { ...running, since }),
  );
  return shown(since, replayed);
}

async function replaySelected(
  hub: HubConnection,
  flags: RawSelection,
  { since, signal, display }: InterruptibleWork & { readonly since: number },
): Promise<Replayed> {
  const { journal, database, operator } = hub;
  const directory = await readCurrent(hub);
  const { subjects, deviceId } = selectedPayloads(directory, selectionOf(directory, flags));
  // A body of an erased subject does not show its device, so `--device` counts all these bodies as
  // skipped.
  const wanted = deviceId === null ? subjects : (subjects?.union(directory.erased) ?? null);
  await prepareIngest(database);
  const game = await readKnownGame(database, systemClock);
  const places = await rawPlaces(journal, wanted);
  const [account] = flags.account === undefined ? [] : [...(subjects ?? [])];
  const about = [account, deviceId].filter((id) => typeof id === 'string');
  // First, so that nothing is added without an entry.
  await recordInAudit(journal, {
    by: `cli:${operator}`,
    action: 'payloads-replayed',
    about,
    details: { since: isoTime(since) },
    subject: account ?? 'hub',
  });
  const meter = createProgressMeter(display.show);
  const [now, retention] = [Date.now(), readRetention()];
  // A hub that keeps no tiles has the shortest retention.
  const tilesFrom = retention.tileTrailMs > hourMs ? now - retention.tileTrailMs : null;
  const added = [eventFeedProjection, locationTrailProjection, tileTrailProjection];
  return whileCurrent(hub, added, async () => {
    const replayed = await replayPayloads({
      database,
      journal,
      directory,
      plugins: registeredPlugins,
      game,
      places,
      filter: { subjects: wanted, deviceId, from: since },
      keptFrom: { trailFrom: now - retention.locationMs, tilesFrom },
      signal,
      onBegin: meter.begin,
      onRead: (step) => meter.read(['hub.raw'], step),
    });
    await untilCurrent(hub, added);
    return replayed;
  });
}

function shown(since: number, replayed: Replayed): Output {
  const { bodies, events, points, tiles, holdings, skipped } = replayed;
  const left = Object.entries(skipped).flatMap(([reason, count]) =>
    count === 0 ? [] : [`${thousands(count)} ${leftOut[reason] ?? reason}`],
  );
  return {
    document: { since: isoTime(since), bodies, events, points, tiles, holdings, skipped },
    text: [
      `Read ${thousands(bodies)} bodies again (received since ${isoTime(since)}). Added ${thousands(events)} missing game events, ${thousands(points)} missing trail points, ${thousands(tiles)} missing tiles and ${thousands(holdings)} newer holdings.`,
      ...(left.length > 0 ? [`Skipped bodies: ${left.join(', ')}.`] : []),
    ].join('\n'),
  };
}

const leftOut: Readonly<Record<string, string>> = {
  erased: 'of erased or unknown members and accounts',
  blocked: 'of members that the owner blocked',
  unreadable: 'that no plugin of this release can read',
};
