import type { Command } from 'commander';
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { recordInAudit } from '../../../shared/log/record-in-audit.ts';
import { payloadOperations } from '../../operations/payloads/payloads.ts';
import type { PayloadPosition } from '../../operations/payloads/stored-payloads.ts';
import type { HubConnection } from '../connection/connect.ts';
import { onHub } from '../run-command.ts';
import { payloadPosition, wholeNumber } from '../terminal/arguments.ts';
import { type Output, table } from '../terminal/output.ts';
import { type RawSelection, rawKeptFrom, rawReplayCommand, selectionOf } from './raw-replay.ts';

const [limitDefault, limitMax] = [50, 500];

interface ListFlags extends RawSelection {
  readonly before?: PayloadPosition;
  readonly limit: number;
}

export function rawCommand(program: Command): void {
  const raw = program.command('raw').description('stored payloads of plugins');
  raw
    .command('list')
    .description(
      'all payloads without their bodies, newest first; the audit log notes that you read the list',
    )
    .option('--account <id>', 'payloads of this account, by id or name')
    .option('--device <id>', 'payloads of this device')
    .option('--before <position>', 'only payloads older than the end of a list', payloadPosition)
    .option('--limit <n>', 'the maximum number of payloads', wholeNumber(1, limitMax), limitDefault)
    .action(onHub(list));
  raw
    .command('show')
    .description('one body as received; the audit log notes that you read it')
    .argument('<id>', 'the id of the payload, as `hub raw list` shows it')
    .action(onHub(show));
  rawReplayCommand(raw);
}

async function list(hub: HubConnection, flags: ListFlags): Promise<Output> {
  const selection = selectionOf(await readCurrent(hub), flags);
  const { before, limit } = flags;
  const document = await payloadOperations.list(hub, {
    ...selection,
    before,
    limit,
    keptFrom: rawKeptFrom(),
    actor: 'cli',
    note: ({ journal }, note) => recordInAudit(journal, note),
  });
  const lines = [
    table(document.payloads, 'No stored payload matches', {
      ID: (payload) => payload.id,
      RECEIVED: (payload) => payload.received_at,
      ACCOUNT: (payload) => payload.account_name ?? payload.account,
      MEMBER: ({ member }) => member,
      DEVICE: ({ device }) => device,
      PLUGIN: ({ plugin }) => plugin,
      VERSION: (payload) => payload.plugin_version,
      BYTES: ({ bytes }) => bytes,
    }),
    !document.complete && 'The search stopped early: name an --account or a --device.',
    document.older !== null && `Older payloads: --before ${document.older}`,
  ];
  return { document, text: lines.filter((line) => line !== false).join('\n') };
}

async function show(hub: HubConnection, id: string): Promise<Output> {
  const document = await payloadOperations.show(hub, { id, keptFrom: rawKeptFrom(), actor: 'cli' });
  const head = [
    document.received_at,
    document.account_name ?? document.account,
    document.member,
    document.plugin,
  ];
  return { document, text: `${head.filter((word) => word !== null).join('  ')}\n${document.body}` };
}
