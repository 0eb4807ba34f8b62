import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import {
  expiryAfter,
  expiryDaysMax,
  serviceLimitMax,
} from '../../../projections/access/commands/key-limits.ts';
import { findAccount, findKey, findMember } from '../../../projections/access/commands/lookup.ts';
import { newKey } from '../../../projections/access/commands/new-key.ts';
import type { Member } from '../../../projections/access/directory/directory.ts';
import type { Category } from '../../../shared/domain/category.ts';
import { newEvent } from '../../../shared/events/event.ts';
import { keyCreated } from '../../../shared/events/key-created.ts';
import { accountList, categoryList, label, wholeNumber } from '../arguments.ts';
import { change, readCurrent } from '../change.ts';
import type { HubConnection } from '../connect.ts';
import { keyDocument } from '../key-document.ts';
import type { Output } from '../output.ts';
import { line } from '../printable.ts';
import { runCommand } from '../run-command.ts';

interface Options {
  readonly member?: string;
  readonly service?: true;
  readonly name?: string;
  readonly categories: Category[];
  readonly accounts?: string[];
  readonly expiresDays?: number;
  readonly rateLimit?: number;
}

/** Of a user key; read-api.md 8. */
const userLimit = 120;
const serviceLimitDefault = 600;

export function keyCreateCommand(key: Command): void {
  key
    .command('create')
    .description('make a key and print it, once')
    .option('--member <name>', 'a user key of this member: it reads what they may read')
    .option('--service', 'a service key: it reads what the whole guild may read')
    .option('--name <label>', 'what it is for', label)
    .requiredOption('--categories <list>', 'what it reads, separated by commas', categoryList)
    .option('--accounts <ids>', 'only these accounts, separated by commas', accountList)
    .option('--expires-days <days>', 'refused after so many days', wholeNumber(1, expiryDaysMax))
    .option('--rate-limit <number>', 'requests a minute of a service key', wholeNumber(1, serviceLimitMax))
    .action((options: Options, command: Command) => {
      checkKind(command, options);
      return runCommand(command, (hub) => create(hub, options));
    });
}

function checkKind(command: Command, { member, service, rateLimit }: Options): void {
  if ((member === undefined) === (service === undefined)) {
    command.error('error: name either --member NAME or --service');
  }
  if (member !== undefined && rateLimit !== undefined) {
    command.error('error: --rate-limit goes with --service; a user key has 120 a minute');
  }
}

async function create(hub: HubConnection, options: Options): Promise<Output> {
  const directory = await readCurrent(hub);
  const member = options.member === undefined ? null : findMember(directory, options.member);
  const accounts = options.accounts?.map((id) => findAccount(directory, id).id) ?? null;
  const secret = newKey();
  const event = keyEvent(options, member, accounts, secret);
  const granted = await change(hub, event);
  const document = keyDocument(granted.directory, findKey(granted.directory, secret.prefix));
  return {
    document: { ...document, key: secret.key },
    text: [
      line`Key ${document.prefix} (${document.name}), reads ${document.categories.join(', ')}. It is shown only now:`,
      secret.key,
    ].join('\n'),
  };
}

function keyEvent(
  options: Options,
  member: Member | null,
  accounts: readonly string[] | null,
  { prefix, secretHash }: ReturnType<typeof newKey>,
) {
  return newEvent(
    keyCreated,
    { subject: member?.id ?? 'hub', source: 'cli' },
    {
      key_id: randomUUID(),
      prefix,
      secret_hash: secretHash,
      kind: member === null ? 'service' : 'user',
      name: options.name ?? (member === null ? 'service' : member.name),
      member_id: member?.id ?? null,
      categories: options.categories,
      accounts: accounts === null ? null : [...new Set(accounts)],
      rate_limit_per_minute: member === null ? (options.rateLimit ?? serviceLimitDefault) : userLimit,
      expires_at: options.expiresDays === undefined ? null : expiryAfter(options.expiresDays),
    },
  );
}
