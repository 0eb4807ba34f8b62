import type { Competition } from '../model/entities.ts';
import { anyOf, declareTable, type WithLastOffset } from './declare-table.ts';

export interface CompetitionRow extends Competition, WithLastOffset {}

/** The value under which the lookup `open` finds the competitions that have not ended. */
export const openCompetition = 'yes';

export const competitions = declareTable<CompetitionRow>()({
  name: 'competition',
  columns: {
    id: ['competition_id', 'text'],
    title: ['title', 'text'],
    metric: ['metric', 'jsonb'],
    from: ['from_at', 'bigint'],
    to: ['to_at', 'bigint'],
    teams: ['teams', 'jsonb'],
    endedAt: ['ended_at', 'bigint'],
  },
  key: ['id'],
  keyOf: ({ id }) => id,
  keyCondition: anyOf('competition_id'),
  lookups: {
    open: {
      valuesOf: () => [openCompetition],
      condition: (values, since) =>
        `'${openCompetition}' = any(${values}) and coalesce(ended_at, to_at) > ${since}`,
    },
  },
});
