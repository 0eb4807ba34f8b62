import type { Command } from 'commander';
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import {
  expiryAfter,
  expiryDaysMax,
  serviceLimitMax,
} from '../../../projections/access/commands/keys/new-api-key.ts';
import { type Category, categories } from '../../../shared/domain/category.ts';
import { keyOperations } from '../../operations/keys/keys.ts';
import type { HubConnection } from '../connection/connect.ts';
import { findAccount, findKey } from '../lookup.ts';
import { runCommand } from '../run-command.ts';
import { accountList, categoryList, label, wholeNumber } from '../terminal/arguments.ts';
import type { Output } from '../terminal/output.ts';
import { line } from '../terminal/printable.ts';

interface Options {
  readonly name?: string;
  readonly categories?: Category[];
  readonly accounts?: string[];
  readonly allAccounts?: true;
  /** False: the key never expires. */
  readonly expiresDays?: number | false;
  readonly rateLimit?: number;
}

export function keySetCommand(key: Command): void {
  key
    .command('set')
    .description('change a key; its secret stays')
    .argument('<prefix>', 'the part between the underscores')
    .option('--name <label>', 'the purpose of the key', label)
    .option(
      '--categories <list>',
      `the categories that it reads, separated by commas: ${categories.join(', ')}`,
      categoryList,
    )
    .option('--accounts <ids>', 'only these accounts, separated by commas', accountList)
    .option('--all-accounts', 'every account that the key may read')
    .option('--expires-days <days>', 'the days from now until the key expires', wholeNumber(1, expiryDaysMax))
    .option('--no-expires-days', 'the key never expires')
    .option(
      '--rate-limit <number>',
      'the requests per minute of a service key',
      wholeNumber(1, serviceLimitMax),
    )
    .action((prefix: string, options: Options, command: Command) => {
      if (Object.keys(options).length === 0) command.error('error: name at least one option to change');
      if (options.accounts !== undefined && options.allAccounts === true) {
        command.error('error: name either --accounts or --all-accounts');
      }
      return runCommand(command, (hub) => set(hub, prefix, options));
    });
}

async function set(hub: HubConnection, prefix: string, options: Options): Promise<Output> {
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
    expiresAt: expiryOf(expiresDays),
    actor: 'cli',
  });
  return { document, text: line`Changed key ${document.prefix} (${document.name}).` };
}

function expiryOf(days: Options['expiresDays']): number | null | undefined {
  if (days === undefined) return undefined;
  return days === false ? null : expiryAfter(days);
}
