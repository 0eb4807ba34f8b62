import type { PastedSettings } from '../../plugin-adapter.ts';

/**
 * Dink's settings for this hub, in Dink's format for an import. Events that the hub shows are on,
 * and images are off. Dink's thresholds stay, so that the player's other webhooks are not flooded.
 * Dink adds both addresses to the player's addresses. Chat lines are not set, because an import
 * would replace the player's own lines.
 * @param webhook the address for messages
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

/** The address to which Dink posts its messages. */
export function webhookOf(origin: string, token: string): string {
  return `${origin}/api/dink/${token}`;
}

/** The settings that a player pastes into Dink, with the words of Dink's own settings. */
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
