import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { accountStateProjection } from '../../projections/account-state/projection.ts';
import { eventFeedProjection } from '../../projections/event-feed/projection.ts';
import { playSessionsProjection } from '../../projections/play-sessions/projection.ts';
import type { Projection } from '../../shared/projection/projection.ts';
import { copyProduct } from './product-copy.ts';
import { projectRoot } from './source-tree.ts';

/** The fold of the next release adds this to the maximum of hitpoints. */
export const addedHitpoints = 1_000;

/**
 * A bundled copy of this tree, which is a later release.
 * @returns the folder, which ends with the test
 */
export async function buildNextRelease(): Promise<string> {
  const copy = await copyNextRelease();
  await linkPackages(copy);
  await promisify(execFile)(process.execPath, [join(copy, 'services/cli/bundle.mjs')]);
  return copy;
}

/** As `buildNextRelease`, with what compose needs to build its images instead of a bundle. */
export async function copyNextReleaseForCompose(): Promise<string> {
  const copy = await copyNextRelease();
  for (const part of ['package-lock.json', 'LICENSE', '.dockerignore', 'infra'])
    await cp(join(projectRoot, part), join(copy, part), { recursive: true });
  return copy;
}

/**
 * The fold of `account-state` and a table of `event-feed` are changed, and a table of the hub gets
 * a column. Ingest appends events of a new type, which `play-sessions` handles.
 */
async function copyNextRelease(): Promise<string> {
  const copy = await copyProduct({ packages: false });
  for (const [path, texts] of Object.entries(replacements())) {
    for (const [from, to] of texts) await replaceOnce(join(copy, path), from, to);
  }
  for (const [path, text] of Object.entries(newFiles)) await writeFile(join(copy, path), text);
  return copy;
}

/** Without the cache, so that the copy has its own bundle. */
async function linkPackages(copy: string): Promise<void> {
  await mkdir(join(copy, 'node_modules'));
  for (const name of await readdir(join(projectRoot, 'node_modules'))) {
    if (name === '.cache') continue;
    await symlink(join(projectRoot, 'node_modules', name), join(copy, 'node_modules', name));
  }
}

type Texts = readonly (readonly [from: string, to: string])[];

function replacements(): Readonly<Record<string, Texts>> {
  return {
    'package.json': [['"version": "0.', '"version": "1.']],
    'projections/account-state/projection.ts': [
      nextVersion(accountStateProjection, { logic: 1 }),
      [
        '    value: event.data,',
        `    value: event.type === 'hitpoints-reported'
      ? { ...event.data, max: event.data.max + ${addedHitpoints} }
      : event.data,`,
      ],
    ],
    'projections/event-feed/projection.ts': [
      nextVersion(eventFeedProjection, { shape: 1 }),
      [`  readsShapes: [${eventFeedProjection.readsShapes}],\n`, ''],
    ],
    'projections/event-feed/save-feed.ts': [
      [`    source_name: 'text',\n`, `    source_name: 'text',\n    mood: 'text',\n`],
      ['source_name: sourceNameOf(row) }', `source_name: sourceNameOf(row), mood: 'bright' }`],
    ],
    'projections/play-sessions/projection.ts': [
      nextVersion(playSessionsProjection, { logic: 1 }),
      [`handles: ['account-seen', `, `handles: ['mood-reported', 'account-seen', `],
      [
        `  return event.type === 'account-seen' ?`,
        `  if (event.type === 'mood-reported') return state;\n  return event.type === 'account-seen' ?`,
      ],
    ],
    'shared/events/catalogue.ts': [
      [
        `import { xpReported } from './types/xp-reported.ts';\n`,
        `import { xpReported } from './types/xp-reported.ts';\nimport { moodReported } from './types/mood-reported.ts';\n`,
      ],
      ['  xpCorrected,\n', '  xpCorrected,\n  moodReported,\n'],
    ],
    'services/ingest/reported-types.ts': [[`  'xp-reported',\n`, `  'xp-reported',\n  'mood-reported',\n`]],
    'services/ingest/receive/new-facts/events-of-new-facts.ts': [
      [
        `import { xpReported } from`,
        `import { moodReported } from '../../../../shared/events/types/mood-reported.ts';\nimport { xpReported } from`,
      ],
      [
        '    events.push(newEvent(accountSeen, about, presence));\n',
        `    events.push(newEvent(accountSeen, about, presence));\n    events.push(newEvent(moodReported, about, { mood: 'bright' }));\n`,
      ],
    ],
  };
}

const newFiles = {
  'shared/events/types/mood-reported.ts': `import { z } from 'zod';
import { defineEvent } from '../event.ts';

export const moodReported = defineEvent({
  type: 'mood-reported',
  stream: 'hub.activity',
  version: 1,
  description: 'The mood of a player.',
  appended: 'with a report',
  key: 'account',
  schema: z.object({ mood: z.string() }),
});
`,
  'projections/event-feed/migrations/900-mood.sql': 'alter table event add column mood text;\n',
  'services/ingest/migrations/900-mood.sql': 'alter table hub.plugin_seen add column mood text;\n',
};

function nextVersion(
  { version: { shape, logic } }: Pick<Projection, 'version'>,
  more: Partial<Projection['version']>,
): readonly [string, string] {
  const next = { shape: shape + (more.shape ?? 0), logic: logic + (more.logic ?? 0) };
  return [
    `version: { shape: ${shape}, logic: ${logic} },`,
    `version: { shape: ${next.shape}, logic: ${next.logic} },`,
  ];
}

async function replaceOnce(path: string, from: string, to: string): Promise<void> {
  const text = await readFile(path, 'utf8');
  const times = text.split(from).length - 1;
  if (times !== 1) throw new Error(`${path} has this text ${times} times, not once: ${from}`);
  await writeFile(
    path,
    text.replace(from, () => to),
  );
}
