import type { RecordedEvent } from '../../../shared/events/event.ts';
import { blockReporter, changeSharing, describeAccount, transferAccount } from './accounts.ts';
import { changeAdmin } from './admins.ts';
import { addDevice, openPairingCode, pairDevice, renameDevice, revokeDevice, seeDevice } from './devices.ts';
import { eraseAccount, eraseMember } from './erasures.ts';
import { dropParkedRecord, retryParkedRecord, switchDecommission } from './hub.ts';
import { seeIdentity } from './identities.ts';
import { changeKey, createKey, revokeKey } from './keys.ts';
import { addMember, changeMember, removeMember } from './members.ts';
import { type Need, need } from './needs.ts';
import { takeBackRefusedChange } from './refused-changes.ts';
import { type CommandRule, draftOf, type FactRule } from './rule.ts';
import type { AccessTables } from './tables.ts';

const rules = {
  'member-added': addMember,
  'member-changed': changeMember,
  'member-change-refused': takeBackRefusedChange,
  'admin-changed': changeAdmin,
  'member-left': removeMember,
  'member-erased': eraseMember,
  'pairing-code-made': openPairingCode,
  'device-paired': pairDevice,
  'device-token-made': addDevice,
  'device-renamed': renameDevice,
  'device-revoked': revokeDevice,
  'device-seen': seeDevice,
  'identity-seen': seeIdentity,
  'account-described': describeAccount,
  'sharing-changed': changeSharing,
  'account-transferred': transferAccount,
  'account-blocked': blockReporter,
  'account-erased': eraseAccount,
  'key-created': createKey,
  'key-changed': changeKey,
  'key-revoked': revokeKey,
  'decommission-switched': switchDecommission,
  'parked-record-retried': retryParkedRecord,
  'parked-record-dropped': dropParkedRecord,
} as const;

type Rules = typeof rules;

type EventOf<Rule extends Rules[keyof Rules]> = Parameters<Rule['needs']>[0];

export type AccessEvent = { [Type in keyof Rules]: EventOf<Rules[Type]> }[keyof Rules];

/** An event by which somebody asks for a change, and waits to hear whether it was granted. */
export type AccessCommand = {
  [Type in keyof Rules]: Rules[Type] extends { decide: unknown } ? EventOf<Rules[Type]> : never;
}[keyof Rules];

export const accessEventTypes = Object.keys(rules) as AccessEvent['type'][];

/** All rows that the event's rule, and what is asked before any rule, may read. */
export function needsOf(event: AccessEvent): readonly Need[] {
  const rule = ruleOf(event);
  const asked = [need('erased', 'key', event.subject), ...rule.needs(event)];
  return 'take' in rule ? asked : [...asked, need('verdicts', 'key', event.recordId)];
}

/**
 * The tables after an event. The verdict on a command is kept under its record id. So the same record a second time
 * changes nothing, even if it would be decided otherwise by then. A late record about somebody who was erased changes
 * nothing either.
 * @throws when a rule reads rows that it did not declare
 */
export function evolve(tables: AccessTables, event: AccessEvent): AccessTables {
  const rule = ruleOf(event);
  const { recordId, subject } = event;
  const draft = draftOf(tables, event, needsOf(event));
  if (draft.rows.get('erased', subject) !== undefined) return tables;
  if ('take' in rule) {
    rule.take(draft.rows, event);
    return draft.tables();
  }
  if (draft.rows.get('verdicts', recordId) !== undefined) return tables;
  const refusal = rule.decide(draft.rows, event);
  const decided = refusal === null ? draft : draftOf(tables, event, []);
  decided.rows.put('verdicts', { recordId, subject, refusal });
  return decided.tables();
}

type Rule = FactRule<RecordedEvent> | CommandRule<RecordedEvent>;

function ruleOf(event: AccessEvent): Rule {
  return rules[event.type] as unknown as Rule;
}
