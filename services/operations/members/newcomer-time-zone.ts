import type { Directory } from '../../../projections/access/directory/directory.ts';
import type { Actor } from '../../../shared/domain/actor.ts';

/** The zone of the member who adds somebody, else the zone of most active members, else UTC. */
export function newcomerTimeZone({ members }: Directory, actor: Actor): string {
  const adder = members.get(actor.replace(/^member:/, ''));
  if (adder !== undefined) return adder.timeZone;
  const zones = [...members.values()].filter(({ active }) => active).map(({ timeZone }) => timeZone);
  const counted = [...Map.groupBy(zones, (zone) => zone)].map(([zone, all]) => ({ zone, count: all.length }));
  return counted.sort((one, other) => other.count - one.count)[0]?.zone ?? 'UTC';
}
