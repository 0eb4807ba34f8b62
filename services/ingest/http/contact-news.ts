import { boundedCache } from '../../../shared/collections/bounded-cache.ts';
import { hourMs } from '../../../shared/domain/durations.ts';
import type { UnknownSkillRow } from './write-contacts.ts';

/** A client may send another version each time. */
const signsMax = 200;
const skillsMax = 1_000;

/** Whether a device shows something that it did not show before to this process. */
export function createNewsFilter(
  devicesMax: number,
): (deviceId: string, signs: readonly string[]) => boolean {
  const shown = boundedCache<Set<string>>(devicesMax);
  return (deviceId, signs) => {
    const known = shown.get(deviceId) ?? new Set();
    shown.set(deviceId, known);
    const fresh = known.size < signsMax ? signs.filter((sign) => !known.has(sign)) : [];
    for (const sign of fresh) known.add(sign);
    return fresh.length > 0;
  };
}

/** Places of skills that this release does not know. Each place is written once an hour. */
export function createUnknownSkills() {
  const written = boundedCache<true>(skillsMax, { ttl: hourMs });
  const waiting: UnknownSkillRow[] = [];
  return {
    /** @returns whether a place is to be written */
    add: (plugin: string, places: readonly number[], at: number): boolean => {
      const fresh = places.filter((place) => !written.has(`${plugin} ${place}`));
      for (const place of fresh) {
        written.set(`${plugin} ${place}`, true);
        waiting.push({ plugin, place, at });
      }
      return fresh.length > 0;
    },
    /** The places that are not written yet. */
    take: (): UnknownSkillRow[] => waiting.splice(0),
  };
}
