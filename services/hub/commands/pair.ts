import type { Command } from 'commander';
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { givePairingCode } from '../../../projections/access/commands/pairing-code.ts';
import { pairingCodeLifeMs } from '../../../shared/domain/member.ts';
import { OperatorError } from '../../../shared/errors.ts';
import { registeredPlugins } from '../../ingest/plugins/registered.ts';
import { isoTime } from '../../operations/names.ts';
import type { HubConnection } from '../connect.ts';
import { findMember } from '../lookup.ts';
import type { Output } from '../output.ts';
import { line } from '../printable.ts';
import { runCommand } from '../run-command.ts';

export function pairCommand(program: Command): void {
  program
    .command('pair')
    .description('make a pairing code for a member’s plugin')
    .argument('<member>', 'whose accounts the plugin will report')
    .action((name: string, _: unknown, command: Command) => runCommand(command, (hub) => pair(hub, name)));
}

async function pair(hub: HubConnection, name: string): Promise<Output> {
  const { url, isLocal } = addressOf(hub);
  const member = findMember(await readCurrent(hub), name);
  const { code, at } = await givePairingCode(hub, member.id, 'cli');
  return {
    document: { code, expires_at: isoTime(at + pairingCodeLifeMs), url },
    text: [
      line`Pairing code ${code} for ${member.name}, for one plugin, within ${pairingCodeLifeMs / 60_000} minutes.`,
      `In the ${pairedByCode()} plugin: add the server ${url} and enter the code.`,
      ...(isLocal ? [localOnly] : []),
    ].join('\n'),
  };
}

/** The plugins that take a pairing code, as players know them. */
function pairedByCode(): string {
  const pairing = registeredPlugins.filter(({ paths }) => paths.some(({ takes }) => takes === 'pairing'));
  return pairing.map(({ title }) => title).join(' or ');
}

const localOnly =
  'That address works on this machine only. For players elsewhere start the hub with PUBLIC_URL, the address by which they reach it.';

interface PluginAddress {
  readonly url: string;
  /** Whether only game clients on the hub's own machine can reach it. */
  readonly isLocal: boolean;
}

/** The address for the plugin's settings. @throws OperatorError when no hub runs, since the code would expire unused */
function addressOf({ runningPort, publicOrigin }: HubConnection): PluginAddress {
  if (runningPort === null) {
    throw new OperatorError('not_running', 'no hub runs that a plugin could pair with: start it first');
  }
  return publicOrigin === null
    ? { url: `http://localhost:${runningPort}`, isLocal: true }
    : { url: publicOrigin, isLocal: false };
}
