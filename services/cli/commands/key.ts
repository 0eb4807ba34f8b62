import type { Command } from 'commander';
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import type { ListedKey } from '../../operations/keys/api-key-document.ts';
import { keyOperations } from '../../operations/keys/keys.ts';
import type { HubConnection } from '../connection/connect.ts';
import { findKey } from '../lookup.ts';
import { onHub } from '../run-command.ts';
import { type Output, shortTime, table } from '../terminal/output.ts';
import { line } from '../terminal/printable.ts';
import { keyCreateCommand } from './key-create.ts';
import { keySetCommand } from './key-set.ts';

export function keyCommand(program: Command): void {
  const key = program.command('key').description('API keys');
  keyCreateCommand(key);
  key.command('list').description('all keys').action(onHub(list));
  keySetCommand(key);
  key
    .command('revoke')
    .description('revoke a key')
    .argument('<prefix>', 'the part of the key between its underscores, as `hub key list` shows it')
    .action(onHub(revoke));
}

async function list(hub: HubConnection): Promise<Output> {
  const document = await keyOperations.list(hub);
  return {
    document,
    text: table(
      ['PREFIX', 'NAME', 'KIND', 'MEMBER', 'CATEGORIES', 'ACCOUNTS', 'LAST USED', 'EXPIRES', 'STATUS'],
      document.keys.map(toRow),
      'No keys yet: hub key create --help',
    ),
  };
}

function toRow(key: ListedKey) {
  return [
    key.prefix,
    key.name,
    key.kind,
    key.member,
    key.categories.join(','),
    key.accounts === null ? 'all visible' : key.accounts.join(','),
    shortTime(key.last_used_at),
    shortTime(key.expires_at),
    key.status,
  ];
}

async function revoke(hub: HubConnection, prefix: string): Promise<Output> {
  const key = findKey(await readCurrent(hub), prefix);
  const document = await keyOperations.revoke(hub, { keyId: key.id, actor: 'cli' });
  return { document, text: line`Revoked key ${key.prefix} (${key.name}). It no longer works.` };
}
