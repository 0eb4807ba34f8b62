import { type AnsweredMessage, type BodyRefusal, ignored } from '../../http/answer.ts';
import type { JsonBody } from '../../http/json-body.ts';
import { createUploadIntake, readKeptBody } from '../../http/upload.ts';
import type {
  MessageKind,
  PastedSettings,
  Plugin,
  PluginReport,
  PluginRequest,
  ReportPath,
} from '../../plugin-adapter.ts';
import { readMoment } from '../../reading/read-fields.ts';
import { readOptional } from '../../reading/read-value.ts';
import { createSkipCounter } from '../../reading/skip-counter.ts';
import { asDiscord } from './answers.ts';
import { cleanDiscordMessage, storedDiscordMessage } from './clean-message.ts';
import type { DiscordMessage } from './message.ts';
import { readDiscordMessage } from './read-message.ts';
import { type TranslatedMessage, translateDiscordMessage } from './translate.ts';

interface DiscordReport extends PluginReport, TranslatedMessage {
  readonly sentAt: number | null;
}

const reports: ReportPath = { name: 'discord', url: '/api/discord/:token', kind: 'report' };

const pasted: PastedSettings = {
  option: 'discord-notifiers',
  settingsFor: (origin, token) => {
    const url = `${origin}/api/discord/${token}`;
    return {
      url,
      steps: [
        'Open the settings of the notifier in RuneLite.',
        `Add ${url} to Webhook URL. A notifier with room for several addresses takes the hub next to the channel of your clan; put each address on its own line, or a comma between them, as its settings say.`,
        'Turn on the option that names the player, such as Include Username. A message without a name counts only while this address reports one account.',
        'Do not enter the address into a plugin that repeats a chat: the hub ignores the words of other players.',
      ],
    };
  },
};

const messageKinds: readonly MessageKind[] = [
  { kind: 'loot', title: 'Loot' },
  { kind: 'level_up', title: 'Level' },
  { kind: 'death', title: 'Death' },
  { kind: 'collection', title: 'Collection log' },
  { kind: 'pet', title: 'Pet' },
  { kind: 'other', title: 'Other text' },
];

/** For a message that has only pictures, or that repeats a chat. */
const notTaken: AnsweredMessage = { kinds: [], pluginVersion: null, unknownSkillPlaces: [], isUsed: false };

/** Notifiers that post to Discord's webhooks (plugin-protocols.md 5). */
export const discordNotifiers: Plugin<DiscordReport> = {
  source: 'discord-notifiers',
  title: 'Discord notifiers',
  sends: 'what it posts to Discord: drops, levels, deaths, pets and collection log, as text',
  fills: ['drops', 'collection log', 'pets'],
  paths: [reports],
  // Raid Shamer sends a form without JSON.
  intake: createUploadIntake(['content', 'username']),
  pasted,
  messageKinds,
  firstReport: 'play until it posts, for example a drop or a level',
  afterRevoking:
    'The notifier keeps the address and continues to send: remove the address from its settings.',
  hasNamesOnly: true,
  tokenOf: ({ params }) => params.token ?? null,
  read: readReport,
  translate: translateDiscordMessage,
  reword: asDiscord,
};

async function readReport({ head, body }: PluginRequest): Promise<DiscordReport | BodyRefusal> {
  const read = await readKeptBody({ head, body }, 'The upload is damaged.');
  return 'status' in read ? read : reportOf(read);
}

function reportOf({ text, json, isDamaged }: JsonBody): DiscordReport | BodyRefusal {
  const { skipped, skip } = createSkipCounter(isDamaged);
  const message = cleanDiscordMessage(json, skip);
  const said = readDiscordMessage(message);
  if (said === null) return { ...ignored, bodyBytes: Buffer.byteLength(text), message: notTaken };
  const sentAt = readOptional(message.embeds[0]?.timestamp, 'timestamp', skip, readMoment)?.at ?? null;
  const { player, accountType, isSpecialWorld, events } = said;
  return {
    raw: storedDiscordMessage(message),
    pluginVersion: null,
    sentAt,
    player: {
      identity: null,
      ...player,
      accountType,
      world: null,
      specialWorld: isSpecialWorld ? true : null,
    },
    gameEventCount: events.length,
    hasSessionEnd: false,
    kinds: [...new Set(events.map(({ kind }) => kind))],
    skipped,
    message: messageIdentity(message),
    events,
    isSpecialWorld,
  };
}

/** Without the time, which is a separate part of the identity. */
function messageIdentity(message: DiscordMessage): DiscordMessage {
  return { ...message, embeds: message.embeds.map((embed) => ({ ...embed, timestamp: null })) };
}
