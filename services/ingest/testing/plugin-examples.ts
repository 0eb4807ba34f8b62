import type { Plugin, RequestHead } from '../plugin-adapter.ts';
import { reportFixture } from './first-report.ts';

export interface PluginExample {
  /** In the plugin's words. */
  readonly message: string;
  readonly body: string;
  readonly head?: Partial<RequestHead>;
}

/** Each plugin has its examples in `testing/examples.ts` of its folder. */
export interface PluginExamples {
  readonly plugin: Plugin;
  /** The prefix in the names of the plugin's fixtures. */
  readonly fixtures: string;
  readonly messages: readonly PluginExample[];
}

/** @param messages each with the name of its file in `test/fixtures/reports`, without the prefix */
export function fixtureExamples(
  prefix: string,
  messages: readonly (readonly [message: string, fixture: string])[],
): PluginExample[] {
  return messages.map(([message, fixture]) => ({ message, body: reportFixture(`${prefix}${fixture}`) }));
}
