import { constants } from 'node:os';
import { type Command, Option } from 'commander';
import { parkedDecisions } from '../../../projections/access/queries/parked-decisions.ts';
import { projections } from '../../../projections/registry.ts';
import { OperatorError } from '../../../shared/errors.ts';
import { recordInAudit } from '../../../shared/log/record-in-audit.ts';
import { setThreadPriorities } from '../../../shared/process/set-thread-priorities.ts';
import type { Projection } from '../../../shared/projection/projection.ts';
import { promote } from '../../../shared/projection/replay/promote.ts';
import { type Rebuilt, rebuildGenerations } from '../../../shared/projection/replay/rebuild/rebuild.ts';
import { cancelRebuild } from '../../../shared/projection/replay/retire.ts';
import { isLiveDamaged } from '../../../shared/projection/upkeep/note-damage.ts';
import { listenForStop } from '../../../shared/stop-signals.ts';
import { wholeNumber } from '../arguments.ts';
import type { HubConnection } from '../connect.ts';
import type { Output } from '../output.ts';
import { createProgressDisplay, thousands } from '../progress-display.ts';
import { runCommand } from '../run-command.ts';
import { projectionNamed } from './projection-argument.ts';
import { verifyRoom } from './projections-verify.ts';

interface RebuildFlags {
  readonly all?: true;
  readonly rate?: number;
  readonly fullSpeed?: true;
  readonly promote?: true;
  readonly cancel?: true;
}

/** Longer than a batch takes. The next rebuild continues from what was committed. */
const forceStopAfterMs = 9_500;

export function rebuildCommand(group: Command): void {
  group
    .command('rebuild')
    .description(
      'build a new generation from the log beside the live one; continues where an earlier rebuild ended',
    )
    .argument('[name]', 'a projection', projectionNamed)
    .option('--all', 'every projection; those with the same streams share one reading')
    .option('--rate <n>', 'read at most this many events a second', wholeNumber(1, 999_999_999))
    .addOption(
      new Option(
        '--full-speed',
        'do not rest for a hub that runs beside: several times as fast, and its readers may notice',
      ).conflicts('rate'),
    )
    .option('--promote', 'then verify it, and promote it when it is equal or the live one is damaged')
    .addOption(
      new Option('--cancel', 'drop what a rebuild has built so far').conflicts([
        'rate',
        'fullSpeed',
        'promote',
      ]),
    )
    .action(async (room: Projection | undefined, flags: RebuildFlags, command: Command) => {
      if ((room === undefined) === (flags.all === undefined)) command.error('name a projection, or --all');
      const rooms = room === undefined ? projections : [room];
      await runCommand(command, (hub) => (flags.cancel ? cancel(hub, rooms) : rebuild(hub, rooms, flags)));
    });
}

async function rebuild(
  hub: HubConnection,
  rooms: readonly Projection[],
  flags: RebuildFlags,
): Promise<Output> {
  const rebuilt = await build(hub, rooms, flags);
  for (const { generation, events } of rebuilt) {
    const details = { generation: generation.number, events };
    await recordInAudit(hub.journal, {
      by: `cli:${hub.operator}`,
      action: 'projection-rebuilt',
      about: [generation.projection.name],
      details,
    });
  }
  const promoted = new Set<string>();
  if (flags.promote) {
    for (const room of rooms) {
      // What cannot be read cannot be compared with.
      const force = await isLiveDamaged(hub.database, room.name);
      if (!force && !(await verifyRoom(hub, room)).equal) throw differs(room);
      const { from, to } = await promote(hub.database, room.name, { force });
      await recordInAudit(hub.journal, {
        by: `cli:${hub.operator}`,
        action: 'projection-promoted',
        about: [room.name],
        details: { from, to },
      });
      promoted.add(room.name);
    }
  }
  const documents = rebuilt.map((one) => toDocument(one, promoted));
  return {
    document: { rebuilt: documents },
    text: documents
      .map(
        ({ name, generation, events, seconds, events_per_second, state }) =>
          `${name}: generation ${generation} is ${state}, ${thousands(events)} events in ${seconds} s, ` +
          `${thousands(events_per_second)} a second`,
      )
      .join('\n'),
  };
}

async function build(
  { database, journal }: HubConnection,
  rooms: readonly Projection[],
  { rate, fullSpeed }: RebuildFlags,
): Promise<Rebuilt[]> {
  // So that requests on the same machine go first. Where it is not allowed, there are still the pauses between batches.
  if (!fullSpeed) setThreadPriorities(process.pid, constants.priority.PRIORITY_LOW);
  const stop = listenForStop(forceStopAfterMs);
  const interrupted = new AbortController();
  void stop.requested.then(() => interrupted.abort());
  const display = createProgressDisplay(process.stderr);
  try {
    return await rebuildGenerations({
      database,
      journal,
      decisions: parkedDecisions,
      projections: rooms,
      signal: interrupted.signal,
      onProgress: display.show,
      ...(rate !== undefined && { rate }),
      ...(fullSpeed && { fullSpeed }),
    });
  } finally {
    display.end();
    stop.close();
  }
}

function toDocument({ generation, events, seconds }: Rebuilt, promoted: ReadonlySet<string>) {
  const { name } = generation.projection;
  return {
    name,
    generation: generation.number,
    events,
    seconds: Math.round(seconds * 10) / 10,
    events_per_second: Math.round(events / Math.max(seconds, 0.001)),
    state: promoted.has(name) ? 'live' : 'ready',
  };
}

function differs({ name }: Projection): OperatorError {
  return new OperatorError(
    'not_equal',
    `the new generation of ${name} is ready, but differs from the live one: hub projections verify ${name} shows where`,
  );
}

async function cancel(
  { database, journal, operator }: HubConnection,
  rooms: readonly Projection[],
): Promise<Output> {
  const cancelled = [];
  for (const { name } of rooms) {
    for (const generation of await cancelRebuild(database, name)) {
      cancelled.push({ name, generation });
      await recordInAudit(journal, {
        by: `cli:${operator}`,
        action: 'rebuild-cancelled',
        about: [name],
        details: { generation },
      });
    }
  }
  return {
    document: { cancelled },
    text:
      cancelled.length === 0
        ? 'No rebuild to cancel.'
        : cancelled.map(({ name, generation }) => `${name}: dropped generation ${generation}`).join('\n'),
  };
}
