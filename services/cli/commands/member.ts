import type { Command } from 'commander';
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { activeAdmins } from '../../../projections/access/commands/members/set-admin.ts';
import { memberOperations } from '../../operations/members/members.ts';
import type { HubConnection } from '../connection/connect.ts';
import { findMember } from '../lookup.ts';
import { onHub, runCommand } from '../run-command.ts';
import { chatId, memberName, timeZone } from '../terminal/arguments.ts';
import { commandAbout, type Output, table } from '../terminal/output.ts';
import { line } from '../terminal/printable.ts';
import { memberEraseCommand } from './member-erase.ts';

export function memberCommand(program: Command): void {
  const member = program.command('member').description('the guild’s members');
  member
    .command('add')
    .description('add a member')
    .argument('<name>', 'the name in the guild', memberName)
    .option('--chat-id <id>', 'the id of the member in the guild’s chat, as Discord shows it', chatId)
    .option(
      '--time-zone <zone>',
      'the time zone in which the days of the member begin, like Europe/Berlin (default: the zone of most members, else UTC)',
      timeZone,
    )
    .option('--admin', 'make the member an admin of the console')
    .option('--no-admin', 'do not make the member an admin (the default)')
    .action(onHub(add, { begins: true }));
  member
    .command('set')
    .description('change a member')
    .argument('<name>', 'the member')
    .option('--name <name>', 'a new name', memberName)
    .option('--chat-id <id>', 'the id of the member in the guild’s chat, as Discord shows it', chatId)
    .option('--no-chat-id', 'remove the chat id')
    .option(
      '--time-zone <zone>',
      'the time zone in which the days of the member begin, like Europe/Berlin',
      timeZone,
    )
    .option('--admin', 'make the member an admin of the console')
    .option('--no-admin', 'make the member no longer an admin')
    .action((name: string, options: ChangedMember, command: Command) => {
      if (Object.keys(options).length === 0) command.error('error: name at least one option to change');
      return runCommand(command, (hub) => set(hub, name, options));
    });
  member
    .command('leave')
    .description(
      'mark a member as left: their keys and plugins stop working, and their accounts pass to members who also report them',
    )
    .argument('<name>', 'the member')
    .action(onHub(leave));
  memberEraseCommand(member);
  member.command('list').description('all members').action(onHub(list));
}

interface NewMember {
  readonly chatId?: string;
  readonly timeZone?: string;
  readonly admin?: boolean;
}

interface ChangedMember {
  readonly name?: string;
  /** False: remove the chat id. */
  readonly chatId?: string | false;
  readonly timeZone?: string;
  readonly admin?: boolean;
}

async function add(hub: HubConnection, name: string, options: NewMember): Promise<Output> {
  const { chatId = null, timeZone, admin } = options;
  const document = await memberOperations.add(hub, { name, chatId, timeZone, admin, actor: 'cli' });
  const added = line`Added ${document.name}. Next: ${commandAbout('pair', document.name)}`;
  // The directory in memory already has the new member.
  const isWithoutAdmin = activeAdmins(hub.directory.currentOrStale()).length === 0;
  return { document, text: isWithoutAdmin ? `${added}\n${adminHint(document.name)}` : added };
}

/** The set-up link makes the first member an admin, and stops working when a member exists. */
function adminHint(name: string): string {
  return line`No member is an admin of the pages yet, and the set-up link no longer works: ${commandAbout('member set', name, '--admin')}`;
}

async function set(hub: HubConnection, name: string, options: ChangedMember): Promise<Output> {
  const { id } = findMember(await readCurrent(hub), name);
  const chatId = options.chatId === false ? null : options.chatId;
  const document = await memberOperations.change(hub, { ...options, memberId: id, chatId, actor: 'cli' });
  return { document, text: line`Changed ${document.name}.` };
}

async function leave(hub: HubConnection, name: string): Promise<Output> {
  const { id } = findMember(await readCurrent(hub), name);
  const document = await memberOperations.leave(hub, { memberId: id, actor: 'cli' });
  return { document, text: line`${document.name} has left. Their keys and plugins no longer work.` };
}

async function list(hub: HubConnection): Promise<Output> {
  const document = await memberOperations.list(hub);
  const text = table(document.members, 'No members yet: hub member add NAME', {
    ID: ({ id }) => id,
    NAME: ({ name }) => name,
    STATUS: ({ status }) => status,
    ADMIN: (member) => (member.is_admin ? 'yes' : null),
    'CHAT ID': (member) => member.chat_id,
    'TIME ZONE': (member) => member.time_zone,
  });
  return { document, text };
}
