import { type Command, Option } from 'commander';
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { openFreePairingCode } from '../../../projections/access/commands/devices/open-pairing-code.ts';
import { outcomeUnknownMessage } from '../../../projections/access/commands/outcome-unknown.ts';
import { pairingCodeLifeMs } from '../../../shared/domain/member.ts';
import { OperatorError } from '../../../shared/errors/errors.ts';
import { warnOfLocalAddress } from '../../../shared/http/local-address.ts';
import { addressWithChoices, fieldsOutsideSteps } from '../../console/page-pasted-steps.ts';
import { createTokenDevice, type DeviceTokenDocument } from '../../operations/devices/create-token-device.ts';
import { deviceOperations } from '../../operations/devices/devices.ts';
import {
  type PairingPlugins,
  type PastedChoice,
  type PastedPlugin,
  pairingPluginsOf,
} from '../../operations/devices/pairing-plugins.ts';
import { isoTime } from '../../operations/iso-time.ts';
import type { HubConnection } from '../connection/connect.ts';
import { findMember } from '../lookup.ts';
import { runCommand } from '../run-command.ts';
import { parserOfWords } from '../terminal/arguments.ts';
import type { Output } from '../terminal/output.ts';
import { line } from '../terminal/printable.ts';

type PairFlags = Readonly<Record<string, true | readonly string[] | undefined>>;

export function pairCommand(program: Command, plugins: PairingPlugins = pairingPluginsOf()): void {
  const { pasted } = plugins;
  const command = program
    .command('pair')
    .description('create a pairing code for a member’s plugin, or the settings for a plugin without codes')
    .argument('<member>', 'the member whose accounts the plugin will report');
  for (const { option, title } of pasted) {
    const others = pasted.map((plugin) => plugin.option).filter((name) => name !== option);
    const does = `print settings with a token to paste into ${title}, instead of a code`;
    command.addOption(new Option(`--${option}`, does).conflicts(others));
  }
  const choosing = pasted.filter(({ choices = [] }) => choices.length > 0);
  if (choosing.length > 0) {
    command.addOption(new Option('--with <choices>', choicesHelp(choosing)).argParser(choiceList));
  }
  command.action((name: string, flags: PairFlags, given: Command) => {
    const plugin = pasted.find(({ option }) => flags[new Option(`--${option}`).attributeName()] === true);
    const chosen = Array.isArray(flags.with) ? flags.with : [];
    const unknown = unknownChoices(plugin, chosen);
    if (unknown !== null) given.error(unknown);
    return runCommand(given, (hub) =>
      plugin === undefined ? pairByCode(hub, name, plugins) : pairByToken(hub, name, plugin, chosen),
    );
  });
}

function choicesHelp(plugins: readonly PastedPlugin[]): string {
  const lists = plugins.map(({ option, choices = [] }) => `for --${option} ${namesOf(choices)}`);
  return `choices that change the settings, separated by commas: ${lists.join('; ')}`;
}

const choiceList = parserOfWords('choice', (names) => [...new Set(names)]);

function unknownChoices(plugin: PastedPlugin | undefined, chosen: readonly string[]): string | null {
  const choices = plugin?.choices ?? [];
  const unknown = chosen.find((name) => choices.every((choice) => choice.name !== name));
  if (unknown === undefined) return null;
  if (choices.length === 0) return `error: there is no choice '${unknown}': leave out --with`;
  return `error: there is no choice '${unknown}': choose from ${namesOf(choices)}`;
}

function namesOf(choices: readonly PastedChoice[]): string {
  return choices.map(({ name }) => name).join(', ');
}

async function pairByCode(
  hub: HubConnection,
  name: string,
  { byCode, pasted }: PairingPlugins,
): Promise<Output> {
  const { url, warning } = addressOf(hub);
  const member = findMember(await readCurrent(hub), name);
  const { code, at } = await openFreePairingCode(hub, member.id, 'cli');
  return {
    document: { code, expires_at: isoTime(at + pairingCodeLifeMs), url },
    text: [
      line`Pairing code ${code} for ${member.name}: valid for one plugin and ${pairingCodeLifeMs / 60_000} minutes.`,
      `In the ${byCode.join(' or ')} plugin: add the server ${url} and enter the code.`,
      ...(pasted.length > 0 ? [`For ${titlesOf(pasted)}: hub pair --help`] : []),
      ...warning,
    ].join('\n'),
  };
}

function titlesOf(plugins: readonly PastedPlugin[]): string {
  return plugins.map(({ title }) => title).join(', ');
}

/**
 * Revokes the device when its token cannot be printed, because nobody can see the token again.
 * @param chosen the names of choices of the plugin
 */
export async function pairByToken(
  hub: HubConnection,
  name: string,
  plugin: PastedPlugin,
  chosen: readonly string[] = [],
): Promise<Output> {
  const { url: origin, warning } = addressOf(hub);
  const member = findMember(await readCurrent(hub), name);
  const made = await createTokenDevice(hub, { memberId: member.id, plugin, origin, actor: 'cli' });
  const { id: deviceId, title, token, status } = made;
  const url = addressWithChoices(made.url, chosen);
  return {
    document: { token, url },
    text: [
      line`The settings of ${title} for ${member.name} are shown only once. Anyone who has them reports as ${member.name}.`,
      ...settingsText({ ...made, url }, chosen),
      ...(status === 'stored'
        ? [`The token does not work yet: ${outcomeUnknownMessage}, which \`hub projections\` shows.`]
        : []),
      ...warning,
    ].join('\n'),
    ...(status === 'active' && {
      takeBack: () => deviceOperations.revoke(hub, { deviceId, actor: 'cli' }),
    }),
  };
}

function settingsText(made: DeviceTokenDocument, chosen: readonly string[]): string[] {
  const { title, url, token, changes, choices, steps, other_way: otherWay } = made;
  const shown = fieldsOutsideSteps(made);
  return [
    ...(changes.length > 0 ? [line`Read before you paste. The address changes ${title}:`] : []),
    ...changes.map((change) => line`- ${change}`),
    ...(choices.length > 0 ? ['Choices (hub pair --help):'] : []),
    ...choices.map(
      ({ name, label, effect }) =>
        line`- ${name}, ${chosen.includes(name) ? 'chosen' : 'not chosen'}: ${label}. ${effect}`,
    ),
    ...(shown.url ? [line`Address: ${url}`] : []),
    ...(shown.token ? [line`Token: ${token}`] : []),
    ...numbered(steps),
    ...(otherWay === null ? [] : [line`${otherWay.title}:`, ...numbered(otherWay.steps)]),
  ];
}

function numbered(steps: readonly string[]): string[] {
  return steps.map((step, index) => line`${index + 1}. ${step}`);
}

/** @throws OperatorError when no hub runs: a code would expire unused, and no port is known */
function addressOf({ runningPort, publicOrigin, listensAt }: HubConnection) {
  if (runningPort === null) {
    throw new OperatorError('not_running', 'no hub is running to pair with: start the hub first');
  }
  const url = publicOrigin ?? `http://localhost:${runningPort}`;
  return { url, warning: warnOfLocalAddress(url, { publicUrl: publicOrigin, host: listensAt }) };
}
