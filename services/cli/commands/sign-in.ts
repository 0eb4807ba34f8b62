import type { Command } from 'commander';
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { systemClock } from '../../../shared/clock.ts';
import { minuteMs } from '../../../shared/domain/durations.ts';
import { OperatorError } from '../../../shared/errors/errors.ts';
import { warnOfLocalAddress } from '../../../shared/http/local-address.ts';
import { prepareConsole } from '../../console/prepare-console.ts';
import { createSignInLink } from '../../console/sign-in/create-sign-in-link.ts';
import { createSignInLinkStore, signInLinkLifeMs } from '../../console/sign-in/sign-in-links.ts';
import type { HubConnection } from '../connection/connect.ts';
import { findMember } from '../lookup.ts';
import { onHub } from '../run-command.ts';
import type { Output } from '../terminal/output.ts';
import { line } from '../terminal/printable.ts';

export function signInCommand(program: Command): void {
  program
    .command('sign-in')
    .description('create a link that signs a member in to the console once')
    .argument('<member>', 'the member who signs in')
    .action(onHub(signIn));
}

async function signIn(hub: HubConnection, name: string): Promise<Output> {
  const origin = originOf(hub);
  const member = findMember(await readCurrent(hub), name);
  await prepareConsole(hub.database);
  const links = createSignInLinkStore(hub.database, systemClock);
  const input = { memberId: member.id, by: `cli:${hub.operator}`, origin } as const;
  const document = await createSignInLink({ ...hub, links }, input);
  return {
    document,
    text: [
      line`This link signs ${member.name} in once, within ${signInLinkLifeMs / minuteMs} minutes:`,
      document.link,
      ...warnOfLocalAddress(origin, { publicUrl: hub.publicOrigin, host: hub.listensAt }),
    ].join('\n'),
  };
}

function originOf({ consolePort, publicOrigin }: HubConnection): string {
  if (publicOrigin !== null) return publicOrigin;
  if (consolePort !== null) return `http://localhost:${consolePort}`;
  throw new OperatorError('not_running', 'no console is running to open the link: start the console first');
}
