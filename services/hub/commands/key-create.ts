import type { Command } from 'commander';
import {
  expiryAfter,
  expiryDaysMax,
  type NewKey,
  newKey,
  serviceLimitMax,
} from '../../../projections/access/commands/api-key.ts';
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { carryOut } from '../../../projections/access/commands/carry-out.ts';
import { keyCreation } from '../../../projections/access/commands/key-creation.ts';
import { keyRevocation } from '../../../projections/access/commands/key-revocation.ts';
import { StoredOnly } from '../../../projections/access/commands/stored-only.ts';
import type { Category } from '../../../shared/domain/category.ts';
import { accountList, categoryList, label, wholeNumber } from '../arguments.ts';
import type { HubConnection } from '../connect.ts';
import { keyDocument } from '../key-document.ts';
import { findAccount, findKey, findMember } from '../lookup.ts';
import { isoTime, type Output } from '../output.ts';
import { line } from '../printable.ts';
import { runCommand, storedLine } from '../run-command.ts';

interface Options {
  readonly member?: string;
  readonly service?: true;
  readonly name?: string;
  readonly categories: Category[];
  readonly accounts?: string[];
  readonly expiresDays?: number;
  readonly rateLimit?: number;
}

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
  const { name, categories, rateLimit, expiresDays } = options;
  const key = newKey();
  const event = keyCreation(directory, {
    key,
    memberId: options.member === undefined ? null : findMember(directory, options.member).id,
    name,
    categories,
    accountIds: options.accounts?.map((id) => findAccount(directory, id).id) ?? null,
    rateLimitPerMinute: rateLimit,
    expiresAt: expiresDays === undefined ? null : expiryAfter(expiresDays),
    actor: 'cli',
  });
  const takeBack = () =>
    carryOut(hub, keyRevocation(hub.directory.currentOrStale(), { keyId: key.id, actor: 'cli' }));
  try {
    const granted = await carryOut(hub, event);
    const document = keyDocument(granted.directory, findKey(granted.directory, key.prefix));
    return {
      document: { ...document, key: key.key },
      text: [
        line`Key ${document.prefix} (${document.name}), reads ${document.categories.join(', ')}. It is shown only now:`,
        key.key,
      ].join('\n'),
      takeBack,
    };
  } catch (error) {
    if (!(error instanceof StoredOnly)) throw error;
    return notYetInEffect(key, event.data);
  }
}

/** Of a key that is in the log: it will be active, and nobody could ever see its secret again. */
function notYetInEffect(key: NewKey, data: ReturnType<typeof keyCreation>['data']): Output {
  const { name, kind, categories, accounts, rate_limit_per_minute, expires_at } = data;
  return {
    document: {
      id: key.id,
      prefix: key.prefix,
      key: key.key,
      name,
      kind,
      status: 'stored',
      categories,
      account_scope: accounts === null ? 'all_visible' : 'list',
      accounts,
      rate_limit_per_minute,
      expires_at: expires_at === null ? null : isoTime(expires_at),
    },
    text: [
      line`Key ${key.prefix} (${name}): ${storedLine}, which \`hub projections\` shows. The key is shown only now:`,
      key.key,
    ].join('\n'),
  };
}
