import { isJsonObject } from '../../../shared/domain/json-object.ts';
import { isolateRightToLeft } from '../../../shared/domain/text.ts';
import { payloadOf, shownMessageOf, taskNameOf } from '../../../shared/events/event-payload.ts';
import { gpText } from './gp-text.ts';
import { type HeadlineInput, named, objectAt, type Parts, text, titleCase } from './headline-input.ts';
import { headlinesOfOtherTypes } from './headlines-of-other-types.ts';

export interface Headline {
  readonly title: string;
  /** One sentence, without a full stop. */
  readonly line: string;
}

/**
 * See rules/feed.md#tier-title-and-line.
 * @param event with its data as the reader may see it, JSON text
 */
export function headline(
  event: Omit<HeadlineInput, 'data' | 'shown' | 'player'> & { readonly data: string },
  player: string,
): Headline {
  const input = { ...event, data: payloadOf(event.data), shown: shownMessageOf(event.data), player };
  const { title, predicate } = (headlines[event.type] ?? other)(input);
  return { title, line: `${isolateRightToLeft(player)} ${predicate}` };
}

/** Without a prototype: a plugin may send any type, even `constructor`. */
const headlines: Readonly<Record<string, (event: HeadlineInput) => Parts>> = Object.assign(
  Object.create(null),
  {
    loot: lootParts,
    pk_loot: lootParts,
    death: deathParts,
    level_up: levelParts,
    collection_log: collectionParts,
    superior_spawn: superiorParts,
    achievement_diary: diaryParts,
    combat_task: taskParts,
    ...headlinesOfOtherTypes,
  },
);

function lootParts({ type, value_gp, item_id, data }: HeadlineInput): Parts {
  const best = text(objectAt(data, 'highestValueItem').name) ?? nameOfItem(data.items, item_id);
  const source = text(objectAt(data, 'source').text) ?? text(data.source);
  const worth = value_gp === null ? '' : ` (${gpText(value_gp)})`;
  return {
    title: `${type === 'pk_loot' ? 'PK loot' : 'Loot'}: ${best ?? 'a drop'}`,
    predicate: `received ${best ?? 'loot'}${worth}${source === null ? '' : ` from ${source}`}`,
  };
}

function nameOfItem(items: unknown, id: number | null): string | null {
  const item = Array.isArray(items)
    ? items.find((each: unknown) => isJsonObject(each) && each.id === id)
    : null;
  return text(item?.name);
}

function deathParts({ value_gp, data }: HeadlineInput): Parts {
  const killer = text(data.killerName);
  const lost = value_gp === null || value_gp === 0 ? '' : ` and lost ${gpText(value_gp)}`;
  const isSafe = data.danger === 'SAFE';
  return {
    title: isSafe ? 'Safe death' : 'Death',
    predicate: `died${isSafe ? ' safely' : ''}${killer === null ? '' : ` to ${killer}`}${lost}`,
  };
}

function levelParts({ skill, level }: HeadlineInput): Parts {
  const reached = [skill ?? 'Level', level].filter((part) => part !== null).join(' ');
  return { title: `Level up: ${reached}`, predicate: `reached ${reached}` };
}

function collectionParts({ data }: HeadlineInput): Parts {
  const item = text(data.itemName) ?? 'a new item';
  return { title: `Collection log: ${item}`, predicate: `added ${item} to the collection log` };
}

function superiorParts({ data }: HeadlineInput): Parts {
  return named('Superior spawn', text(data.name), ['met a superior monster', 'met a superior:']);
}

/** Some plugins report each task with `region`, others a completed tier with `area`. */
function diaryParts({ tier, data }: HeadlineInput): Parts {
  const area = text(data.area);
  const diary = [titleCase(tier), text(data.region) ?? area].filter((part) => part !== null).join(' ');
  const named = diary === '' ? 'diary' : `${diary} diary`;
  return {
    title: diary === '' ? 'Achievement diary' : `${diary} diary`,
    predicate: `completed ${area === null ? 'a task of ' : ''}the ${named}`,
  };
}

function taskParts({ tier, data }: HeadlineInput): Parts {
  const kind = [titleCase(tier), 'combat task'].filter((part) => part !== null).join(' ');
  return named('Combat task', text(taskNameOf(data)), ['completed a combat task', `completed the ${kind}`]);
}

/** For a type without its own headline. The shown text may begin with the player. */
function other({ type, shown, player }: HeadlineInput): Parts {
  const words = type
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  const title = text(shown.title) ?? titleCase(words) ?? 'Event';
  const said = text(shown.text);
  if (said?.startsWith(`${player} `)) return { title, predicate: said.slice(player.length + 1) };
  return { title, predicate: `had an event: ${said ?? (words === '' ? 'unknown' : words)}` };
}
