import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressWithChoices } from '../../../console/page-pasted-steps.ts';
import { dinkPastedSettings, dinkSettings } from './dink-import-settings.ts';
import { type DinkConfig, importedDinkConfig, sentByDink } from './testing/dink-config.ts';

const hub = 'https://hub.example.org/api/dink/0123456789abcdef';
const clan = 'https://discord.com/api/webhooks/1/clan';
const drops = 'https://discord.com/api/webhooks/2/drops';

const webhooks = fc
  .subarray([clan, drops, 'https://clan.example.org/hook'])
  .map((addresses) => addresses.join('\n'));
const notifiers = ['loot', 'death', 'level', 'pet', 'pk'] as const;

const config: fc.Arbitrary<DinkConfig> = fc.record({
  discordWebhook: webhooks,
  metadataWebhook: webhooks,
  ...Object.fromEntries(
    notifiers.flatMap((name) => [
      [`${name}Webhook`, webhooks],
      [`${name}Enabled`, fc.boolean()],
      [`${name}SendImage`, fc.boolean()],
    ]),
  ),
  minLootValue: fc.nat({ max: 1_000_000 }),
  seasonalPolicy: fc.constantFrom('ACCEPT', 'FORWARD_TO_LEAGUES', 'REJECT'),
  leaguesWebhook: webhooks,
  discordRichEmbeds: fc.boolean(),
  embedFooterText: fc.constantFrom('', 'Fenwardens'),
});

const anyOccasion = fc.record({ isSeasonal: fc.boolean(), lootValue: fc.nat({ max: 2_000_000 }) });

test('settings without a choice change no message to other webhooks, even after a second import', () => {
  fc.assert(
    fc.property(config, anyOccasion, (before, occasion) => {
      const once = importedDinkConfig(before, dinkSettings(hub, {}));
      const twice = importedDinkConfig(once, dinkSettings(hub, {}));
      expect(twice).toEqual(once);
      const others = (settings: typeof before) =>
        notifiers.flatMap((name) =>
          sentByDink(settings, name, occasion).filter(({ address }) => address !== hub),
        );
      expect(others(once)).toEqual(others(before));
    }),
  );
});

test('the hub gets every message that goes to the primary addresses', () => {
  fc.assert(
    fc.property(config, anyOccasion, (before, occasion) => {
      const after = importedDinkConfig(before, dinkSettings(hub, {}));
      for (const name of notifiers) {
        const isOverridden = before[`${name}Webhook`] !== '';
        const isOfLeagues = occasion.isSeasonal && before.seasonalPolicy !== 'ACCEPT';
        const sent = sentByDink(after, name, occasion);
        if (isOverridden || isOfLeagues || sent.length === 0) continue;
        expect(sent.map(({ address }) => address)).toContain(hub);
      }
    }),
  );
});

const fresh = {
  discordWebhook: clan,
  metadataWebhook: '',
  lootWebhook: '',
  lootEnabled: false,
  lootSendImage: true,
  minLootValue: 1_000_000,
  leaguesWebhook: '',
  seasonalPolicy: 'REJECT',
  discordRichEmbeds: false,
  embedFooterText: '',
};

const notifications = [
  ...['collectionLog', 'pet', 'level', 'loot', 'death', 'slayer', 'quest', 'clue', 'speedrun'],
  ...['killCount', 'combatTask', 'diary', 'gamble', 'pk'],
];

test.each([
  ['notifications', Object.fromEntries(notifications.map((name) => [`${name}Enabled`, true]))],
  ['leagues', { notifyLeagues: true, seasonalPolicy: 'FORWARD_TO_LEAGUES' }],
  ['external', { notifyExternal: true }],
  ['footer', { discordRichEmbeds: true, embedFooterText: 'Powered by Dink' }],
])('the choice "%s" changes its settings only', (name, changed) => {
  const after = importedDinkConfig(fresh, dinkSettings(hub, { [name]: 'on' }));
  const own = { ...fresh, discordWebhook: `${clan}\n${hub}`, metadataWebhook: hub };
  expect(after).toEqual({ ...own, ...changed });
});

test('no choice is made without a clear yes', () => {
  const asked = [{}, { leagues: 'off' }, { leagues: ['on', 'on'] }, { LEAGUES: 'on' }, { lootEnabled: 'on' }];
  for (const query of asked) {
    expect(Object.keys(dinkSettings(hub, query))).toEqual(['discordWebhook', 'metadataWebhook']);
  }
});

test('the instructions name every change before the paste, and a way without Dynamic Config URL', () => {
  const {
    url,
    changes = [],
    steps,
    otherWay,
  } = dinkPastedSettings.settingsFor('https://hub.example.org', '0');
  expect(addressWithChoices(url, ['leagues', 'footer'])).toMatch(/\/config\?leagues=on&footer=on$/);
  const told = changes.join(' ');
  for (const words of [
    'Primary Webhook URLs',
    'Custom Metadata Handler',
    'clan',
    'Overwrite Webhooks',
    'comma',
  ]) {
    expect(told).toContain(words);
  }
  expect(steps[3]).toMatch(/Webhook Overrides\. .* ignores Primary Webhook URLs/);
  expect(otherWay?.steps.at(-1)).toBe('Continue with step 3 above.');
  expect(otherWay?.steps[0]).toBe(
    'Add https://hub.example.org/api/dink/0 to Primary Webhook URLs, on its own line.',
  );
});
