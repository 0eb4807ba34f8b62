import type { Board } from './build-board.ts';
import { quantiles } from './quantiles.ts';

export const projectionsBoard: Board = {
  uid: 'hub-projections',
  title: 'Hub: projections and rebuilds',
  rows: [
    {
      title: 'Lag',
      panels: [
        {
          kind: 'series',
          title: 'Age of the oldest event not shown',
          description: 'Grows while a projection is stuck. hub projections and hub parked list say more.',
          unit: 's',
          queries: [['max by (projection) (projection_lag_seconds)', '{{projection}}']],
        },
        {
          kind: 'series',
          title: 'Events not shown',
          description: 'Records of the log that are not projected yet.',
          unit: 'none',
          queries: [['sum by (projection) (projection_lag_records)', '{{projection}}']],
        },
        {
          kind: 'series',
          title: 'Age of the watermark',
          description:
            'Everything older than this is projected. Stays below a few seconds, also when nobody plays.',
          unit: 's',
          queries: [['max by (projection) (projection_watermark_age_seconds)', '{{projection}}']],
        },
      ],
    },
    {
      title: 'Work',
      panels: [
        {
          kind: 'series',
          title: 'Events projected',
          description: 'By projection, in all generations.',
          unit: 'ops',
          queries: [
            ['sum by (projection) (rate(projection_batch_records_sum[$__rate_interval]))', '{{projection}}'],
          ],
        },
        {
          kind: 'series',
          title: 'Batch until it is committed',
          description: 'Over all projections.',
          unit: 's',
          queries: quantiles('projection_commit_seconds'),
        },
        {
          kind: 'series',
          title: 'Retries, fences, parked',
          description:
            'Attempts made again; batches refused because another process has the partition, as after a take-over; events that could not be folded.',
          unit: 'ops',
          queries: [
            ['sum(rate(projection_retries_total[$__rate_interval])) or vector(0)', 'retries'],
            ['sum(rate(projection_fence_conflicts_total[$__rate_interval])) or vector(0)', 'fences'],
            ['sum(rate(projection_parked_records_total[$__rate_interval])) or vector(0)', 'parked'],
          ],
        },
      ],
    },
    {
      title: 'Rebuilds',
      panels: [
        {
          kind: 'series',
          title: 'Generations that are not live',
          description:
            'building: filled from the log. ready: waits for hub projections promote. stopped: needs somebody.',
          unit: 'none',
          queries: [
            [
              'sum by (state) (max by (projection, state) (projection_generations{state!="live"}))',
              '{{state}}',
            ],
          ],
        },
        {
          kind: 'series',
          title: 'Position of generations that are being built',
          description: 'The records that they have read, to compare with the live generation.',
          unit: 'none',
          queries: [
            ['max by (projection) (projection_position_records{state="building"})', '{{projection}}, built'],
            ['max by (projection) (projection_position_records{state="live"})', '{{projection}}, live'],
          ],
        },
        {
          kind: 'series',
          title: 'Parked now',
          description: 'Events that wait for hub parked retry or drop.',
          unit: 'none',
          queries: [['max by (projection) (projection_records_parked)', '{{projection}}']],
        },
      ],
    },
  ],
};
