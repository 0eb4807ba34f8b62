import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { carryOut } from '../../../projections/access/commands/carry-out.ts';
import { memberAddition } from '../../../projections/access/commands/member-addition.ts';
import { memberChange } from '../../../projections/access/commands/member-change.ts';
import { memberDeparture } from '../../../projections/access/commands/member-departure.ts';
import type { Directory, Member } from '../../../projections/access/directory/directory.ts';
import { chatId, memberName, timeZone } from '../arguments.ts';
import type { HubConnection } from '../connect.ts';
import { findMember } from '../lookup.ts';
import { type Output, shellWord, table } from '../output.ts';
import { line } from '../printable.ts';
import { runCommand } from '../run-command.ts';
import { memberEraseCommand } from './member-erase.ts';

export function memberCommand(program: Command): void {
  const member = program.command('member').description('the guild’s members');
  member
    .command('add')
    .description('add a member')
    .argument('<name>', 'the name that the guild sees', memberName)
    .option('--chat-id <id>', 'their id in the guild’s chat', chatId)
    .option('--time-zone <zone>', 'where their day begins', timeZone, 'UTC')
    .action((name: string, options: NewMember, command: Command) =>
      runCommand(command, (hub) => add(hub, name, options)),
    );
  member
    .command('set')
    .description('change a member')
    .argument('<name>', 'the member')
    .option('--name <name>', 'a new name', memberName)
    .option('--chat-id <id>', 'their id in the guild’s chat', chatId)
    .option('--no-chat-id', 'forget the chat id')
    .option('--time-zone <zone>', 'where their day begins', timeZone)
    .action((name: string, options: ChangedMember, command: Command) => {
      if (Object.keys(options).length === 0) command.error('error: name something to change');
      return runCommand(command, (hub) => set(hub, name, options));
    });
  member
    .command('leave')
    .description('a member left: their keys and plugins are refused, their accounts pass on')
    .argument('<name>', 'the member')
    .action((name: string, _: unknown, command: Command) => runCommand(command, (hub) => leave(hub, name)));
  memberEraseCommand(member);
  member
    .command('list')
    .description('all members')
    .action((_: unknown, command: Command) => runCommand(command, list));
}

interface NewMember {
  readonly chatId?: string;
  readonly timeZone: string;
}

interface ChangedMember {
  readonly name?: string;
  /** False: remove the chat id. */
  readonly chatId?: string | false;
  readonly timeZone?: string;
}

async function add(hub: HubConnection, name: string, options: NewMember): Promise<Output> {
  const memberId = randomUUID();
  const { chatId = null, timeZone } = options;
  const event = memberAddition(await readCurrent(hub), { memberId, name, chatId, timeZone, actor: 'cli' });
  const { directory } = await carryOut(hub, event);
  return shown(
    directory,
    memberId,
    (member) => line`Added ${member.name}. Next: hub pair ${shellWord(member.name)}`,
  );
}

async function set(hub: HubConnection, name: string, options: ChangedMember): Promise<Output> {
  const before = await readCurrent(hub);
  const { id } = findMember(before, name);
  const chatId = options.chatId === false ? null : options.chatId;
  const event = memberChange(before, { ...options, memberId: id, chatId, actor: 'cli' });
  const { directory } = await carryOut(hub, event);
  return shown(directory, id, (member) => line`Changed ${member.name}.`);
}

async function leave(hub: HubConnection, name: string): Promise<Output> {
  const before = await readCurrent(hub);
  const { id } = findMember(before, name);
  const { directory } = await carryOut(hub, memberDeparture(before, { memberId: id, actor: 'cli' }));
  return shown(directory, id, (member) => line`${member.name} has left. Their keys and plugins are refused.`);
}

async function list(hub: HubConnection): Promise<Output> {
  const { members } = await readCurrent(hub);
  const sorted = [...members.values()].sort(
    (a, b) => Number(b.active) - Number(a.active) || a.name.localeCompare(b.name, 'en'),
  );
  return {
    document: { members: sorted.map(toDocument) },
    text: table(
      ['ID', 'NAME', 'STATUS', 'CHAT ID', 'TIME ZONE'],
      sorted.map((member) => [member.id, member.name, statusOf(member), member.chatId, member.timeZone]),
      'No members yet: hub member add NAME',
    ),
  };
}

function shown(directory: Directory, id: string, text: (member: Member) => string): Output {
  const member = directory.members.get(id);
  if (member === undefined) throw new Error('a granted member is missing');
  return { document: toDocument(member), text: text(member) };
}

function toDocument(member: Member) {
  return {
    id: member.id,
    name: member.name,
    chat_id: member.chatId,
    time_zone: member.timeZone,
    status: statusOf(member),
  };
}

function statusOf({ active }: Member): 'active' | 'left' {
  return active ? 'active' : 'left';
}
