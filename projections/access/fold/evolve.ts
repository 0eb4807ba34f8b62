import type { EventDefinition } from '../../../shared/events/event.ts';
import type { AccessTables } from '../tables/access-tables.ts';
import {
  accountBlockedRule,
  accountDescribedRule,
  accountTransferredRule,
  sharingChangedRule,
} from './accounts/accounts.ts';
import { identitySeenRule } from './accounts/identities.ts';
import {
  competitionChangedRule,
  competitionCreatedRule,
  competitionEndedRule,
} from './competitions/competitions.ts';
import {
  devicePairedRule,
  deviceRenamedRule,
  deviceRevokedRule,
  deviceSeenRule,
  deviceTokenMadeRule,
  pairingCodeMadeRule,
} from './devices/devices.ts';
import { accountErasedRule, memberErasedRule } from './erasure/erasures.ts';
import { decommissionSwitchedRule, parkedRecordDroppedRule, parkedRecordRetriedRule } from './hub/hub.ts';
import { apiKeyChangedRule, apiKeyCreatedRule, apiKeyRevokedRule } from './keys/api-keys.ts';
import { adminChangedRule } from './members/admins.ts';
import { memberAddedRule, memberChangedRule, memberLeftRule } from './members/members.ts';
import { memberChangeRefusedRule } from './members/refused-changes.ts';
import { type Need, need } from './needs.ts';
import { type CommandRule, draftOf, type FactRule } from './rule.ts';

const rules = {
  'member-added': memberAddedRule,
  'member-changed': memberChangedRule,
  'member-change-refused': memberChangeRefusedRule,
  'admin-changed': adminChangedRule,
  'member-left': memberLeftRule,
  'member-erased': memberErasedRule,
  'pairing-code-made': pairingCodeMadeRule,
  'device-paired': devicePairedRule,
  'device-token-made': deviceTokenMadeRule,
  'device-renamed': deviceRenamedRule,
  'device-revoked': deviceRevokedRule,
  'device-seen': deviceSeenRule,
  'identity-seen': identitySeenRule,
  'account-described': accountDescribedRule,
  'sharing-changed': sharingChangedRule,
  'account-transferred': accountTransferredRule,
  'account-blocked': accountBlockedRule,
  'account-erased': accountErasedRule,
  'key-created': apiKeyCreatedRule,
  'key-changed': apiKeyChangedRule,
  'key-revoked': apiKeyRevokedRule,
  'competition-created': competitionCreatedRule,
  'competition-changed': competitionChangedRule,
  'competition-ended': competitionEndedRule,
  'decommission-switched': decommissionSwitchedRule,
  'parked-record-retried': parkedRecordRetriedRule,
  'parked-record-dropped': parkedRecordDroppedRule,
} as const;

type Rules = typeof rules;

type EventOf<Rule extends Rules[keyof Rules]> = Parameters<Rule['needs']>[0];

export type AccessEvent = { [Type in keyof Rules]: EventOf<Rules[Type]> }[keyof Rules];

export type AccessCommand = {
  [Type in keyof Rules]: Rules[Type] extends { decide: unknown } ? EventOf<Rules[Type]> : never;
}[keyof Rules];

export const accessEventTypes = Object.keys(rules) as AccessEvent['type'][];

/** All rows that `evolve` may read for an event. */
export function needsOf(event: AccessEvent): readonly Need[] {
  const rule = ruleOf(event);
  const asked = [need('erased', 'key', event.subject), ...rule.needs(event)];
  return 'take' in rule ? asked : [...asked, need('verdicts', 'key', event.recordId)];
}

/**
 * A repeated command changes nothing, because its verdict is kept under the record id. A record
 * about an erased subject changes nothing either.
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

function ruleOf(event: AccessEvent): FactRule<EventDefinition> | CommandRule<EventDefinition> {
  return rules[event.type] as unknown as ReturnType<typeof ruleOf>;
}
