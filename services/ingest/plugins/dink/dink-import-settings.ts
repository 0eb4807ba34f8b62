import type { PastedSettings, SettingsChoice } from '../../plugin-adapter.ts';

type DinkSettings = Readonly<Record<string, string | boolean>>;

interface DinkChoice extends SettingsChoice {
  /** In Dink's format for an import. Dink overwrites them for all webhooks. */
  readonly settings: DinkSettings;
}

const shownNotifications: readonly (readonly [setting: string, section: string])[] = [
  ['collectionLogEnabled', 'Collection Log'],
  ['petEnabled', 'Pet'],
  ['levelEnabled', 'Levels'],
  ['lootEnabled', 'Loot'],
  ['deathEnabled', 'Death'],
  ['slayerEnabled', 'Slayer'],
  ['questEnabled', 'Quests'],
  ['clueEnabled', 'Clue Scrolls'],
  ['speedrunEnabled', 'Speedruns'],
  ['killCountEnabled', 'Kill Count'],
  ['combatTaskEnabled', 'Combat Tasks'],
  ['diaryEnabled', 'Achievement Diary'],
  ['gambleEnabled', 'BA Gambles'],
  ['pkEnabled', 'Player Kills'],
];

const footerText = 'Powered by Dink';

const choices: readonly DinkChoice[] = [
  {
    name: 'notifications',
    label: 'Turn on the notifications that the hub shows',
    effect: `Dink enables ${shownNotifications.map(([, section]) => section).join(', ')}. Your other webhooks get these notifications too, with your minimums and screenshots. Dink enables them again at each start.`,
    settings: Object.fromEntries(shownNotifications.map(([setting]) => [setting, true])),
  },
  {
    name: 'leagues',
    label: 'Leagues',
    effect:
      'Dink enables Leagues and sets Seasonal Policy to Use Leagues URL. This changes your other webhooks too. If Leagues Webhook Override has an address, add the hub there.',
    settings: { notifyLeagues: true, seasonalPolicy: 'FORWARD_TO_LEAGUES' },
  },
  {
    name: 'external',
    label: 'Messages of other plugins',
    effect:
      'Dink enables External Plugin Requests, for your other webhooks too. The hub does not get a message for which a plugin names its own address.',
    settings: { notifyExternal: true },
  },
  {
    name: 'footer',
    label: 'A footer',
    effect: `Dink turns on Use Rich Embeds and sets Embed Footer Text to “${footerText}”, for your other webhooks too. A message without a footer does not say when it was sent.`,
    settings: { discordRichEmbeds: true, embedFooterText: footerText },
  },
];

/**
 * Dink's settings for this hub, which Dink imports at each start. Dink adds an address to the
 * player's addresses, and overwrites other settings for all webhooks. So other settings are set
 * only for a choice of the member. An override webhook would end the messages to the primary
 * addresses, so no override is set.
 * @param query has `on` for each choice
 */
export function dinkSettings(webhook: string, query: Readonly<Record<string, unknown>>): DinkSettings {
  const chosen = choices.filter(({ name }) => query[name] === 'on').map(({ settings }) => settings);
  return Object.assign({ discordWebhook: webhook, metadataWebhook: webhook }, ...chosen);
}

export function webhookOf(origin: string, token: string): string {
  return `${origin}/api/dink/${token}`;
}

export const dinkPastedSettings: PastedSettings = {
  option: 'dink',
  choices: choices.map(({ name, label, effect }) => ({ name, label, effect })),
  settingsFor: (origin, token) => {
    const webhook = webhookOf(origin, token);
    return {
      url: `${webhook}/config`,
      changes: [
        'Dink adds the hub to Primary Webhook URLs and to Custom Metadata Handler, where your other addresses stay. Other settings change only by the choices below.',
        'Dynamic Config URL has room for one address. An address of your clan would be replaced, and Dink would no longer follow the settings of the clan: use the way without Dynamic Config URL.',
        'If Overwrite Webhooks is ticked in Import Policy, Dink removes your other addresses: untick it first.',
        'Dink splits your addresses at commas, for example a forum webhook with several applied_tags. If an address has a comma, use the way without Dynamic Config URL.',
        'On seasonal worlds with Seasonal Policy Use Leagues URL, Dink sends logins and logouts to Leagues Webhook Override, if that box has an address.',
      ],
      steps: [
        'Open the settings of the plugin Dink in RuneLite and go to the section Advanced.',
        'Paste the address into Dynamic Config URL.',
        'Turn on the notifications that you want to see here, such as Enable loot in the section Loot.',
        `Open the section Webhook Overrides. A notification with an address there ignores Primary Webhook URLs, so the hub does not get it. Add ${webhook} on its own line to each box that has an address, and leave empty boxes empty.`,
        'For superior monsters, also turn on Enable Chat Notifications and add the line "A superior foe has appeared..." to Message Filters.',
      ],
      otherWay: {
        title: 'Without Dynamic Config URL',
        steps: [
          `Add ${webhook} to Primary Webhook URLs, on its own line.`,
          'Add the same address to Custom Metadata Handler in the section Advanced, for logins, logouts and skills.',
          'Continue with step 3 above.',
        ],
      },
    };
  },
};
