import { readFile } from 'node:fs/promises';
import { eventsOfExample, pluginExamples } from '../../infra/reference/plugin-messages.ts';
import type { NewEvent } from '../../shared/events/event.ts';

/**
 * The events of a real message, as its plugin sent it.
 * @param fixture name of a file in `test/fixtures/reports`
 */
export async function eventsOfFixture(fixture: string): Promise<readonly NewEvent[]> {
  const body = await readFile(new URL(`../fixtures/reports/${fixture}.json`, import.meta.url), 'utf8');
  for (const { plugin, messages } of await pluginExamples()) {
    const example = messages.find((each) => each.body === body);
    if (example !== undefined) return (await eventsOfExample(plugin, example)) ?? [];
  }
  throw new Error(`${fixture} is no example`);
}
