import type { Command } from 'commander';
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import type { Directory } from '../../../projections/access/directory/directory.ts';
import { OperatorError } from '../../../shared/errors.ts';
import { recordInAudit } from '../../../shared/log/record-in-audit.ts';
import { wholeNumber } from '../arguments.ts';
import type { HubConnection } from '../connect.ts';
import { isoTime, type Output, table } from '../output.ts';
import { type RawSelection, rawKeptFrom, rawPlaces, selected } from '../raw/selection.ts';
import { findPayload, newestPayloads, type StoredPayload } from '../raw/stored-payloads.ts';
import { runCommand } from '../run-command.ts';
import { rawReplayCommand } from './raw-replay.ts';

const [limitDefault, limitMax] = [50, 500];
/** Bodies that are looked at for a list: half a minute of reading. */
const scanMax = 200_000;

export function rawCommand(program: Command): void {
  const raw = program.command('raw').description('what plugins sent, for as long as it is kept');
  raw
    .command('list')
    .description('when what came from whom, newest first; not what it says')
    .option('--account <id>', 'of this account, by its id or name')
    .option('--device <id>', 'of this device')
    .option('--limit <n>', 'at most so many', wholeNumber(1, limitMax), limitDefault)
    .action((flags: RawSelection & { readonly limit: number }, command: Command) =>
      runCommand(command, (hub) => list(hub, flags)),
    );
  raw
    .command('show')
    .description('one body as it was received; the audit log says that you have seen it')
    .argument('<id>', 'its id, as listed')
    .action((id: string, _: unknown, command: Command) => runCommand(command, (hub) => show(hub, id)));
  rawReplayCommand(raw);
}

async function list(hub: HubConnection, flags: RawSelection & { readonly limit: number }): Promise<Output> {
  const { journal } = hub;
  const directory = await readCurrent(hub);
  const { subjects, deviceId } = selected(directory, flags);
  const filter = { subjects, deviceId, from: rawKeptFrom() };
  const bounds = { limit: flags.limit, scanMax };
  const found = await newestPayloads(journal, await rawPlaces(journal, subjects), filter, bounds);
  const payloads = found.payloads
    .toSorted((left, right) => right.receivedAt - left.receivedAt)
    .slice(0, flags.limit)
    .map((payload) => toDocument(directory, payload));
  const rows = payloads.map((each) => [
    each.id,
    each.received_at,
    each.account_name ?? each.account,
    each.member,
    each.device,
    each.plugin,
    each.plugin_version,
    each.bytes,
  ]);
  const headings = ['ID', 'RECEIVED', 'ACCOUNT', 'MEMBER', 'DEVICE', 'PLUGIN', 'VERSION', 'BYTES'];
  const text = table(headings, rows, 'Nothing is kept of what you ask for');
  const more = `Not all was looked at: name an --account, or a --device.`;
  return {
    document: { payloads, complete: found.complete },
    text: found.complete ? text : `${text}\n${more}`,
  };
}

async function show(hub: HubConnection, id: string): Promise<Output> {
  const payload = await findPayload(hub.journal, id, rawKeptFrom());
  if (payload === null) {
    const message = `no payload ${id} is kept, or its account was erased; \`hub raw list\` shows them`;
    throw new OperatorError('unknown_payload', message);
  }
  const directory = await readCurrent(hub);
  const { subject, deviceId, receivedAt } = payload;
  // First: nobody reads what no entry says that they have read.
  await recordInAudit(hub.journal, {
    by: `cli:${hub.operator}`,
    action: 'payload-shown',
    about: [subject, deviceId],
    details: { payload: id, received_at: isoTime(receivedAt) },
    subject,
  });
  const document = { ...toDocument(directory, payload), body: payload.body };
  const head = [
    document.received_at,
    document.account_name ?? document.account,
    document.member,
    document.plugin,
  ];
  return { document, text: `${head.filter((word) => word !== null).join('  ')}\n${payload.body}` };
}

function toDocument({ accounts, devicesByTokenHash, members }: Directory, payload: StoredPayload) {
  const { id, receivedAt, subject, deviceId, plugin, pluginVersion, body } = payload;
  const account = accounts.get(subject);
  const device = devicesByTokenHash.values().find((each) => each.id === deviceId);
  return {
    id,
    received_at: isoTime(receivedAt),
    /** Null where the body names nobody. */
    account: members.has(subject) ? null : subject,
    account_name: account?.name ?? null,
    member: device === undefined ? null : (members.get(device.memberId)?.name ?? null),
    device: deviceId,
    plugin,
    plugin_version: pluginVersion,
    bytes: Buffer.byteLength(body),
  };
}
