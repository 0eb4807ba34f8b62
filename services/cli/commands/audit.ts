import { type Command, Option } from 'commander';
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { auditLogProjection } from '../../../projections/audit-log/projection.ts';
import { listenForStop } from '../../../shared/async/stop-signals.ts';
import { pause } from '../../../shared/async/waiting.ts';
import { OperatorError } from '../../../shared/errors/errors.ts';
import {
  type EntryFilter,
  findEntries,
  listAudit,
  type ShownEntry,
} from '../../operations/audit/find-audit-entries.ts';
import { followAudit } from '../../operations/audit/follow-audit.ts';
import { whileCurrent } from '../../operations/run-while-projecting.ts';
import type { HubConnection } from '../connection/connect.ts';
import { runCommand, withConnection } from '../run-command.ts';
import { readRetention } from '../settings.ts';
import { pastTime, uuid, wholeNumber } from '../terminal/arguments.ts';
import { type Output, printFully, type TextColumns, table } from '../terminal/output.ts';
import { reportFailure } from '../terminal/report-failure.ts';

const [limitDefault, limitMax] = [100, 1_000];
const followEveryMs = 1_000;
const forceStopAfterMs = 5_000;
const silentWaitMs = 2_000;
const waitingLine =
  'hub: the audit log is still being built and is shown when it is complete: `hub projections` shows its progress';
const leftOutLine =
  'hub: too many entries arrived at once, and the oldest entries are not shown: hub audit --before shows them';

interface AuditFlags {
  readonly since?: number;
  readonly actor?: string;
  readonly action?: string;
  readonly subject?: string;
  readonly before?: string;
  readonly limit: number;
  readonly follow?: true;
}

export function auditCommand(program: Command): void {
  program
    .command('audit')
    .description('the audit log: who changed or read what, newest first')
    .option('--since <time>', 'only entries from this time on, like 2026-11-23 or 7d', pastTime)
    .option('--actor <name>', 'the actor: cli, cli:USER, hub, or the name of a member, or a part of it')
    .option('--action <word>', 'the action, like projection-rebuilt, or a word of it, like key')
    .option(
      '--subject <name>',
      'the subject: the name (or a part of it) of a member, account or competition, a projection, the id of any subject, or the prefix of a key',
    )
    .option('--limit <n>', 'the maximum number of entries', wholeNumber(1, limitMax), limitDefault)
    .addOption(
      new Option('--before <id>', 'only entries older than this entry').argParser(uuid).conflicts('follow'),
    )
    .option('--follow', 'newest last, then print new entries until stopped')
    .action((flags: AuditFlags, command: Command) =>
      flags.follow
        ? withConnection((hub) => follow(hub, flags, command.optsWithGlobals().json === true))
        : runCommand(command, (hub) => list(hub, flags)),
    );
}

async function list(hub: HubConnection, flags: AuditFlags): Promise<Output> {
  const { entries, older } = await listAudit(hub, filterOf(flags));
  const rows = table(entries, 'Nothing in the audit log', columns);
  return {
    document: { entries: entries.map(({ document }) => document), older },
    text: older === null ? rows : `${rows}\nOlder entries: --before ${older}`,
  };
}

/** Waits until the audit log is projected: while it is built again, every entry would look new. */
async function follow(hub: HubConnection, flags: AuditFlags, json: boolean): Promise<void> {
  const filter = filterOf(flags);
  const stop = listenForStop(forceStopAfterMs, () => {
    reportFailure(new OperatorError('interrupted', 'interrupted: nothing was changed'), json);
  });
  const look = followAudit(
    async (page) => findEntries(hub, await readCurrent(hub), { ...filter, ...page }),
    filter,
  );
  const saying = setTimeout(() => process.stderr.write(`${waitingLine}\n`), silentWaitMs);
  const patience = { withinMs: Number.POSITIVE_INFINITY, signal: stop.signal };
  async function print(): Promise<void> {
    clearTimeout(saying);
    for (; !stop.signal.aborted; await pause(followEveryMs, stop.signal)) {
      const { entries, isWhole } = await look();
      if (!isWhole) process.stderr.write(`${leftOutLine}\n`);
      for (const entry of entries) await printFully(lineOf(entry), json);
    }
  }
  try {
    await whileCurrent(hub, [auditLogProjection], print, patience);
  } finally {
    clearTimeout(saying);
    stop.close();
  }
}

/** Leaves out expired entries that are not deleted yet. */
function filterOf({ since = 0, actor, action, subject, before, limit }: AuditFlags): EntryFilter {
  return {
    from: Math.max(since, Date.now() - readRetention().auditLogMs),
    actor: actor ?? null,
    action: action ?? null,
    about: subject ?? null,
    before: before ?? null,
    limit,
  };
}

const columns: TextColumns<ShownEntry> = {
  TIME: ({ document: { at } }) => at.slice(0, 19).concat('Z'),
  WHO: ({ document: { actor } }) => actor,
  WHAT: ({ document: { action } }) => action,
  ABOUT: ({ document: { subject, subject_name: name } }) =>
    name === null ? subject : `${name} (${subject})`,
  DETAILS: ({ details }) => details || null,
};

function lineOf(entry: ShownEntry): Output {
  return {
    document: entry.document,
    text: Object.values(columns)
      .flatMap((cellOf) => cellOf(entry) ?? [])
      .join('  '),
  };
}
