import type { Command } from 'commander';
import { OperatorError } from '../../../shared/errors/errors.ts';
import { recordInAudit } from '../../../shared/log/record-in-audit.ts';
import { writeFileItems, writeFileWorlds } from '../../ingest/game/game-tables.ts';
import { prepareIngest } from '../../ingest/prepare-ingest.ts';
import { auditActorOf } from '../../operations/operation-hub.ts';
import type { HubConnection } from '../connection/connect.ts';
import { type GameFile, readGameFile } from '../game-files/read-game-file.ts';
import { runCommand } from '../run-command.ts';
import { filePath } from '../terminal/arguments.ts';
import type { Output } from '../terminal/output.ts';
import { line } from '../terminal/printable.ts';
import { counted, thousands } from '../terminal/progress-display.ts';

export function gameCommand(program: Command): void {
  const game = program.command('game').description('names, prices and types of the game’s items and worlds');
  game
    .command('load')
    .description(
      'load names and prices of items, or types of worlds, for plugins that do not send them; the hub recognizes the kind of the file by its structure',
    )
    .argument(
      '<file>',
      'JSON: the OSRS Wiki’s mapping of items, its latest prices, or RuneLite’s list of worlds',
      filePath,
    )
    .action(async (path: string, _: unknown, command: Command) => {
      const file = await readGameFile(path);
      return runCommand(command, (hub) => load(hub, file, path));
    });
}

/** The other skipped entries are only counted. */
const namedMax = 10;

async function load(hub: HubConnection, file: GameFile, path: string): Promise<Output> {
  const { database } = hub;
  const { kind, items, worlds, skipped } = file;
  const named = skipped.slice(0, namedMax);
  const loaded = items.length + worlds.length;
  if (loaded === 0) {
    const [first] = named;
    const why = first === undefined ? 'it is empty' : `entry ${first.entry}: ${first.reason}`;
    throw new OperatorError('not_game_data', `${path} has no usable entry: ${why}`);
  }
  await prepareIngest(database);
  const now = Date.now();
  if (items.length > 0) await writeFileItems(database, items, now);
  if (worlds.length > 0) await writeFileWorlds(database, worlds, now);
  await recordInAudit(hub.journal, {
    by: auditActorOf(hub, 'cli'),
    action: 'game-file-loaded',
    details: { kind, loaded, skipped: skipped.length },
  });
  return {
    document: { kind, loaded, skipped: skipped.length, skipped_entries: named },
    text: [
      line`Loaded ${loadedText(kind, loaded)} from ${path}. A running hub uses them within a minute.`,
      ...(skipped.length === 0
        ? []
        : [`Skipped ${skipped.length === 1 ? '1 entry' : `${thousands(skipped.length)} entries`}:`]),
      ...named.map(({ entry, reason }) => line`  ${entry}: ${reason}`),
      ...(skipped.length > namedMax ? ['  ...'] : []),
    ].join('\n'),
  };
}

function loadedText(kind: GameFile['kind'], count: number): string {
  if (kind === 'items') return `names and high-alchemy prices of ${counted(count, 'item')}`;
  return kind === 'prices' ? `guide prices of ${counted(count, 'item')}` : counted(count, 'world');
}
