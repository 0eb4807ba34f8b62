import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { findMember } from '../../../projections/access/commands/lookup.ts';
import type { Directory, Member } from '../../../projections/access/directory/directory.ts';
import { refusalMessage } from '../../../projections/access/fold/refusal.ts';
import { nameKey } from '../../../shared/domain/text.ts';
import { OperatorError } from '../../../shared/errors.ts';
import { newEvent } from '../../../shared/events/event.ts';
import { memberAdded } from '../../../shared/events/member-added.ts';
import { memberChanged } from '../../../shared/events/member-changed.ts';
import { memberLeft } from '../../../shared/events/member-left.ts';
import { chatId, memberName, timeZone } from '../arguments.ts';
import { change, readCurrent } from '../change.ts';
import type { HubConnection } from '../connect.ts';
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
    .action((name: string, options: MemberChange, command: Command) => {
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

interface MemberChange {
  readonly name?: string;
  /** False: forget it. */
  readonly chatId?: string | false;
  readonly timeZone?: string;
}

async function add(hub: HubConnection, name: string, options: NewMember): Promise<Output> {
  requireFreeName(await readCurrent(hub), name, null);
  const id = randomUUID();
  const data = { member_id: id, name, chat_id: options.chatId ?? null, time_zone: options.timeZone };
  const { directory } = await change(hub, newEvent(memberAdded, { subject: id, source: 'cli' }, data));
  return shown(
    directory,
    id,
    (member) => line`Added ${member.name}. Next: hub pair ${shellWord(member.name)}`,
  );
}

async function set(hub: HubConnection, name: string, options: MemberChange): Promise<Output> {
  const before = await readCurrent(hub);
  const { id } = findMember(before, name);
  if (options.name !== undefined) requireFreeName(before, options.name, id);
  const data = {
    member_id: id,
    ...(options.name === undefined ? {} : { name: options.name }),
    ...(options.chatId === undefined ? {} : { chat_id: options.chatId === false ? null : options.chatId }),
    ...(options.timeZone === undefined ? {} : { time_zone: options.timeZone }),
  };
  const { directory } = await change(hub, newEvent(memberChanged, { subject: id, source: 'cli' }, data));
  return shown(directory, id, (member) => line`Changed ${member.name}.`);
}

/**
 * The fold decides; asked before, it need not: a rebuild after an erasure knows no name of the erased, and would grant
 * what was refused for it.
 */
function requireFreeName({ members }: Directory, name: string, exceptId: string | null): void {
  const wanted = nameKey(name);
  const taken = [...members.values()].some(
    (member) => member.active && member.id !== exceptId && nameKey(member.name) === wanted,
  );
  if (taken) throw new OperatorError('name_taken', refusalMessage('name_taken'));
}

async function leave(hub: HubConnection, name: string): Promise<Output> {
  const { id } = findMember(await readCurrent(hub), name);
  // Names nobody, so it stays readable: a rebuild after an erasure needs to know when they left.
  const event = newEvent(memberLeft, { subject: 'hub', source: 'cli' }, { member_id: id });
  const { directory } = await change(hub, event);
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
