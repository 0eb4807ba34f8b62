import type { Competition } from '../model/entities.ts';
import { anyValue, declareTable, type WithLastOffset } from './declare-table.ts';

export interface CompetitionRow extends Competition, WithLastOffset {}

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
  lookups: {
    open: {
      valuesOf: () => [anyValue],
      condition: (values, since) => `'${anyValue}' = any(${values}) and coalesce(ended_at, to_at) > ${since}`,
    },
  },
});
