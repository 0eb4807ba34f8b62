import { fieldsWithValue } from '../../common/text/audit-text.ts';
import { categoryNames } from '../../common/text/category-name.ts';
import { exactTime } from '../../common/text/format.ts';
import type { AuditEntryData } from '../../console-api/answers.ts';
import type { SentencePart } from './phrase.ts';

/** Names replace ids. */
export interface EntryValues {
  readonly about: SentencePart;
  /** False for an entry about the hub as a whole. */
  readonly hasSubject: boolean;
  /** Whether an erasure removed the name of the subject. */
  readonly isErased: boolean;
  readonly member: SentencePart;
  readonly hasMember: boolean;
  /** Empty when the member is the actor: most members pair their own plugins. */
  readonly ofMember: readonly SentencePart[];
  readonly members: readonly SentencePart[];
  isTrue(detail: string): boolean;
  /** Empty without a value. */
  text(detail: string): string;
  categories(detail: string): string;
  readonly fields: string;
}

type Names = Readonly<Record<string, string>>;

const fieldNames: Readonly<Record<string, string>> = {
  name: 'name',
  chat_id: 'chat id',
  time_zone: 'time zone',
  default_sharing: 'sharing of new accounts',
  categories: 'categories',
  accounts: 'accounts',
  rate_limit_per_minute: 'requests a minute',
  expires_at: 'expiry',
  from: 'start',
  to: 'end',
};

export function valuesOf(
  { actor, subject, subject_name: subjectName, details }: AuditEntryData,
  names: Names,
): EntryValues {
  const memberId = typeof details.member === 'string' ? details.member : null;
  const member = { name: nameOf(memberId, names), id: memberId };
  const isOther = memberId !== null && actor !== `member:${member.name}`;
  const listed = listOf(details.with);
  const isErased = subjectName === 'erased';
  return {
    about: { name: isErased ? '(since erased)' : (subjectName ?? nameOf(subject, names)), id: subject },
    hasSubject: subject !== null,
    isErased,
    member,
    hasMember: memberId !== null,
    ofMember: isOther ? [' of ', member] : [],
    members: listed.flatMap((id, index) => [...(index > 0 ? [', '] : []), { name: nameOf(id, names), id }]),
    isTrue: (detail) => details[detail] === true,
    text: (detail) => {
      const value = details[detail];
      return value === null || value === undefined ? '' : listText(value);
    },
    categories: (detail) => categoryNames(listOf(details[detail]) as never),
    fields: listOf(details.changed)
      .map((field) => (fieldNames[field] ?? field.replaceAll('_', ' ')) + newValue(details[field]))
      .join(', '),
  };
}

/** Names replace ids, and times are the viewer's. */
export function detailsInWords(details: AuditEntryData['details'], names: Names): string {
  const inWords = (text: string) =>
    isoTime.test(text) ? exactTime(Date.parse(text)) : (fieldNames[text] ?? names[text] ?? text);
  return fieldsWithValue(details)
    .map(([field, values]) => `${field.replaceAll('_', ' ')}: ${values.map(inWords).join(', ')}`)
    .join('; ');
}

/** Lists, such as categories, are among the details of the entry. */
function newValue(value: unknown): string {
  if (typeof value === 'number') return ` (now ${value})`;
  if (typeof value !== 'string') return '';
  return ` (now ${isoTime.test(value) ? exactTime(Date.parse(value)) : value})`;
}

const isoTime = /^\d{4}-\d\d-\d\dT/;

/** Without a name, the end of the id tells two ids apart. */
export function nameOf(id: string | null, names: Names): string {
  if (id === null) return 'the hub';
  return names[id] ?? (isId(id) ? `without a name (…${id.slice(-4)})` : id);
}

/** Ids of accounts have twelve letters and digits; other ids are UUIDs. */
function isId(text: string): boolean {
  return /^[0-9A-Za-z]{12}$|^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(text);
}

function listOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.map(String) : [];
}

function listText(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value);
}
