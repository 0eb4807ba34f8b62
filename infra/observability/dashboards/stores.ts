import type { Board } from './build-board.ts';

/** Kafka and PostgreSQL as the hub sees them. Their own exporters show more. */
export const storesBoard: Board = {
  uid: 'hub-stores',
  title: 'Hub: Kafka and PostgreSQL',
  rows: [
    {
      title: 'PostgreSQL',
      panels: [
        {
          kind: 'series',
          title: 'Size of the database',
          description: 'Without its WAL. hub doctor says when the disk is full.',
          unit: 'bytes',
          queries: [['max(hub_database_size_bytes)', 'size']],
        },
        {
          kind: 'series',
          title: 'Size of projections',
          description: 'By the part of the generation. hub projections list names each generation.',
          unit: 'bytes',
          queries: [['sum by (role) (max by (projection, role) (projection_size_bytes))', '{{role}}']],
        },
        {
          kind: 'series',
          title: 'Connections',
          description: 'Connections of all clients, and the number that the server takes.',
          unit: 'none',
          queries: [
            ['max(hub_database_connections)', 'in use'],
            ['max(hub_database_connections_max)', 'at most'],
          ],
        },
        {
          kind: 'series',
          title: 'Deleted rows not cleared up',
          description: 'Falls after autovacuum ran. If it only grows, find old transactions: hub doctor.',
          unit: 'none',
          queries: [['max(hub_database_dead_rows)', 'rows']],
        },
      ],
    },
    {
      title: 'The log, in PostgreSQL or in Kafka',
      panels: [
        {
          kind: 'series',
          title: 'Records lost',
          description:
            'Lost records of streams that are kept for ever: restore a backup. Empty while no record is lost.',
          unit: 'none',
          queries: [['max by (stream) (hub_log_records_lost)', '{{stream}}']],
        },
        {
          kind: 'series',
          title: 'Partitions without an in-sync replica',
          description:
            'If one more broker stops, appends are refused. Kafka only. Empty while every replica is in sync.',
          unit: 'none',
          queries: [['max by (stream) (hub_log_replicas_behind)', '{{stream}}']],
        },
        {
          kind: 'series',
          title: 'Settings set back, foreign partitions',
          description: 'Somebody changes topics of the hub, or shares them. Kafka only.',
          unit: 'none',
          queries: [
            ['sum by (stream) (increase(hub_log_settings_repaired_total[1h]))', 'set back {{stream}}'],
            ['max by (stream) (hub_log_surplus_partitions)', 'foreign {{stream}}'],
          ],
        },
      ],
    },
  ],
};
