import { fixtureExamples, type PluginExamples } from '../../../testing/plugin-examples.ts';
import { groupIronmen } from '../adapter.ts';

export const examples: PluginExamples = {
  plugin: groupIronmen,
  fixtures: 'gim-',
  messages: fixtureExamples('gim-', [
    ['the first update', 'update-full'],
    ['an update of changed fields', 'update-delta'],
    ['an update of `skills`', 'update-skills'],
    ['an update on a boat', 'update-sailing'],
    ['an update of an older version', 'update-legacy-1.5'],
    ['an update of `bank`', 'update-bank'],
    ['an update of `shared_bank`', 'update-shared-bank'],
    ['an update of `collection_log_v2`', 'update-collection-log'],
    ['an update from a deposit box', 'update-deposit-box'],
  ]),
};
