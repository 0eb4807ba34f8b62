import { gpText } from './gp-text.ts';
import { type HeadlineInput, named, objectAt, type Parts, text, titleCase } from './headline-input.ts';

/** Types that the hub does not rename and whose data is known (plugin-protocols.md 2). */
export const headlinesOfOtherTypes: Readonly<Record<string, (event: HeadlineInput) => Parts>> = {
  QUEST: ({ data }) => named('Quest', text(data.questName), ['completed a quest', 'completed the quest']),
  PET: petParts,
  CLUE: clueParts,
  SLAYER: slayerParts,
  KILL_COUNT: killCountParts,
  PLAYER_KILL: ({ data }) => named('Player kill', text(data.victimName), ['killed a player', 'killed']),
  SPEEDRUN: speedrunParts,
  BARBARIAN_ASSAULT_GAMBLE: gambleParts,
  XP_MILESTONE: milestoneParts,
  LEAGUES_AREA: ({ data }) =>
    named('League area', text(data.area), ['unlocked a league area', 'unlocked the league area']),
  LEAGUES_MASTERY: ({ data }) => {
    const mastery = [text(data.masteryType), count(data.masteryTier)]
      .filter((part) => part !== null)
      .join(' ');
    const words = ['unlocked a league mastery', 'unlocked the league mastery'] as const;
    return named('League mastery', mastery === '' ? null : mastery, words);
  },
  LEAGUES_RELIC: ({ data }) =>
    named('League relic', text(data.relic), ['unlocked a league relic', 'unlocked the league relic']),
  LEAGUES_TASK: ({ tier, data }) => {
    const kind = [titleCase(tier), 'league task'].filter((part) => part !== null).join(' ');
    return named('League task', text(data.taskName), ['completed a league task', `completed the ${kind}`]);
  },
  EXTERNAL_PLUGIN: externalParts,
};

function externalParts({ data, shown }: HeadlineInput): Parts {
  const predicates = ['had an event of a plugin', 'had an event of the plugin'] as const;
  const { title, predicate } = named('Plugin', text(data.sourcePlugin), predicates);
  const shownText = text(shown.text);
  return {
    title: text(shown.title) ?? title,
    predicate: shownText === null ? predicate : `${predicate}: ${shownText}`,
  };
}

/** For a duplicate pet, the game says that the pet would have followed the player. */
function petParts({ data }: HeadlineInput): Parts {
  const received = data.duplicate === true ? 'would have received a pet again' : 'received a pet';
  return named('Pet', text(data.petName), [received, `${received}:`]);
}

function clueParts({ tier, value_gp, data }: HeadlineInput): Parts {
  const kind = text(tier)?.toLowerCase() ?? null;
  const clue = kind === null ? 'clue' : `${kind} clue`;
  const article = /^[aeiou]/.test(clue) ? 'an' : 'a';
  const worth = value_gp === null ? '' : ` (${gpText(value_gp)})`;
  const number = count(data.numberCompleted);
  return {
    title: `${kind === null ? 'Clue' : `Clue: ${titleCase(kind)}`}${number === null ? '' : ` ${number}`}`,
    predicate: `completed ${article} ${clue}${worth}`,
  };
}

function slayerParts({ data }: HeadlineInput): Parts {
  const task = text(data.slayerTask) ?? text(data.monster);
  return named('Slayer task', task, ['completed a slayer task', 'completed the slayer task']);
}

function killCountParts({ data }: HeadlineInput): Parts {
  const boss = text(data.boss);
  const number = count(data.count);
  const time = data.isPersonalBest === true ? clockText(data.time) : null;
  const reached = number === null ? 'reached a kill count' : `reached a kill count of ${number}`;
  return {
    title:
      ['Boss kill count', boss].filter((part) => part !== null).join(': ') +
      (number === null ? '' : ` ${number}`),
    predicate: `${reached}${boss === null ? '' : ` at ${boss}`}${time === null ? '' : `, with a personal best of ${time}`}`,
  };
}

function speedrunParts({ data }: HeadlineInput): Parts {
  const time = clockText(data.currentTime);
  const best = data.isPersonalBest === true ? ', a personal best' : '';
  const predicates = ['finished a speedrun', 'finished a speedrun of'] as const;
  const { title, predicate } = named('Speedrun', text(data.questName), predicates);
  return { title, predicate: `${predicate}${time === null ? '' : ` in ${time}`}${best}` };
}

function gambleParts({ data }: HeadlineInput): Parts {
  const number = count(data.gambleCount);
  return {
    title: 'Barbarian Assault gamble',
    predicate:
      number === null
        ? 'gambled at Barbarian Assault'
        : `reached ${number} high gambles at Barbarian Assault`,
  };
}

/** A milestone is the last multiple of the interval. Names at most three skills. */
function milestoneParts({ data }: HeadlineInput): Parts {
  const skills: unknown[] = Array.isArray(data.milestoneAchieved)
    ? data.milestoneAchieved.slice(0, skillsMax)
    : [];
  const reached = skills.flatMap((skill) => {
    const name = text(skill);
    if (name === null) return [];
    const xp = number(objectAt(data, 'xpData')[name]);
    const interval = number(data.interval);
    const milestone = xp === null || interval === null || interval === 0 ? null : xp - (xp % interval);
    return [milestone === null ? name : `${gpText(milestone)} ${name}`];
  });
  const milestones = reached.length === 0 ? null : reached.join(', ');
  return {
    title: milestones === null ? 'XP milestone' : `XP milestone: ${milestones}`,
    predicate: milestones === null ? 'reached an xp milestone' : `reached ${milestones} xp`,
  };
}

const skillsMax = 3;

function number(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

function count(value: unknown): string | null {
  return number(value)?.toLocaleString('en-US') ?? null;
}

/** `PT1M13.2S` as players write it: `1:13.20`. Null for any other text. */
function clockText(value: unknown): string | null {
  const match = /^PT(?:(\d{1,3})H)?(?:(\d{1,2})M)?(?:(\d{1,2})(?:\.(\d{1,9}))?S)?$/.exec(text(value) ?? '');
  if (match === null) return null;
  const [, hours, minutes = '0', seconds = '0', fraction] = match;
  const withHours = hours === undefined ? minutes : `${hours}:${minutes.padStart(2, '0')}`;
  const hundredths = fraction === undefined ? '' : `.${fraction.slice(0, 2).padEnd(2, '0')}`;
  return `${withHours}:${seconds.padStart(2, '0')}${hundredths}`;
}
