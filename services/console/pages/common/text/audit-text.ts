import type { AuditEntryData } from '../../console-api/answers.ts';
import { humanizeName } from './format.ts';

const prefix = 'member:';

export function actorText(actor: string | null): string {
  if (actor === null) return 'nobody known';
  if (actor === 'hub') return 'the hub itself';
  if (actor === 'cli') return 'the command line';
  if (actor.startsWith('cli:')) return `${actor.slice('cli:'.length)} on the command line`;
  return actor.startsWith(prefix) ? actor.slice(prefix.length) : actor;
}

export function actionText(action: string): string {
  return humanizeName(action.replaceAll('-', '_'));
}

/** For the member that the action concerns. */
export function noticeText({ action }: Pick<AuditEntryData, 'action'>): string {
  if (action === 'payload-shown') return 'The whole content of a report of yours was viewed';
  if (action === 'parked-record-shown')
    return 'A record of an account of yours, which the hub could not process, was viewed';
  if (action === 'sign-in-link-made') return 'A sign-in link for you was made';
  if (action === 'member-changed') return 'Your link with an account of the guild’s chat was changed';
  return actionText(action);
}

/** One line: `categories=stats,events`. */
export function detailsText(details: AuditEntryData['details']): string {
  return fieldsWithValue(details)
    .map(([name, values]) => `${name}=${values.join()}`)
    .join(' ');
}

/** Fields without a value are omitted. */
export function fieldsWithValue(
  details: AuditEntryData['details'],
): (readonly [string, readonly string[]])[] {
  return Object.entries(details)
    .map(([name, value]) => [name, [value].flat().flatMap(valueText)] as const)
    .filter(([, values]) => values.length > 0);
}

function valueText(value: unknown): string[] {
  if (value === null) return [];
  return [typeof value === 'object' ? JSON.stringify(value) : String(value)];
}
