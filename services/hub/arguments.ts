import { InvalidArgumentError } from 'commander';
import { Category, categories } from '../../shared/domain/category.ts';
import { ChatId, isTimeZone, MemberName } from '../../shared/domain/member.ts';
import { nameLengthMax } from '../../shared/domain/text.ts';

// Parsers of arguments and options. Their errors are reported as usage errors.

export function memberName(text: string): string {
  const name = MemberName.safeParse(text);
  if (name.success) return name.data;
  throw new InvalidArgumentError(`A name has 1 to ${nameLengthMax} characters.`);
}

export function chatId(text: string): string {
  const id = ChatId.safeParse(text);
  if (id.success) return id.data;
  throw new InvalidArgumentError('A chat id has 1 to 64 characters.');
}

export function timeZone(text: string): string {
  if (isTimeZone(text)) return text;
  throw new InvalidArgumentError('It must be an IANA time zone, like Europe/Paris or UTC.');
}

export function label(text: string): string {
  const name = text.trim();
  if (name.length >= 1 && name.length <= 64) return name;
  throw new InvalidArgumentError('A label has 1 to 64 characters.');
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

/** Words between commas. */
export function wordList(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/** A parser of whole numbers in a range. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d{1,9}$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}
