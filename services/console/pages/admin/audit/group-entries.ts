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
  const keyOf = (entry: AuditAnswer['entries'][number]) => {
    const { action, subject, details } = entry;
    const paired = { 'device-paired': details.member, 'pairing-code-made': subject }[action];
    return `${startOfDay(atOf(entry))} ${paired ?? sentenceText(auditSentence(entry, names))}`;
  };
  return groupEqual(entries, keyOf, atOf, pauseMaxMs);
}
