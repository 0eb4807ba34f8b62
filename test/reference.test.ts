import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { referenceDocuments, referenceFile } from '../infra/reference/build-reference.ts';
import { eventsOfExample, pluginExamples } from '../infra/reference/plugin-messages.ts';
import { registeredPlugins } from '../services/ingest/plugins/registered.ts';
import { reportFixture } from '../services/ingest/testing/first-report.ts';
import { payloadOf, shownMessageOf } from '../shared/events/event-payload.ts';
import { gameEventRecorded } from '../shared/events/types/game-event-recorded.ts';

test.each(Object.entries(referenceDocuments))('%s equals the output of the code', async (path, make) => {
  expect(readFileSync(referenceFile(path), 'utf8'), 'npm run build:reference').toBe(await make());
});

test('every plugin has examples of its messages', async () => {
  const examples = await pluginExamples();
  expect(examples.map(({ plugin }) => plugin.source)).toEqual(registeredPlugins.map(({ source }) => source));
  for (const { plugin, messages } of examples) {
    expect(messages.length, plugin.title).toBeGreaterThan(0);
    expect(new Set(messages.map(({ message }) => message)).size, plugin.title).toBe(messages.length);
  }
});

test('the feed finds the content of every game event of an example', async () => {
  const empty: string[] = [];
  for (const { plugin, messages } of await pluginExamples()) {
    for (const example of messages) {
      const events = (await eventsOfExample(plugin, example)) ?? [];
      for (const { data } of events.filter(({ type }) => type === gameEventRecorded.type)) {
        const event = data as { readonly type: string; readonly data: string };
        const content = { ...payloadOf(event.data), ...shownMessageOf(event.data) };
        // A death may have no content.
        if (event.type === 'death' || Object.keys(content).length > 0) continue;
        empty.push(`${plugin.title}, ${example.message}`);
      }
    }
  }
  expect(empty, 'data must be {type, data}').toEqual([]);
});

test('every report of the fixtures is an example', async () => {
  const fixtures = readdirSync(new URL('fixtures/reports/', import.meta.url))
    .map((file) => file.replace(/\.json$/, ''))
    // No adapter translates the messages of the pairing.
    .filter((name) => !name.includes('-pair-'));
  const examples = await pluginExamples();
  const without = fixtures.filter((name) => {
    const of = examples.find(({ fixtures: prefix }) => name.startsWith(prefix));
    return of?.messages.every(({ body }) => body !== reportFixture(name)) ?? true;
  });
  expect(without, 'list these fixtures in testing/examples.ts of their plugin').toEqual([]);
});
