import { refuseWith } from '../../http/answer.ts';
import { type JsonBody, readJsonBody } from '../../http/json-body.ts';
import type { PairingPath, Plugin, PluginReport, ReportPath, RequestHead } from '../../plugin-adapter.ts';
import type { HaMessage } from './message.ts';
import { haMessageKinds, kindsOfHaMessage } from './message-kinds.ts';
import { droppedItems } from './read-items.ts';
import { readHaMessage } from './read-message.ts';
import { translateHaMessage } from './translate.ts';
import { isShutdown } from './translate-game-events.ts';

interface HaReport extends PluginReport {
  readonly message: HaMessage;
}

const title = 'HA Exporter';

/** See plugin-protocols.md 1. */
const [majorMin, minorMin] = [1, 5];

const pluginOutdated = refuseWith(
  400,
  'plugin_outdated',
  `This version of the plugin is too old. Update it to ${majorMin}.${minorMin} or newer.`,
);

const events: ReportPath = { name: 'events', url: '/api/osrs-data/events', kind: 'report' };

const pair: PairingPath = {
  name: 'pair',
  url: '/api/osrs-data/pair',
  kind: 'pairing',
  readPairing: async ({ head, body }) => {
    const read = await readJsonBody(body, head);
    if ('status' in read) return read;
    const { code } = read.json;
    return {
      code: typeof code === 'string' ? code : null,
      deviceName: `${title} ${versionOf(head) ?? ''}`.trim(),
    };
  },
  granted: ({ token, deviceId, hubName }) => ({
    status: 200,
    outcome: 'accepted',
    body: { ok: true, token, device_id: deviceId, name: hubName },
  }),
};

/** HA Exporter (plugin-protocols.md 1). */
export const haExporter: Plugin<HaReport> = {
  source: 'ha',
  title,
  sends:
    'place and trail, health, skills, gear and inventory; drops, deaths, levels, collection log, diaries and combat tasks',
  fills: ['skills', 'gear', 'inventory', 'drops', 'collection log'],
  paths: [pair, events],
  canTeachGame: true,
  messageKinds: haMessageKinds,
  afterRevoking:
    'The plugin stops by itself with its next report. Its entry for this hub stays in its panel until you remove it.',
  version: { of: versionOf, oldest: `${majorMin}.${minorMin}` },
  tokenOf: ({ headers }) => textOf(headers['x-osrs-token']),
  refuse: (head) => (isOutdated(versionOf(head)) ? pluginOutdated : null),
  read: async ({ head, body }) => {
    const read = await readJsonBody(body, head);
    return 'status' in read ? read : haReport(read, versionOf(head));
  },
  translate: ({ message }, accountId, times) => translateHaMessage(message, accountId, times),
  shownItems: ({ message }) => droppedItems(message.events),
};

function haReport({ text, json, isDamaged }: JsonBody, pluginVersion: string | null): HaReport {
  const message = readHaMessage(json, text, isDamaged);
  const { player, events: sentEvents, sent, skipped } = message;
  const { accountHash, name, accountType, world, specialWorld } = player;
  const identity = accountHash === null ? null : ({ source: 'ha_hash', externalId: accountHash } as const);
  const shutdowns = sentEvents.filter(isShutdown).length;
  return {
    raw: text,
    pluginVersion,
    sentAt: sent,
    player: { identity, name, nameCertainty: 'sure', accountType, world, specialWorld },
    gameEventCount: sentEvents.length - shutdowns,
    hasSessionEnd: shutdowns > 0,
    skipped,
    kinds: kindsOfHaMessage(message),
    message,
  };
}

function versionOf({ headers }: RequestHead): string | null {
  return textOf(headers['x-osrs-exporter-version']);
}

function textOf(header: string | readonly string[] | undefined): string | null {
  return typeof header === 'string' ? header : null;
}

/** A missing or unreadable version is accepted. */
function isOutdated(version: string | null): boolean {
  const match = /^v?(\d{1,6})(?:\.(\d{1,6}))?(?:\D|$)/i.exec(version ?? '');
  if (match === null) return false;
  const [major, minor] = [Number(match[1]), Number(match[2] ?? 0)];
  return major < majorMin || (major === majorMin && minor < minorMin);
}
