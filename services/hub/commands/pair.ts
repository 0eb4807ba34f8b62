import type { Command } from 'commander';
import { findMember } from '../../../projections/access/commands/lookup.ts';
import { newPairingCode, pairingCodeHash } from '../../../projections/access/commands/pairing-code.ts';
import { refusalMessage } from '../../../projections/access/fold/refusal.ts';
import { pairingCodeLifeMs } from '../../../shared/domain/member.ts';
import { OperatorError } from '../../../shared/errors.ts';
import { newEvent } from '../../../shared/events/event.ts';
import { pairingCodeMade } from '../../../shared/events/pairing-code-made.ts';
import { registeredPlugins } from '../../ingest/plugins/registered.ts';
import { decide, readCurrent } from '../change.ts';
import type { HubConnection } from '../connect.ts';
import { isoTime, type Output } from '../output.ts';
import { line } from '../printable.ts';
import { runCommand } from '../run-command.ts';
import { readHubSettings } from '../settings.ts';

/** Of 100,000 codes a handful are open at a time. */
const attemptsMax = 10;

export function pairCommand(program: Command): void {
  program
    .command('pair')
    .description('make a pairing code for a member’s plugin')
    .argument('<member>', 'whose accounts the plugin will report')
    .action((name: string, _: unknown, command: Command) => runCommand(command, (hub) => pair(hub, name)));
}

async function pair(hub: HubConnection, name: string): Promise<Output> {
  const url = addressOf(hub);
  const member = findMember(await readCurrent(hub), name);
  const { code, at } = await openCode(hub, member.id);
  return {
    document: { code, expires_at: isoTime(at + pairingCodeLifeMs), url },
    text: [
      line`Pairing code ${code} for ${member.name}, for one plugin, within ${pairingCodeLifeMs / 60_000} minutes.`,
      `In the ${pairedByCode()} plugin: add the server ${url} and enter the code.`,
    ].join('\n'),
  };
}

/** The plugins that take a pairing code, as players know them. */
function pairedByCode(): string {
  const pairing = registeredPlugins.filter(({ paths }) => paths.some(({ takes }) => takes === 'pairing'));
  return pairing.map(({ title }) => title).join(' or ');
}

/** Where the plugin is to report. */
function addressOf({ runningPort }: HubConnection): string {
  const { PUBLIC_URL, PORT } = readHubSettings();
  const port = runningPort ?? PORT;
  if (PUBLIC_URL !== undefined) return PUBLIC_URL;
  if (port === 0) {
    throw new OperatorError(
      'no_address',
      'the hub takes any free port (PORT=0) and does not run: start it first, or set PUBLIC_URL',
    );
  }
  return `http://localhost:${port}`;
}

/** A code that nobody has open now. */
async function openCode(
  hub: HubConnection,
  memberId: string,
): Promise<{ readonly code: string; readonly at: number }> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const code = newPairingCode();
    const data = { member_id: memberId, code_hash: pairingCodeHash(hub.hubSecret, code) };
    const event = newEvent(pairingCodeMade, { subject: memberId, source: 'cli' }, data);
    const { verdict, at } = await decide(hub, event);
    if (verdict.refusal === null) return { code, at };
    if (verdict.refusal !== 'code_taken') {
      throw new OperatorError(verdict.refusal, refusalMessage(verdict.refusal));
    }
  }
  throw new OperatorError('no_free_code', 'no free pairing code was found; try again in a few minutes');
}
