import { type Board, row, series } from './build-board.ts';
import { quantiles } from './quantiles.ts';

export const projectionsBoard: Board = {
  uid: 'hub-projections',
  title: 'Hub: projections and rebuilds',
  rows: [
    row('Lag', [
      series(
        'Age of the oldest event not shown',
        's',
        'Grows while a projection is stuck. hub projections and hub parked list say more.',
        {
          '{{projection}}': 'max by (projection) (projection_lag_seconds)',
        },
      ),
      series('Events not shown', 'none', 'Records of the log that are not projected yet.', {
        '{{projection}}': 'sum by (projection) (projection_lag_records)',
      }),
      series(
        'Age of the watermark',
        's',
        'Everything older than this is projected. Stays below a few seconds, also when nobody plays.',
        {
          '{{projection}}': 'max by (projection) (projection_watermark_age_seconds)',
        },
      ),
    ]),
    row('Work', [
      series('Events projected', 'ops', 'By projection, in all generations.', {
        '{{projection}}': 'sum by (projection) (rate(projection_batch_records_sum[$__rate_interval]))',
      }),
      series(
        'Batch until it is committed',
        's',
        'Over all projections.',
        quantiles('projection_commit_seconds'),
      ),
      series(
        'Retries, fences, parked',
        'ops',
        'Attempts made again; batches refused because another process has the partition, as after a take-over; events that could not be folded.',
        {
          retries: 'sum(rate(projection_retries_total[$__rate_interval])) or vector(0)',
          fences: 'sum(rate(projection_fence_conflicts_total[$__rate_interval])) or vector(0)',
          parked: 'sum(rate(projection_parked_records_total[$__rate_interval])) or vector(0)',
        },
      ),
      series(
        'Skipped records of a later release',
        'ops',
        'This release does not know their types. After an update, the tables of the later release have them. Without an update, a process of a later release still appends.',
        {
          '{{projection}}': 'sum by (projection) (rate(projection_unknown_records_total[$__rate_interval]))',
        },
      ),
    ]),
    row('Rebuilds', [
      series(
        'Generations that are not live',
        'none',
        'building: filled from the log. ready: waits for hub projections promote. stopped: needs somebody.',
        {
          '{{state}}': 'sum by (state) (max by (projection, state) (projection_generations{state!="live"}))',
        },
      ),
      series(
        'Position of generations that are being built',
        'none',
        'The records that they have read, to compare with the live generation.',
        {
          '{{projection}}, built': 'max by (projection) (projection_position_records{state="building"})',
          '{{projection}}, live': 'max by (projection) (projection_position_records{state="live"})',
        },
      ),
      series('Parked now', 'none', 'Events that wait for hub parked retry or drop.', {
        '{{projection}}': 'max by (projection) (projection_records_parked)',
      }),
    ]),
  ],
};
