import { newEvent } from '../../../shared/events/event.ts';
import { holdings } from '../../../shared/events/holdings.ts';
import { detailsOf, gameEventRecorded } from '../../../shared/events/types/game-event-recorded.ts';
import type { TimedEvent } from '../../../shared/log/journal.ts';
import { eventIdOf } from '../../ingest/facts/event-id.ts';
import { earlierKillsOf } from '../play/earlier-kills.ts';
import { createRandom } from '../random.ts';
import { historySource } from './history-translator.ts';

/** The counters of a login, which the simulated plugin does not send. Epoch ms. */
export function holdingsOfPast(accountIds: Iterable<string>, at: number): TimedEvent[] {
  return [...accountIds].flatMap((subject, player) => {
    const about = <Part extends string>(part: Part) => ({ subject, source: historySource, part }) as const;
    const progress = (completed: number, total: number) => ({ at, completed, total });
    return [
      newEvent(
        holdings['collection-log-count'],
        about('collection-log-count'),
        progress(240 + 31 * player, 1_690),
      ),
      newEvent(holdings['quest-count'], about('quest-count'), progress(Math.min(90 + 3 * player, 177), 177)),
      newEvent(
        holdings['quest-points'],
        about('quest-points'),
        progress(Math.min(160 + 6 * player, 330), 330),
      ),
      newEvent(holdings['diary-count'], about('diary-count'), progress(Math.min(9 + player, 48), 48)),
      newEvent(holdings['diary-tasks'], about('diary-tasks'), progress(Math.min(130 + 9 * player, 492), 492)),
      newEvent(
        holdings['combat-achievements'],
        about('combat-achievements'),
        progress(80 + 17 * player, 2_672),
      ),
      newEvent(holdings.slayer, about('slayer'), { at, points: 120 + 40 * player, streak: 11 + 5 * player }),
      newEvent(holdings.pets, about('pets'), { at, pets: pets.slice(player % 2) }),
    ].map((event) => ({ ...event, appendTime: at }));
  });
}

export const bossesOfPast = ['Zulrah', 'Vorkath', 'Giant Mole', 'King Black Dragon', 'Sarachnis'];

/**
 * Kill counts and the collection log from before the first login, which the simulated plugin does
 * not send. The ids follow from the account.
 * @param player the name
 * @param at epoch ms
 */
export function eventsOfPast(player: string, subject: string, at: number): TimedEvent[] {
  const { kills, log } = earlierKillsOf(player);
  const random = createRandom(`kills/${subject}`);
  const happened = (type: string, name: string, occurredAt: number, extra: object, itemId?: number) => {
    const data = JSON.stringify({ type, extra });
    const id = { event_id: eventIdOf([subject, type, name]), type };
    const details = detailsOf({ item_id: itemId ?? null });
    const event = { ...details, ...id, occurred_at: occurredAt, special_world: false, data };
    return { ...newEvent(gameEventRecorded, { subject, source: historySource }, event), appendTime: at };
  };
  const counts = bossesOfPast.map((boss) => {
    const personalBest = `PT${random.integer(1, 4)}M${random.integer(0, 59)}S`;
    return happened('KILL_COUNT', boss, at, { boss, count: kills.get(boss), personalBest });
  });
  const entries = log.map(({ item, source, kills: killCount, agoMs }) => {
    const extra = { itemName: item.name, dropperName: source, killCount };
    return happened('collection_log', item.name, at - agoMs, extra, item.id);
  });
  return [...entries, ...counts];
}

const pets = [
  { id: 13_071, name: 'Chompy chick' },
  { id: 13_322, name: 'Beaver' },
];
