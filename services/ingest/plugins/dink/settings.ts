import type { PastedSettings } from '../../plugin.ts';

/**
 * Dink's settings for this hub, as Dink imports them: what the hub shows is on, images are off, and what a player's other
 * webhooks would be flooded with keeps Dink's thresholds. Dink adds both addresses to those that are there. Its chat messages are
 * left alone: an import would replace the player's own list of lines.
 * @param webhook the address that takes messages
 */
export function dinkSettings(webhook: string): Readonly<Record<string, unknown>> {
  return {
    discordWebhook: webhook,
    metadataWebhook: webhook,
    discordRichEmbeds: true,
    includeLocation: true,
    sendDiscordUser: false,
    sendClanName: true,
    seasonalPolicy: 'REJECT',
    lootEnabled: true,
    lootSendImage: false,
    minLootValue: 25_000,
    lootIncludePlayer: true,
    deathEnabled: true,
    deathSendImage: false,
    levelEnabled: true,
    levelSendImage: false,
    levelMinValue: 1,
    levelInterval: 1,
    levelNotifyVirtual: true,
    levelNotifyCombat: true,
    xpInterval: 5,
    collectionLogEnabled: true,
    collectionSendImage: false,
    diaryEnabled: true,
    diarySendImage: false,
    diaryMinDifficulty: 'EASY',
    combatTaskEnabled: true,
    combatTaskSendImage: false,
    combatTaskMinTier: 'EASY',
    petEnabled: true,
    petSendImage: false,
    questEnabled: true,
    questSendImage: false,
    clueEnabled: true,
    clueSendImage: false,
    slayerEnabled: true,
    slayerSendImage: false,
    killCountEnabled: true,
    killCountSendImage: false,
    speedrunEnabled: true,
    speedrunSendImage: false,
    gambleEnabled: true,
    gambleSendImage: false,
    pkEnabled: true,
    pkSendImage: false,
    maxRetries: 3,
    baseRetryDelay: 2_000,
  };
}

/** Where Dink posts its messages. */
export function webhookOf(origin: string, token: string): string {
  return `${origin}/api/dink/${token}`;
}

/** What a player pastes into Dink, in the words of its settings. */
export const dinkPastedSettings: PastedSettings = {
  option: 'dink',
  settingsFor: (origin, token) => {
    const webhook = webhookOf(origin, token);
    return {
      url: `${webhook}/config`,
      steps: [
        'Open the settings of the plugin Dink in RuneLite and go to the section Advanced.',
        'Paste the address into Dynamic Config URL.',
        'Dink then turns on what the hub shows, turns off Send Image, and adds the hub to Primary Webhook URLs and to Custom Metadata Handler; the webhooks that you have there stay and get the same messages.',
        `If you would rather keep your own settings, paste ${webhook} into Primary Webhook URLs and into Custom Metadata Handler instead, and turn off Send Image wherever you enable a notification.`,
        'For superior monsters, also turn on Enable Chat Notifications and add the line "A superior foe has appeared..." to Message Filters.',
      ],
    };
  },
};
