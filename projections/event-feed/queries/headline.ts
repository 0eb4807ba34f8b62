import { storableText } from '../../../shared/domain/text.ts';
import type { StoredEvent } from '../stored-event.ts';
import { gpText } from './gp-text.ts';

/** The input of a headline: columns of an event, and its data as the reader may see it. */
export interface Headlined extends Pick<StoredEvent, 'type' | 'value_gp' | 'skill' | 'level' | 'tier'> {
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Headline {
  readonly title: string;
  /** One sentence, without a full stop. */
  readonly line: string;
}

/** A short English headline and one sentence (decisions.md, /events). Pure. */
export function headline(event: Headlined, player: string): Headline {
  const { title, deed } = (headlines[event.type] ?? other)(event);
  return { title, line: `${player} ${deed}` };
}

interface Parts {
  readonly title: string;
  /** What the player did, after the name. */
  readonly deed: string;
}

/** Without a prototype: a plugin may send any type, even `constructor`. */
const headlines: Readonly<Record<string, (event: Headlined) => Parts>> = Object.assign(Object.create(null), {
  loot: lootParts,
  pk_loot: lootParts,
  death: deathParts,
  level_up: levelParts,
  collection_log: collectionParts,
  superior_spawn: superiorParts,
  achievement_diary: diaryParts,
  combat_task: taskParts,
});

function lootParts({ type, value_gp, data }: Headlined): Parts {
  const best = text(objectAt(data, 'highestValueItem').name);
  const source = text(objectAt(data, 'source').text) ?? text(data.source);
  const worth = value_gp === null ? '' : ` (${gpText(value_gp)})`;
  return {
    title: `${type === 'pk_loot' ? 'PK loot' : 'Loot'}: ${best ?? 'a drop'}`,
    deed: `received ${best ?? 'loot'}${worth}${source === null ? '' : ` from ${source}`}`,
  };
}

function deathParts({ value_gp, data }: Headlined): Parts {
  const killer = text(data.killerName);
  const lost = value_gp === null || value_gp === 0 ? '' : ` and lost ${gpText(value_gp)}`;
  return { title: 'Death', deed: `died${killer === null ? '' : ` to ${killer}`}${lost}` };
}

function levelParts({ skill, level }: Headlined): Parts {
  const reached = [skill ?? 'Level', level].filter((part) => part !== null).join(' ');
  return { title: `Level up: ${reached}`, deed: `reached ${reached}` };
}

function collectionParts({ data }: Headlined): Parts {
  const item = text(data.itemName) ?? 'a new item';
  return { title: `Collection log: ${item}`, deed: `added ${item} to the collection log` };
}

function superiorParts({ data }: Headlined): Parts {
  const name = text(data.name) ?? 'a superior monster';
  return { title: `Superior spawn: ${name}`, deed: `met a superior: ${name}` };
}

function diaryParts({ tier, data }: Headlined): Parts {
  const diary = [titleCase(tier), text(data.region)].filter((part) => part !== null).join(' ');
  const named = diary === '' ? 'diary' : `${diary} diary`;
  return {
    title: diary === '' ? 'Achievement diary' : `${diary} diary`,
    deed: `completed a task of the ${named}`,
  };
}

function taskParts({ tier, data }: Headlined): Parts {
  const task = text(data.taskName)?.replace(/\s*\(\d+ points?\)\.?$/i, '') ?? null;
  const kind = [titleCase(tier), 'combat task'].filter((part) => part !== null).join(' ');
  return {
    title: task === null ? 'Combat task' : `Combat task: ${task}`,
    deed: task === null ? `completed a combat task` : `completed the ${kind} ${task}`,
  };
}

/** For a type that the hub does not know: the words of its name. */
function other({ type }: Headlined): Parts {
  const words = type
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  const title = titleCase(words) ?? 'Event';
  return { title, deed: `had an event: ${words === '' ? 'unknown' : words}` };
}

const textLengthMax = 100;

function text(value: unknown): string | null {
  const trimmed = typeof value === 'string' ? storableText(value.trim(), textLengthMax) : '';
  return trimmed === '' ? null : trimmed;
}

function titleCase(word: string | null): string | null {
  if (word === null || word === '') return null;
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}

function objectAt(data: Readonly<Record<string, unknown>>, key: string): Readonly<Record<string, unknown>> {
  const value = data[key];
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
