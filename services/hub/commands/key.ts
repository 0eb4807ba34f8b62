import type { Command } from 'commander';
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { carryOut } from '../../../projections/access/commands/carry-out.ts';
import { keyRevocation } from '../../../projections/access/commands/key-revocation.ts';
import type { ApiKey, Directory } from '../../../projections/access/directory/directory.ts';
import { categoriesOf } from '../../../shared/domain/category.ts';
import type { HubConnection } from '../connect.ts';
import { keyDocument, keyStatus } from '../key-document.ts';
import { findKey } from '../lookup.ts';
import { type Output, shortTime, table } from '../output.ts';
import { line } from '../printable.ts';
import { runCommand } from '../run-command.ts';
import { keyCreateCommand } from './key-create.ts';
import { keySetCommand } from './key-set.ts';

export function keyCommand(program: Command): void {
  const key = program.command('key').description('API keys');
  keyCreateCommand(key);
  key
    .command('list')
    .description('all keys')
    .action((_: unknown, command: Command) => runCommand(command, list));
  keySetCommand(key);
  key
    .command('revoke')
    .description('refuse a key from now on')
    .argument('<prefix>', 'the part between the underscores')
    .action((prefix: string, _: unknown, command: Command) =>
      runCommand(command, (hub) => revoke(hub, prefix)),
    );
}

async function list(hub: HubConnection): Promise<Output> {
  const directory = await readCurrent(hub);
  const keys = [...directory.keysByPrefix.values()].sort((a, b) => a.createdAt - b.createdAt);
  return {
    document: { keys: keys.map((key) => keyDocument(directory, key)) },
    text: table(
      ['PREFIX', 'NAME', 'KIND', 'MEMBER', 'CATEGORIES', 'ACCOUNTS', 'EXPIRES', 'STATUS'],
      keys.map((key) => toRow(directory, key)),
      'No keys yet: hub key create --help',
    ),
  };
}

function toRow(directory: Directory, key: ApiKey) {
  return [
    key.prefix,
    key.name,
    key.kind,
    key.memberId === null ? null : (directory.members.get(key.memberId)?.name ?? null),
    categoriesOf(key.categories).join(','),
    key.accountIds === null ? 'all visible' : [...key.accountIds].join(','),
    shortTime(key.expiresAt),
    keyStatus(directory, key),
  ];
}

async function revoke(hub: HubConnection, prefix: string): Promise<Output> {
  const directory = await readCurrent(hub);
  const key = findKey(directory, prefix);
  await carryOut(hub, keyRevocation(directory, { keyId: key.id, actor: 'cli' }));
  return {
    document: { prefix: key.prefix, revoked: true },
    text: line`Revoked key ${key.prefix} (${key.name}). It is refused from now on.`,
  };
}
