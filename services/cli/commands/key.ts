import type { Command } from 'commander';
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import {
  expiryAfter,
  expiryDaysMax,
  serviceLimitDefault,
  serviceLimitMax,
} from '../../../projections/access/commands/keys/new-api-key.ts';
import { outcomeUnknownMessage } from '../../../projections/access/commands/outcome-unknown.ts';
import { type Category, categories } from '../../../shared/domain/category.ts';
import { keyOperations } from '../../operations/keys/keys.ts';
import type { HubConnection } from '../connection/connect.ts';
import { findAccount, findKey, findMember } from '../lookup.ts';
import { onHub, runCommand } from '../run-command.ts';
import { accountList, categoryList, label, wholeNumber } from '../terminal/arguments.ts';
import { type Output, shortTime, table } from '../terminal/output.ts';
import { line } from '../terminal/printable.ts';

interface KeyOptions {
  readonly name?: string;
  readonly accounts?: string[];
  readonly rateLimit?: number;
}

interface NewKeyOptions extends KeyOptions {
  readonly member?: string;
  readonly service?: true;
  readonly categories: Category[];
  readonly expiresDays?: number;
}

interface ChangedKeyOptions extends KeyOptions {
  readonly categories?: Category[];
  readonly allAccounts?: true;
  /** False: the key never expires. */
  readonly expiresDays?: number | false;
}

const [whichArgument, whichText] = [
  '<prefix>',
  'the part of the key between its underscores, as `hub key list` shows it',
];
const categoriesText = `the categories that the key reads, separated by commas: ${categories.join(', ')}`;
const accountsText = 'only these accounts, by id or name, separated by commas';
const rateLimitText = `the requests per minute of a service key, 1 to ${serviceLimitMax}`;
const parseExpiryDays = wholeNumber(1, expiryDaysMax);
const parseRateLimit = wholeNumber(1, serviceLimitMax);

export function keyCommand(program: Command): void {
  const key = program.command('key').description('API keys');
  key
    .command('create')
    .description('create a key and print it once')
    .option('--member <name>', 'a user key: reads what this member may read')
    .option('--service', 'a service key: reads what the whole guild may read')
    .option('--name <label>', 'the purpose of the key', label)
    .requiredOption('--categories <list>', categoriesText, categoryList)
    .option('--accounts <ids>', `${accountsText} (default: all)`, accountList)
    .option(
      '--expires-days <days>',
      `the days until the key expires, 1 to ${expiryDaysMax} (default: never)`,
      parseExpiryDays,
    )
    .option('--rate-limit <number>', `${rateLimitText} (default: ${serviceLimitDefault})`, parseRateLimit)
    .action((options: NewKeyOptions, command: Command) => {
      checkKind(command, options);
      return runCommand(command, (hub) => createKey(hub, options), { begins: true });
    });
  key.command('list').description('all keys').action(onHub(list));
  key
    .command('set')
    .description('change a key; its secret stays')
    .argument(whichArgument, whichText)
    .option('--name <label>', 'the purpose of the key', label)
    .option('--categories <list>', categoriesText, categoryList)
    .option('--accounts <ids>', accountsText, accountList)
    .option('--all-accounts', 'every account that the key may read')
    .option(
      '--expires-days <days>',
      `the days from now until the key expires, 1 to ${expiryDaysMax}`,
      parseExpiryDays,
    )
    .option('--no-expires-days', 'the key never expires')
    .option('--rate-limit <number>', rateLimitText, parseRateLimit)
    .action((prefix: string, options: ChangedKeyOptions, command: Command) => {
      if (Object.keys(options).length === 0) command.error('error: name at least one option to change');
      if (options.accounts !== undefined && options.allAccounts === true) {
        command.error('error: name either --accounts or --all-accounts');
      }
      return runCommand(command, (hub) => set(hub, prefix, options));
    });
  key.command('revoke').description('revoke a key').argument(whichArgument, whichText).action(onHub(revoke));
}

function checkKind(command: Command, { member, service, rateLimit }: NewKeyOptions): void {
  if ((member === undefined) === (service === undefined)) {
    command.error('error: name either --member NAME or --service');
  }
  if (member !== undefined && rateLimit !== undefined) {
    command.error('error: --rate-limit needs --service; a user key has 120 requests per minute');
  }
}

export async function createKey(hub: HubConnection, options: NewKeyOptions): Promise<Output> {
  const directory = await readCurrent(hub);
  const { name, categories, rateLimit, expiresDays } = options;
  const document = await keyOperations.create(hub, {
    memberId: options.member === undefined ? null : findMember(directory, options.member).id,
    name,
    categories,
    accountIds: options.accounts?.map((id) => findAccount(directory, id).id) ?? null,
    rateLimitPerMinute: rateLimit,
    expiresAt: expiresDays === undefined ? null : expiryAfter(expiresDays),
    actor: 'cli',
  });
  const head = line`Key ${document.prefix} (${document.name})`;
  if (document.status === 'stored') {
    const text = `${head}: ${outcomeUnknownMessage}, which \`hub projections\` shows. Save the key now, it is not shown again:\n${document.key}`;
    return { document, text };
  }
  const reads = line`reads ${document.categories.join(', ')}`;
  return {
    document,
    text: `${head}, ${reads}. Save it now, it is not shown again:\n${document.key}`,
    takeBack: () => keyOperations.revoke(hub, { keyId: document.id, actor: 'cli' }),
  };
}

async function list(hub: HubConnection): Promise<Output> {
  const document = await keyOperations.list(hub);
  const text = table(document.keys, 'No keys yet: hub key create --help', {
    PREFIX: ({ prefix }) => prefix,
    NAME: ({ name }) => name,
    KIND: ({ kind }) => kind,
    MEMBER: ({ member }) => member,
    CATEGORIES: (key) => key.categories.join(','),
    ACCOUNTS: ({ accounts }) => (accounts === null ? 'all visible' : accounts.join(',')),
    'LAST USED': (key) => shortTime(key.last_used_at),
    EXPIRES: (key) => shortTime(key.expires_at),
    STATUS: ({ status }) => status,
  });
  return { document, text };
}

async function set(hub: HubConnection, prefix: string, options: ChangedKeyOptions): Promise<Output> {
  const before = await readCurrent(hub);
  const key = findKey(before, prefix);
  const { name, categories, accounts, allAccounts, expiresDays, rateLimit } = options;
  const accountIds = accounts?.map((id) => findAccount(before, id).id);
  const document = await keyOperations.change(hub, {
    keyId: key.id,
    name,
    categories,
    accountIds: allAccounts === undefined ? accountIds : null,
    rateLimitPerMinute: rateLimit,
    expiresAt: expiresDays === false ? null : expiresDays && expiryAfter(expiresDays),
    actor: 'cli',
  });
  return { document, text: line`Changed key ${document.prefix} (${document.name}).` };
}

async function revoke(hub: HubConnection, prefix: string): Promise<Output> {
  const key = findKey(await readCurrent(hub), prefix);
  const document = await keyOperations.revoke(hub, { keyId: key.id, actor: 'cli' });
  return { document, text: line`Revoked key ${key.prefix} (${key.name}). It no longer works.` };
}
