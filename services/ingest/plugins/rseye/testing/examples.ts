import { reportFixture } from '../../../testing/first-report.ts';
import type { PluginExamples } from '../../../testing/plugin-examples.ts';
import { rseyeConnector } from '../adapter.ts';

const kinds = ['position', 'login', 'stat', 'inventory', 'equipment', 'bank', 'loot', 'death', 'quest'];

export const examples: PluginExamples = {
  plugin: rseyeConnector,
  fixtures: 'rseye-',
  messages: kinds.map((kind) => ({
    message: `\`${kind}_update\``,
    body: reportFixture(`rseye-${kind}-update`),
    head: { params: { '*': `${kind}_update/` } },
  })),
};
