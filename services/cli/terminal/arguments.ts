import { InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { Category, categories } from '../../../shared/domain/category.ts';
import { CompetitionMetric, canonicalMetric, teamsMax } from '../../../shared/domain/competition.ts';
import { dayMs, hourMs, minuteMs } from '../../../shared/domain/durations.ts';
import { ChatId, canonicalTimeZone, GivenLabel, GivenMemberName } from '../../../shared/domain/member.ts';
import { nameLengthMax } from '../../../shared/domain/text.ts';
import { loadEnvironment } from '../../../shared/process/settings/environment-settings.ts';
import { PositionText } from '../../operations/payloads/payload-position.ts';
import type { PayloadPosition } from '../../operations/payloads/stored-payloads.ts';
import { parseDateTime } from '../../query/schemas/date-time.ts';
import { typedPath } from './typed-path.ts';

// Parsers of arguments and options.

/**
 * @param read returns null or undefined for a text that it cannot read
 * @param usage the message of the usage error
 */
export function parserOf<Value>(
  read: (text: string) => Value | null | undefined,
  usage: string,
): (text: string) => Value {
  return (text) => {
    const value = read(text);
    if (value !== null && value !== undefined) return value;
    throw new InvalidArgumentError(usage);
  };
}

export const memberName = parserOf(
  (text) => GivenMemberName.safeParse(text).data,
  `A name has 1 to ${nameLengthMax} characters, and no control characters.`,
);

export const chatId = parserOf((text) => ChatId.safeParse(text).data, 'A chat id has 1 to 64 characters.');

export const timeZone = parserOf(
  canonicalTimeZone,
  'It must be an IANA time zone, like Europe/Paris or UTC.',
);

export const label = parserOf(
  (text) => GivenLabel.safeParse(text).data,
  'A label has 1 to 64 characters, and no control characters.',
);

export const category = parserOf(
  (text) => Category.safeParse(text).data,
  `Categories are ${categories.join(', ')}.`,
);

export const categoryList = parserOfWords('category', (words) => [...new Set(words)].map(category));

export const accountList = parserOfWords('account', (words) => words);

/** At least one word, with commas between the words. */
export function parserOfWords<Value>(
  noun: string,
  read: (words: string[]) => Value[],
): (text: string) => Value[] {
  return parserOf((text) => {
    const words = wordList(text);
    return words.length > 0 ? read(words) : null;
  }, `Name at least one ${noun}.`);
}

export function wordList(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

export interface GivenTeam {
  readonly name: string;
  /** Ids or names. */
  readonly accounts: readonly string[];
}

export function addTeam(text: string, before: readonly GivenTeam[] = []): readonly GivenTeam[] {
  if (before.length >= teamsMax) throw new InvalidArgumentError('A competition has at most two teams.');
  const [, name = '', accounts = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  if (accounts === '') throw new InvalidArgumentError('Write a team as NAME=ACCOUNTS.');
  return [...before, { name: label(name), accounts: accountList(accounts) }];
}

export const competitionMetric = parserOf((text) => {
  const [, kind = '', name = null] = /^(\w+)(?::(.+))?$/s.exec(text) ?? [];
  const given = CompetitionMetric.safeParse({ kind, name });
  return given.success ? canonicalMetric(given.data) : null;
}, 'Use drops, kills:BOSS, xp:SKILL of the game, or xp.');

/** A date-time, or a day (its start in UTC). @returns epoch ms */
export const time = parserOf(timeOrNull, 'Use a time like 2026-11-23T03:00:00Z or 2026-11-23.');

function timeOrNull(text: string): number | null {
  return parseDateTime(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text);
}

/** A date-time, a day (its start in UTC), or an age. @returns epoch ms */
export const pastTime = parserOf((text) => {
  const ago = /^(\d{1,6})([mhd])$/.exec(text);
  const unit = { m: minuteMs, h: hourMs, d: dayMs }[ago?.[2] ?? ''];
  return ago !== null && unit !== undefined ? Date.now() - Number(ago[1]) * unit : timeOrNull(text);
}, 'Use a time like 2026-11-23T03:00:00Z or 2026-11-23, or an age like 90m, 24h, 7d.');

export const uuid = parserOf(
  (text) => z.guid().safeParse(text).data?.toLowerCase(),
  'Use a whole id, as the hub shows it.',
);

export const payloadPosition = parserOf(
  (text): PayloadPosition | undefined => PositionText.safeParse(text).data,
  'Use the position that the last line of `hub raw list` shows.',
);

export function filePath(text: string): string {
  return typedPath(text, loadEnvironment(), process.cwd());
}

/** A text without / is a manifest in BACKUP_DIR. */
export function backupFile(text: string): string {
  return text.includes('/') ? filePath(text) : text;
}

export function wholeNumber(min: number, max: number): (text: string) => number {
  return parserOf((text) => {
    const value = Number(text);
    return /^\d{1,9}$/.test(text) && value >= min && value <= max ? value : null;
  }, `It must be a whole number from ${min} to ${max}.`);
}

export interface PortFlag {
  readonly port?: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

export function portOption(): Option {
  return new Option(
    '--port <port>',
    'the port of the hub, 0 for any free port (default: PORT, else 3000)',
  ).argParser(wholeNumber(0, 65_535));
}

/** The option wins over `PORT`. */
export function withPort(environment: Environment, { port }: PortFlag): Environment {
  return port === undefined ? environment : { ...environment, PORT: String(port) };
}
