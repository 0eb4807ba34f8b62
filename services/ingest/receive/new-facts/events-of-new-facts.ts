import { type EventDefinition, type NewEvent, newEvent } from '../../../../shared/events/event.ts';
import { skillPart, stateParts } from '../../../../shared/events/state-parts.ts';
import { accountSeen } from '../../../../shared/events/types/account-seen.ts';
import { gameEventRecorded } from '../../../../shared/events/types/game-event-recorded.ts';
import { gearReported } from '../../../../shared/events/types/gear-reported.ts';
import { positionReported } from '../../../../shared/events/types/position-reported.ts';
import { sessionEnded } from '../../../../shared/events/types/session-ended.ts';
import { xpReported } from '../../../../shared/events/types/xp-reported.ts';
import { partEntries } from '../../facts/facts.ts';
import type { NewFacts } from './select-new-facts.ts';
import { skillKeyPart } from './skill-key-part.ts';

/** In the order of the log. */
export function eventsOfNewFacts(accountId: string, source: string, newFacts: NewFacts): NewEvent[] {
  const about = { subject: accountId, source };
  const { at, presence, gear, trail, xp } = newFacts;
  const events: NewEvent[] = [];
  // First. Otherwise an `account-seen` outside the game would end the session with the reason
  // `logout`.
  for (const end of newFacts.sessionEnds) events.push(newEvent(sessionEnded, about, end));
  if (presence !== null) {
    events.push(newEvent(accountSeen, about, presence));
    events.push(newEvent(stateParts.presence.reported, { ...about, part: 'presence' }, presence));
  }
  for (const [part, value] of partEntries(newFacts.parts)) {
    const definition: EventDefinition = stateParts[part].reported;
    events.push(newEvent(definition, { ...about, part }, { at, ...value }));
  }
  for (const skill of newFacts.skills) {
    const part = skillKeyPart(skill.skill);
    events.push(newEvent(skillPart.reported, { ...about, part }, { at, ...skill }));
  }
  if (xp.skills.length > 0) {
    const skills = Object.fromEntries(xp.skills.map(({ skill, xp: value }) => [skill, value]));
    events.push(newEvent(xpReported, about, { at, skills, complete: xp.complete }));
  }
  if (gear !== null) events.push(newEvent(gearReported, about, gear));
  if (trail.length > 0) events.push(newEvent(positionReported, about, { points: [...trail] }));
  for (const event of newFacts.gameEvents) events.push(newEvent(gameEventRecorded, about, event));
  return events;
}
