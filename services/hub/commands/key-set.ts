import type { Command } from 'commander';
import {
  expiryAfter,
  expiryDaysMax,
  serviceLimitMax,
} from '../../../projections/access/commands/key-limits.ts';
import { findAccount, findKey } from '../../../projections/access/commands/lookup.ts';
import type { ApiKey, Directory } from '../../../projections/access/directory/directory.ts';
import type { Category } from '../../../shared/domain/category.ts';
import { OperatorError } from '../../../shared/errors.ts';
import { type DataOf, newEvent } from '../../../shared/events/event.ts';
import { keyChanged } from '../../../shared/events/key-changed.ts';
import { accountList, categoryList, label, wholeNumber } from '../arguments.ts';
import { change, readCurrent } from '../change.ts';
import type { HubConnection } from '../connect.ts';
import { keyDocument } from '../key-document.ts';
import type { Output } from '../output.ts';
import { line } from '../printable.ts';
import { runCommand } from '../run-command.ts';

interface Options {
  readonly name?: string;
  readonly categories?: Category[];
  readonly accounts?: string[];
  readonly allAccounts?: true;
  /** False: never. */
  readonly expiresDays?: number | false;
  readonly rateLimit?: number;
}

export function keySetCommand(key: Command): void {
  key
    .command('set')
    .description('change a key; its secret stays')
    .argument('<prefix>', 'the part between the underscores')
    .option('--name <label>', 'what it is for', label)
    .option('--categories <list>', 'what it reads, separated by commas', categoryList)
    .option('--accounts <ids>', 'only these accounts, separated by commas', accountList)
    .option('--all-accounts', 'every account that it may see')
    .option('--expires-days <days>', 'refused after so many days from now', wholeNumber(1, expiryDaysMax))
    .option('--no-expires-days', 'never expires')
    .option('--rate-limit <number>', 'requests a minute of a service key', wholeNumber(1, serviceLimitMax))
    .action((prefix: string, options: Options, command: Command) => {
      if (Object.keys(options).length === 0) command.error('error: name something to change');
      if (options.accounts !== undefined && options.allAccounts === true) {
        command.error('error: name either --accounts or --all-accounts');
      }
      return runCommand(command, (hub) => set(hub, prefix, options));
    });
}

async function set(hub: HubConnection, prefix: string, options: Options): Promise<Output> {
  const before = await readCurrent(hub);
  const key = findKey(before, prefix);
  if (options.rateLimit !== undefined && key.kind === 'user') {
    throw new OperatorError(
      'user_key_limit',
      'a user key has 120 requests a minute; only service keys can have others',
    );
  }
  const about = { subject: key.memberId ?? 'hub', source: 'cli' } as const;
  const { directory } = await change(hub, newEvent(keyChanged, about, changesOf(before, key, options)));
  const document = keyDocument(directory, findKey(directory, key.prefix));
  return { document, text: line`Changed key ${document.prefix} (${document.name}).` };
}

function changesOf(directory: Directory, key: ApiKey, options: Options): DataOf<typeof keyChanged> {
  const { name, categories, accounts, allAccounts, expiresDays, rateLimit } = options;
  return {
    key_id: key.id,
    ...(name === undefined ? {} : { name }),
    ...(categories === undefined ? {} : { categories }),
    ...(accounts === undefined ? {} : { accounts: accounts.map((id) => findAccount(directory, id).id) }),
    ...(allAccounts === undefined ? {} : { accounts: null }),
    ...(expiresDays === undefined
      ? {}
      : { expires_at: expiresDays === false ? null : expiryAfter(expiresDays) }),
    ...(rateLimit === undefined ? {} : { rate_limit_per_minute: rateLimit }),
  };
}
