import { fixtureExamples, type PluginExamples } from '../../../testing/plugin-examples.ts';
import { haExporter } from '../adapter.ts';
import { haFixture } from './ha-reports.ts';

export const examples: PluginExamples = {
  plugin: haExporter,
  fixtures: 'ha-',
  messages: [
    ...fixtureExamples('ha-', [
      ['a message each minute', 'snapshot'],
      ['a message with only some sections', 'snapshot-filtered'],
      ['the first message after a login', 'snapshot-first-tick'],
      ['a message on a boat', 'snapshot-sailing'],
      ['a message on a seasonal world', 'snapshot-seasonal'],
      ['`loot`', 'loot'],
      ['`pkLoot`', 'pk-loot'],
      ['`death`', 'death'],
      ['`levelUp`', 'level-up'],
      ['`levelUp` of the combat level', 'level-up-combat'],
      ['`collectionLog`', 'collection-log'],
      ['`collectionLog` of an unknown item', 'collection-log-unmatched'],
      ['`superiorSpawn`', 'superior-spawn'],
      ['`achievementDiary`', 'achievement-diary'],
      ['`combatTask`', 'combat-task'],
      ['`clientShutdown`', 'client-shutdown'],
    ]),
    { message: 'an event that the hub does not know', body: withUnknownEvent() },
  ],
};

function withUnknownEvent(): string {
  const body = haFixture('ha-superior-spawn');
  body.events[0] = { ...body.events[0], type: 'tileRace', data: { rolled: 6 } };
  return JSON.stringify(body);
}
