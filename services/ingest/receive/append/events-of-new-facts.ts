import { type EventDefinition, type NewEvent, newEvent } from '../../../../shared/events/event.ts';
import { skillPart, skillPartName, stateParts } from '../../../../shared/events/state-parts.ts';
import { accountSeen } from '../../../../shared/events/types/account-seen.ts';
import { gameEventRecorded } from '../../../../shared/events/types/game-event-recorded.ts';
import { gearReported } from '../../../../shared/events/types/gear-reported.ts';
import { positionReported } from '../../../../shared/events/types/position-reported.ts';
import { sessionEnded } from '../../../../shared/events/types/session-ended.ts';
import { xpReported } from '../../../../shared/events/types/xp-reported.ts';
import { partsSent } from '../../facts/facts.ts';
import type { News } from '../new-facts/appended-facts.ts';

/** The events that state the news of an account, in the order in which they are to stand in the log. */
export function eventsOfNews(accountId: string, source: string, news: News): NewEvent[] {
  const about = { subject: accountId, source };
  const { at, presence, gear, trail, xp } = news;
  const events: NewEvent[] = [];
  // Ends come before `account-seen`: if that said first that the player is out of the game, the session would end as a
  // logout.
  for (const end of news.sessionEnds) events.push(newEvent(sessionEnded, about, end));
  if (presence !== null) {
    events.push(newEvent(accountSeen, about, presence));
    events.push(newEvent(stateParts.presence.reported, { ...about, part: 'presence' }, presence));
  }
  for (const [part, value] of partsSent(news.parts)) {
    const definition: EventDefinition = stateParts[part].reported;
    events.push(newEvent(definition, { ...about, part }, { at, ...value }));
  }
  for (const skill of news.skills) {
    const part = skillPartName(skill.skill);
    events.push(newEvent(skillPart.reported, { ...about, part }, { at, ...skill }));
  }
  if (xp.skills.length > 0) {
    const skills = Object.fromEntries(xp.skills.map(({ skill, xp: value }) => [skill, value]));
    events.push(newEvent(xpReported, about, { at, skills, complete: xp.complete }));
  }
  if (gear !== null) events.push(newEvent(gearReported, about, gear));
  if (trail.length > 0) events.push(newEvent(positionReported, about, { points: [...trail] }));
  for (const event of news.gameEvents) events.push(newEvent(gameEventRecorded, about, event));
  return events;
}
