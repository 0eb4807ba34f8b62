import { type Board, row, series } from './build-board.ts';

/** Kafka and PostgreSQL as the hub sees them. Their own exporters show more. */
export const storesBoard: Board = {
  uid: 'hub-stores',
  title: 'Hub: Kafka and PostgreSQL',
  rows: [
    row('PostgreSQL', [
      series('Size of the database', 'bytes', 'Without its WAL. hub doctor says when the disk is full.', {
        size: 'max(hub_database_size_bytes)',
      }),
      series(
        'Size of projections',
        'bytes',
        'By the part of the generation. hub projections list names each generation.',
        {
          '{{role}}': 'sum by (role) (max by (projection, role) (projection_size_bytes))',
        },
      ),
      series('Connections', 'none', 'Connections of all clients, and the number that the server takes.', {
        'in use': 'max(hub_database_connections)',
        'at most': 'max(hub_database_connections_max)',
      }),
      series(
        'Deleted rows not cleared up',
        'none',
        'Falls after autovacuum ran. If it only grows, find old transactions: hub doctor.',
        {
          rows: 'max(hub_database_dead_rows)',
        },
      ),
    ]),
    row('The log, in PostgreSQL or in Kafka', [
      series(
        'Records lost',
        'none',
        'Lost records of streams that are kept for ever: restore a backup. Empty while no record is lost.',
        {
          '{{stream}}': 'max by (stream) (hub_log_records_lost)',
        },
      ),
      series(
        'Partitions without an in-sync replica',
        'none',
        'If one more broker stops, appends are refused. Kafka only. Empty while every replica is in sync.',
        {
          '{{stream}}': 'max by (stream) (hub_log_replicas_behind)',
        },
      ),
      series(
        'Settings set back, foreign partitions',
        'none',
        'Somebody changes topics of the hub, or shares them. Kafka only.',
        {
          'set back {{stream}}': 'sum by (stream) (increase(hub_log_settings_repaired_total[1h]))',
          'foreign {{stream}}': 'max by (stream) (hub_log_surplus_partitions)',
        },
      ),
    ]),
  ],
};
