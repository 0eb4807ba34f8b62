import type { RecordedEventOf } from '../../events/event.ts';
import type { xpReported } from '../../events/types/xp-reported.ts';
import type { Projection } from '../projection.ts';

export const tallyMigrations = new URL('./tally-migrations/', import.meta.url);

/** Sums the xp of an account, and keeps the order of the reports. */
export const tallyProjection: Projection<Tally, XpEvent> = {
  name: 'tally',
  version: { shape: 1, logic: 1 },
  streams: ['hub.xp'],
  handles: ['xp-reported'],
  migrations: tallyMigrations,
  special: { volatileColumns: ['stored_at'], paceMs: 100 },
  parks: 'subject',
  keyOf: (event) => event.subject,
  load: async (tx, events, known) => {
    const rows = await tx.many<{ account_id: string } & Tally>({
      text: `select account_id, reports, total, history, last_offset as "lastOffset", changed_at as "changedAt"
             from ${tx.schema}.tally
             where account_id = any ($1)`,
      values: [events.map((event) => event.subject).filter((subject) => !known.has(subject))],
    });
    return new Map(rows.map(({ account_id, ...tally }) => [account_id, tally]));
  },
  initial: () => ({ reports: 0, total: 0, history: '', lastOffset: -1, changedAt: 0 }),
  evolve: (tally, event) => {
    const { skills } = event.data;
    if (poisonSkill in skills) throw new Error('the fold cannot take this');
    const added = Object.values(skills).reduce((sum, xp) => sum + xp, 0);
    return {
      reports: tally.reports + 1,
      total: tally.total + added,
      history: `${tally.history} ${added}@${event.recordTime}`,
      lastOffset: event.offset,
      changedAt: event.recordTime,
    };
  },
  save: async (tx, states) => {
    const tallies = [...states];
    await tx.run({
      text: `insert into ${tx.schema}.tally (account_id, reports, total, history, last_offset, changed_at)
             select *
             from unnest($1::text[], $2::int[], $3::int[], $4::text[], $5::bigint[], $6::bigint[])
             on conflict (account_id) do update
             set reports = excluded.reports,
                 total = excluded.total,
                 history = excluded.history,
                 last_offset = excluded.last_offset,
                 changed_at = excluded.changed_at`,
      values: [
        tallies.map(([accountId]) => accountId),
        tallies.map(([, tally]) => tally.reports),
        tallies.map(([, tally]) => tally.total),
        tallies.map(([, tally]) => tally.history),
        tallies.map(([, tally]) => tally.lastOffset),
        tallies.map(([, tally]) => tally.changedAt),
      ],
    });
  },
};

/** A skill that makes the fold throw. */
export const poisonSkill = 'Poison';
/** Xp that the fold takes and the table refuses. */
export const refusedXp = 3_000_000_000;

type XpEvent = RecordedEventOf<typeof xpReported>;

export interface Tally {
  readonly reports: number;
  readonly total: number;
  readonly history: string;
  readonly lastOffset: number;
  readonly changedAt: number;
}
