import { readdirSync } from 'node:fs';
import { headline } from '../../projections/event-feed/queries/headline.ts';
import { emptyGame } from '../../services/ingest/game/known-game.ts';
import { ignored } from '../../services/ingest/http/answer.ts';
import { registeredPlugins } from '../../services/ingest/plugins/registered.ts';
import { readFirstReport } from '../../services/ingest/testing/first-report.ts';
import type { PluginExample, PluginExamples } from '../../services/ingest/testing/plugin-examples.ts';
import type { NewEvent } from '../../shared/events/event.ts';
import { gameEventRecorded } from '../../shared/events/types/game-event-recorded.ts';

const pluginFolders = new URL('../../services/ingest/plugins/', import.meta.url);

/** The examples of every plugin that has them, in the order of registration. */
export async function pluginExamples(): Promise<PluginExamples[]> {
  const folders = readdirSync(pluginFolders, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const all = await Promise.all(
    folders.map(async ({ name }): Promise<PluginExamples> => {
      const { examples } = await import(new URL(`${name}/testing/examples.ts`, pluginFolders).href);
      return examples;
    }),
  );
  return registeredPlugins.flatMap((plugin) => all.find((examples) => examples.plugin === plugin) ?? []);
}

/** `docs/reference/plugin-messages.md`, from what each adapter makes of its examples. */
export async function pluginMessagesText(): Promise<string> {
  const sections: string[] = [];
  for (const examples of await pluginExamples()) sections.push(await sectionOf(examples));
  return `# Messages of plugins

Each row is a message of a plugin, and the first report of its account. \`npm run build:reference\` makes this page from the adapters.

| Column | Shows |
| --- | --- |
| Handled as | the events of the feed with their type, then the other facts that go into the log ([\`shared/events\`](../../shared/events)) |
| Users see | the title and the line of the feed, or else the changes on the pages and in the API |

The hub also keeps the body of each message for a while, for \`hub raw\`.

${sections.join('\n')}`;
}

async function sectionOf({ plugin, messages }: PluginExamples): Promise<string> {
  const rows: string[] = [];
  for (const example of messages) rows.push(await rowOf(plugin, example));
  return `## ${plugin.title}

| Message | Handled as | Users see |
| --- | --- | --- |
${rows.join('\n')}
`;
}

async function rowOf(plugin: PluginExamples['plugin'], example: PluginExample): Promise<string> {
  const events = await eventsOfExample(plugin, example);
  const cells = [example.message, handledAs(events), seenBy(events)];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
}

/** The events of a message on a normal world; null for a message that the hub ignores. */
export async function eventsOfExample(
  plugin: PluginExamples['plugin'],
  { body, head }: PluginExample,
): Promise<readonly NewEvent[] | null> {
  const game = { ...emptyGame, isSpecial: () => false };
  try {
    return (await readFirstReport(plugin, body, { game, ...(head !== undefined && { head }) })).events;
  } catch (error) {
    if (error instanceof Error && error.message === `refused: ${ignored.outcome}`) return null;
    throw error;
  }
}

/**
 * The game events, then the other events of the log by their short names. `presence` stands for
 * both events of presence.
 */
function handledAs(events: readonly NewEvent[] | null): string {
  if (events === null) return 'ignored';
  const inFeed = events.filter(({ type }) => type === gameEventRecorded.type);
  const others = events.filter(({ type }) => type !== gameEventRecorded.type && type !== 'account-seen');
  const names = [
    ...inFeed.map((event) => `event \`${gameEventOf(event).type}\``),
    ...others.map(({ type }) => type.replace(/-reported$/, '')),
  ];
  return [...new Set(names)].join(', ') || 'nothing';
}

/**
 * The words for events of the log that are not in the feed. Events without words are stored for
 * later.
 */
const words: Readonly<Record<string, string>> = {
  'presence-reported': 'online and world',
  'session-ended': 'the end of the session',
  'hitpoints-reported': 'health',
  'prayer-reported': 'prayer',
  'spellbook-reported': 'spellbook',
  'location-reported': 'place',
  'position-reported': 'trail',
  'equipment-reported': 'worn items',
  'inventory-reported': 'carried items',
  'gear-reported': 'changes of gear, wealth',
  'skill-reported': 'skills',
  'xp-reported': 'gains',
};

function seenBy(events: readonly NewEvent[] | null): string {
  if (events === null) return 'nothing';
  const lines = events.filter(({ type }) => type === gameEventRecorded.type).map(shownOf);
  // For a message in the feed, other effects like presence are left out.
  const types = lines.length > 0 ? [] : events.map(({ type }) => type);
  const seen = [...new Set([...lines, ...types.flatMap((type) => words[type] ?? [])])];
  return seen.join(lines.length > 0 ? '<br>' : ', ') || 'nothing yet';
}

function shownOf(event: NewEvent): string {
  const { title, line } = headline(gameEventOf(event), 'Quillon Fen');
  return `**${title}**: ${line}`;
}

function gameEventOf({ data }: NewEvent) {
  return gameEventRecorded.schema.parse(data);
}
