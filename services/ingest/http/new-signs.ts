import { boundedCache } from '../../../shared/collections/bounded-cache.ts';
import { hourMs } from '../../../shared/domain/durations.ts';
import type { UnknownSkillRow } from './write-contacts.ts';

const skillsMax = 1_000;

export interface ContactSigns {
  readonly version: string | null;
  /** A sign is a kind of message, a refusal, or whether the message was used: from fixed lists. */
  readonly signs: readonly string[];
}

interface KnownSigns {
  version: string | null;
  readonly signs: Set<string>;
}

/** Finds what this process did not see of a device before. */
export interface NewSignFilter {
  isNews(deviceId: string, shown: ContactSigns): boolean;
  forget(deviceIds: Iterable<string>): void;
}

export function createNewSignFilter(devicesMax: number): NewSignFilter {
  const devices = boundedCache<KnownSigns>(devicesMax);
  return {
    isNews: (deviceId, { version, signs }) => {
      const known = devices.get(deviceId) ?? { version: null, signs: new Set() };
      devices.set(deviceId, known);
      const isOtherVersion = version !== null && version !== known.version;
      if (isOtherVersion) known.version = version;
      const fresh = signs.filter((sign) => !known.signs.has(sign));
      for (const sign of fresh) known.signs.add(sign);
      return isOtherVersion || fresh.length > 0;
    },
    forget: (deviceIds) => {
      for (const id of deviceIds) devices.delete(id);
    },
  };
}

/** Each place is written once an hour. */
export function createUnknownSkills() {
  const written = boundedCache<true>(skillsMax, { ttl: hourMs });
  const waiting: UnknownSkillRow[] = [];
  return {
    add: (plugin: string, places: readonly number[], at: number): boolean => {
      const fresh = places.filter((place) => !written.has(`${plugin} ${place}`));
      for (const place of fresh) {
        written.set(`${plugin} ${place}`, true);
        waiting.push({ plugin, place, at });
      }
      return fresh.length > 0;
    },
    take: (): UnknownSkillRow[] => waiting.splice(0),
  };
}
