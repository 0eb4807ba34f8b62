import { type Command, Option } from 'commander';
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { auditLogProjection } from '../../../projections/audit-log/projection.ts';
import { listenForStop } from '../../../shared/async/stop-signals.ts';
import { pause } from '../../../shared/async/waiting.ts';
import { OperatorError } from '../../../shared/errors/errors.ts';
import { type EntryFilter, findEntries, type ShownEntry } from '../../operations/audit/find-audit-entries.ts';
import { followAudit } from '../../operations/audit/follow-audit.ts';
import { listAudit } from '../../operations/audit/list-audit.ts';
import { whileCurrent } from '../../operations/run-while-projecting.ts';
import type { HubConnection } from '../connection/connect.ts';
import { runCommand, withConnection } from '../run-command.ts';
import { readRetention } from '../settings.ts';
import { pastTime, uuid, wholeNumber } from '../terminal/arguments.ts';
import { type Output, printFully, table } from '../terminal/output.ts';
import { reportFailure } from '../terminal/report-failure.ts';

const [limitDefault, limitMax] = [100, 1_000];
const followEveryMs = 1_000;
const forceStopAfterMs = 5_000;
/** Before it says what it waits for. */
const silentWaitMs = 2_000;
const waitingLine =
  'hub: the audit log is still being filled, and is shown once it is whole: `hub projections` says how far it is';
const leftOutLine =
  'hub: more entries came at once than can be followed: hub audit --before shows the oldest of them';

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
    .description('the audit log: who changed or looked at what, newest first')
    .option('--since <time>', 'from this time on, as 2026-11-23 or 7d', pastTime)
    .option('--actor <name>', 'who did it: cli, cli:USER, hub, or a member')
    .option('--action <word>', 'what was done: projection-rebuilt, or a word of it as key')
    .option(
      '--subject <name>',
      'what it was about: the name of a member, account or projection, or an id, also of a device or key',
    )
    .option('--limit <n>', 'at most so many', wholeNumber(1, limitMax), limitDefault)
    .addOption(
      new Option('--before <id>', 'only what is older than this entry').argParser(uuid).conflicts('follow'),
    )
    .option('--follow', 'the newest last, and go on with what comes')
    .action((flags: AuditFlags, command: Command) =>
      flags.follow
        ? withConnection((hub) => follow(hub, flags, command.optsWithGlobals().json === true))
        : runCommand(command, (hub) => list(hub, flags)),
    );
}

async function list(hub: HubConnection, flags: AuditFlags): Promise<Output> {
  const { entries, older } = await listAudit(hub, filterOf(flags));
  const rows = table(
    ['TIME', 'WHO', 'WHAT', 'ABOUT', 'DETAILS'],
    entries.map(cellsOf),
    'Nothing in the audit log',
  );
  return {
    document: { entries: entries.map(({ document }) => document), older },
    text: older === null ? rows : `${rows}\nOlder ones: --before ${older}`,
  };
}

/**
 * Prints the newest entries and then each that comes, one a line, until it is stopped. It begins when everything is projected
 * that was in the log: of an audit log that is being filled again all entries would be new.
 */
async function follow(hub: HubConnection, flags: AuditFlags, json: boolean): Promise<void> {
  const filter = filterOf(flags);
  const stop = listenForStop(forceStopAfterMs, () => {
    reportFailure(new OperatorError('interrupted', 'interrupted: nothing was changed'), json);
  });
  const stopping = new AbortController();
  void stop.requested.then(() => stopping.abort());
  const look = followAudit(
    async (page) => findEntries(hub, await readCurrent(hub), { ...filter, ...page }),
    filter,
  );
  const saying = setTimeout(() => process.stderr.write(`${waitingLine}\n`), silentWaitMs);
  // Whoever follows it may wait however long it takes to fill it, and stop waiting.
  const patience = { withinMs: Number.POSITIVE_INFINITY, signal: stopping.signal };
  async function print(): Promise<void> {
    clearTimeout(saying);
    for (; !stopping.signal.aborted; await pause(followEveryMs, stopping.signal)) {
      const { entries, isWhole } = await look();
      if (!isWhole) process.stderr.write(`${leftOutLine}\n`);
      for (const entry of entries) await printFully(lineOf(entry), json);
    }
  }
  try {
    await whileCurrent(hub, auditLogProjection, print, patience);
  } finally {
    clearTimeout(saying);
    stop.close();
  }
}

/** What has expired is not shown, also while it is not deleted yet. */
function filterOf({ since = 0, actor, action, subject, before, limit }: AuditFlags): EntryFilter {
  return {
    from: Math.max(since, Date.now() - readRetention().AUDIT_LOG_RETENTION_DAYS),
    actor: actor ?? null,
    action: action ?? null,
    about: subject ?? null,
    before: before ?? null,
    limit,
  };
}

function cellsOf({ document, details }: ShownEntry): (string | null)[] {
  const { at, actor, action, subject, subject_name: name } = document;
  const about = name === null ? subject : `${name} (${subject})`;
  return [at.slice(0, 19).concat('Z'), actor, action, about, details || null];
}

function lineOf(entry: ShownEntry): Output {
  return {
    document: entry.document,
    text: cellsOf(entry)
      .filter((cell) => cell !== null)
      .join('  '),
  };
}
