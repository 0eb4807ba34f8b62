import { minuteMs } from '../../../../../shared/domain/durations.ts';
import { groupEqual } from '../../common/group-equal.ts';
import { startOfDay } from '../../common/text/format.ts';
import type { AuditAnswer } from '../admin-answers.ts';
import { auditSentence } from './audit-sentence.ts';
import { sentenceText } from './phrase.ts';

const pauseMaxMs = 10 * minuteMs;
const atOf = ({ at }: AuditAnswer['entries'][number]) => Date.parse(at);

/** Equal sentences are a group, and so are a member's pairing and the code for the pairing. */
export function groupEntries({ entries, names }: Pick<AuditAnswer, 'entries' | 'names'>) {
  /** The last seen pairing of a member, for the codes before the pairing. */
  const pairings = new Map<unknown, string>();
  const keys = new Map<string, string>();
  for (const entry of entries) {
    const { id, action, subject, details } = entry;
    if (action === 'device-paired') pairings.set(details.member, id);
    const paired = { 'device-paired': id, 'pairing-code-made': pairings.get(subject) }[action];
    const key = `${startOfDay(atOf(entry))} ${paired ?? sentenceText(auditSentence(entry, names))}`;
    keys.set(id, key);
  }
  return groupEqual(entries, ({ id }) => keys.get(id) ?? id, atOf, pauseMaxMs);
}
