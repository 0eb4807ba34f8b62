import { actionText, actorText } from '../../common/text/audit-text.ts';
import type { AuditEntryData } from '../../console-api/answers.ts';
import { nameOf, valuesOf } from './entry-values.ts';
import { membershipActions } from './membership-actions.ts';
import { operationActions } from './operation-actions.ts';
import { phrase, type SentencePart } from './phrase.ts';

const actions = { ...membershipActions, ...operationActions };

export const describedActions: readonly string[] = Object.keys(actions);

/** @param names by id */
export function auditSentence(
  entry: AuditEntryData,
  names: Readonly<Record<string, string>>,
): readonly SentencePart[] {
  const who = { name: actorName(entry, names) };
  const values = valuesOf(entry, names);
  const refused = values.text('refused').replaceAll('_', ' ');
  const described = actions[entry.action]?.(values);
  if (described === undefined) return phrase`${who}: ${actionText(entry.action)}, about ${values.about}.`;
  const { past, base, object } = described;
  if (refused !== '') return phrase`${who} asked to ${base} ${object}. The hub refused: ${refused}.`;
  return phrase`${who} ${past} ${object}.`;
}

function actorName({ actor, action }: AuditEntryData, names: Readonly<Record<string, string>>): string {
  if (action === 'sign-in-failed') return 'Somebody';
  const name = actor?.startsWith('device:')
    ? `The plugin ${nameOf(actor.slice('device:'.length), names)}`
    : actorText(actor);
  return name.startsWith('the ') ? `T${name.slice(1)}` : name;
}
