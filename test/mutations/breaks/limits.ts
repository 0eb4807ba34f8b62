import type { Break } from '../break.ts';

export const limitBreaks: readonly Break[] = [
  {
    id: 'limits-forgotten-after-clock-back',
    file: 'services/query/limits/migrations/002-take-requests.sql',
    replace: 'and request.at < now_at + asked.width',
    by: 'and request.at <= now_at',
    tests: ['services/query/limits/postgres-rate-limiter.test.ts'],
    reason: 'after the clock is set back, requests counted before are forgotten',
  },
];
