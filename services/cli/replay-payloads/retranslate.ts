import type { Device } from '../../../projections/access/model/entities.ts';
import { hourMs } from '../../../shared/domain/durations.ts';
import { emptyFacts, type Facts } from '../../ingest/facts/facts.ts';
import type { KnownGame } from '../../ingest/game/known-game.ts';
import { hasEventsOrSessionEnd, noHead, type Plugin } from '../../ingest/plugin-adapter.ts';
import { createDeviceMemories } from '../../ingest/receive/device-memory.ts';
import { factsOfOwnCharacter, type OwnCharacter } from '../../ingest/receive/translate/other-character.ts';
import { type LastWorld, unknownWorld, worldAfter } from '../../ingest/receive/translate/resolve-world.ts';
import { translateReport } from '../../ingest/receive/translate/translate-report.ts';
import type { StoredPayload } from '../../operations/payloads/stored-payloads.ts';

/** Lacks facts about the state of an account, because that state has passed. */
export type Retranslated = Pick<Facts, 'at' | 'gameEvents' | 'trail' | 'tiles' | 'holdings'>;

/** Null for a body that no plugin of this release can read. */
export type Retranslate = (payload: StoredPayload, device: Device) => Promise<Retranslated | null>;

/** Accepted bodies are not limited again. */
const unlimited = { deviceHourlyBytes: Number.POSITIVE_INFINITY };

/**
 * Translates bodies as ingest did. Pass the bodies of each account in the order of receipt, because
 * earlier bodies show the PC's clock and the world.
 */
export function createRetranslator(
  plugins: readonly Plugin[],
  game: KnownGame,
  characterOf: (accountId: string) => Promise<OwnCharacter>,
): Retranslate {
  const memoryOf = createDeviceMemories(unlimited);
  const characters = new Map<string, OwnCharacter>();
  const worlds = new Map<string, LastWorld>();
  return async ({ subject: accountId, plugin: source, receivedAt, body }, device) => {
    const plugin = plugins.find((each) => each.source === source);
    const report = await plugin?.read({ head: noHead, body: Buffer.from(body) });
    if (plugin === undefined || report === undefined || 'status' in report) return null;
    const { clock } = memoryOf(device.id).playerOf(accountId);
    const times = clock.observe(report.sentAt, receivedAt, receivedAt, hasEventsOrSessionEnd(report));
    // The account of the events is unknown: the body was stored for the member.
    if (accountId === device.memberId) return emptyFacts(times.at);
    const lastWorld = worlds.get(accountId) ?? { ...unknownWorld };
    const translated = translateReport({ plugin, report, accountId, times, lastWorld }, game);
    const known = characters.get(accountId) ?? (await characterOf(accountId));
    const { facts, character } = factsOfOwnCharacter(plugin, translated, known);
    characters.set(accountId, character);
    const { player } = translated;
    if (!times.isLate) {
      const isWorldNamed = report.player.world !== null;
      worlds.set(accountId, worldAfter(lastWorld, facts, { player, isWorldNamed, now: receivedAt }));
    }
    const tiles = facts.tiles.filter(({ at }) => at >= facts.at - hourMs);
    return { ...facts, tiles };
  };
}
