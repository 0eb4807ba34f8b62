import { z } from 'zod';
import { catalogue } from '../../shared/events/catalogue.ts';
import type { EventDefinition } from '../../shared/events/event.ts';
import { type StreamName, streamDefinition, streamNames } from '../../shared/events/streams.ts';
import { fieldsOf, sharedTypes } from './event-fields.ts';
import { code, markdownTable, referencePage } from './markdown.ts';

/** `docs/reference/events.md`. */
export async function eventsPage(): Promise<string> {
  const inOrder = streamNames.map((stream) => ({
    stream,
    types: catalogue
      .filter((definition) => definition.stream === stream)
      .toSorted((left, right) => (left.type < right.type ? -1 : 1)),
  }));
  return referencePage('Events', [
    introduction,
    '## Streams',
    markdownTable(['Stream', 'Events', 'Partitions', 'Kept', 'Sealed'], inOrder.map(streamRow)),
    ...inOrder.flatMap(({ stream, types }) => [`## ${stream}`, ...types.flatMap(sectionOf)]),
    '## Shared types',
    markdownTable(['Type', 'Field', 'JSON', 'Meaning'], sharedTypes()),
  ]);
}

const introduction = `
An event is a record of a stream of the log: a topic of Kafka, or a table. Each record has an id, a type, a version, a key, a source, and data in JSON.
The key decides the partition, and on sealed streams the data key that encrypts the data. An erasure of an account or a member destroys its data keys.
\`source\` is \`cli\`, \`hub\`, or the plugin that sent the report. Times are epoch ms.

Older versions of a type are lifted to the current version when a record is read. [Add an event type](../extend/event.md) says how a type may change.
`.trim();

function streamRow({ stream, types }: { stream: StreamName; types: readonly EventDefinition[] }): string[] {
  const { partitions, kept, sealed } = streamDefinition(stream);
  const keptText = {
    forever: 'for ever',
    latest: 'the last record of each key',
    expires: kept.policy === 'expires' ? `[${code(kept.setting)}](settings.md#how-long-data-is-kept)` : '',
  }[kept.policy];
  const links = types.map(({ type }) => `[${code(type)}](#${type})`).join(', ');
  return [code(stream), links, String(partitions), keptText, sealed ? 'yes' : 'no'];
}

function sectionOf({ type, version, description, appended, key, schema }: EventDefinition): string[] {
  if (!(schema instanceof z.ZodObject)) throw new Error(`the data of ${type} is no object`);
  const rows = fieldsOf(type, schema).map(({ path, json, meaning }) => [code(path), json, meaning]);
  return [
    `### ${type}`,
    `${description} Appended ${appended}.`,
    `Version: ${version}. Key: ${key}.`,
    markdownTable(['Field', 'JSON', 'Meaning'], rows),
  ];
}
