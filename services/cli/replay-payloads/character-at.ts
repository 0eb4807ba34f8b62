import { xpHistoryProjection } from '../../../projections/xp-history/projection.ts';
import { readGains } from '../../../projections/xp-history/queries/read-gains.ts';
import { readKnownXp } from '../../../projections/xp-history/queries/read-skills.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { findReadable } from '../../../shared/projection/generations/generations.ts';
import {
  characterIn,
  type OwnCharacter,
  unknownCharacter,
} from '../../ingest/receive/translate/other-character.ts';

/**
 * The own character of an account at a past time: today's xp would make all earlier reports look
 * like another character's. Xp is as exact as the buckets of the series.
 * @param at epoch ms
 */
export async function characterAt(database: Database, accountId: string, at: number): Promise<OwnCharacter> {
  const live = await findReadable(database, xpHistoryProjection);
  if (live === null) return unknownCharacter;
  const now = Date.now();
  const range = { from: at, to: now, now, rawKeptFrom: at, movedOnly: false };
  const gains = await readGains(database, { schema: live.schema, accountIds: [accountId], ...range });
  const known = new Map((await readKnownXp(database, accountId)).map((each) => [each.skill, each.xp]));
  const skills = gains.map(({ skill, gain }) => ({
    skill,
    xp: (known.get(skill) ?? 0) - Number(gain),
    is_lower_waiting: false,
  }));
  return characterIn(skills, at);
}
