import { InvalidArgumentError } from 'commander';
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

// Parsers of arguments and options. Their errors are reported as usage errors.

export function memberName(text: string): string {
  const name = GivenMemberName.safeParse(text);
  if (name.success) return name.data;
  throw new InvalidArgumentError(`A name has 1 to ${nameLengthMax} characters, and no control characters.`);
}

export function chatId(text: string): string {
  const id = ChatId.safeParse(text);
  if (id.success) return id.data;
  throw new InvalidArgumentError('A chat id has 1 to 64 characters.');
}

export function timeZone(text: string): string {
  const zone = canonicalTimeZone(text);
  if (zone !== null) return zone;
  throw new InvalidArgumentError('It must be an IANA time zone, like Europe/Paris or UTC.');
}

export function label(text: string): string {
  const name = GivenLabel.safeParse(text);
  if (name.success) return name.data;
  throw new InvalidArgumentError('A label has 1 to 64 characters, and no control characters.');
}

export function category(text: string): Category {
  const known = Category.safeParse(text);
  if (known.success) return known.data;
  throw new InvalidArgumentError(`Categories are ${categories.join(', ')}.`);
}

export function categoryList(text: string): Category[] {
  const list = [...new Set(wordList(text))].map(category);
  if (list.length > 0) return list;
  throw new InvalidArgumentError('Name at least one category.');
}

export function accountList(text: string): string[] {
  const list = wordList(text);
  if (list.length > 0) return list;
  throw new InvalidArgumentError('Name at least one account.');
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

export function competitionMetric(text: string): CompetitionMetric {
  const [, kind = '', name = null] = /^(\w+)(?::(.+))?$/s.exec(text) ?? [];
  const given = CompetitionMetric.safeParse({ kind, name });
  const metric = given.success ? canonicalMetric(given.data) : null;
  if (metric !== null) return metric;
  throw new InvalidArgumentError('Use drops, kills:BOSS, xp:SKILL of the game, or xp.');
}

/** A date-time, or a day (its start in UTC). @returns epoch ms */
export function time(text: string): number {
  const at = timeOrNull(text);
  if (at !== null) return at;
  throw new InvalidArgumentError('Use a time like 2026-11-23T03:00:00Z or 2026-11-23.');
}

function timeOrNull(text: string): number | null {
  return parseDateTime(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text);
}

/** A date-time, a day (its start in UTC), or an age. @returns epoch ms */
export function pastTime(text: string): number {
  const ago = /^(\d{1,6})([mhd])$/.exec(text);
  const unit = { m: minuteMs, h: hourMs, d: dayMs }[ago?.[2] ?? ''];
  if (ago !== null && unit !== undefined) return Date.now() - Number(ago[1]) * unit;
  const at = timeOrNull(text);
  if (at !== null) return at;
  throw new InvalidArgumentError(
    'Use a time like 2026-11-23T03:00:00Z or 2026-11-23, or an age like 90m, 24h, 7d.',
  );
}

export function uuid(text: string): string {
  if (z.guid().safeParse(text).success) return text.toLowerCase();
  throw new InvalidArgumentError('Use a whole id, as the hub shows it.');
}

export function payloadPosition(text: string): PayloadPosition {
  const position = PositionText.safeParse(text);
  if (position.success) return position.data;
  throw new InvalidArgumentError('Use the position that the last line of `hub raw list` shows.');
}

export function filePath(text: string): string {
  return typedPath(text, loadEnvironment(), process.cwd());
}

/** A text without / is a manifest in BACKUP_DIR. */
export function backupFile(text: string): string {
  return text.includes('/') ? filePath(text) : text;
}

export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d{1,9}$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}
