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
import { findAccount, findMember } from '../lookup.ts';
import { runCommand } from '../run-command.ts';
import { accountList, categoryList, label, wholeNumber } from '../terminal/arguments.ts';
import type { Output } from '../terminal/output.ts';
import { line } from '../terminal/printable.ts';

interface NewKeyOptions {
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
    .description('create a key and print it once')
    .option('--member <name>', 'a user key: reads what this member may read')
    .option('--service', 'a service key: reads what the whole guild may read')
    .option('--name <label>', 'the purpose of the key', label)
    .requiredOption(
      '--categories <list>',
      `the categories that the key reads, separated by commas: ${categories.join(', ')}`,
      categoryList,
    )
    .option(
      '--accounts <ids>',
      'only these accounts, by id or name, separated by commas (default: all)',
      accountList,
    )
    .option(
      '--expires-days <days>',
      `the days until the key expires, 1 to ${expiryDaysMax} (default: never)`,
      wholeNumber(1, expiryDaysMax),
    )
    .option(
      '--rate-limit <number>',
      `the requests per minute of a service key, 1 to ${serviceLimitMax} (default: ${serviceLimitDefault})`,
      wholeNumber(1, serviceLimitMax),
    )
    .action((options: NewKeyOptions, command: Command) => {
      checkKind(command, options);
      return runCommand(command, (hub) => createKey(hub, options), { begins: true });
    });
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
