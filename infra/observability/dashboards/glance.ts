import type { Board } from './build-board.ts';

/**
 * The first that an operator opens: is anybody losing anything, is anybody waiting, what is full
 * next.
 */
export const glanceBoard: Board = {
  uid: 'hub-glance',
  title: 'Hub at a glance',
  rows: [
    {
      title: 'Is anybody losing anything?',
      panels: [
        {
          kind: 'stat',
          title: 'Processes down',
          description: 'Processes of the hub that do not answer Prometheus.',
          unit: 'none',
          queries: [['count(up{job=~"hub-.*"} == 0) or vector(0)', '']],
          alarmAt: 1,
        },
        {
          kind: 'stat',
          title: 'Records lost',
          description: 'Records that the hub keeps and that somebody deleted from its log: restore a backup.',
          unit: 'none',
          queries: [['sum(max by (stream) (hub_log_records_lost)) or vector(0)', '']],
          alarmAt: 1,
        },
        {
          kind: 'stat',
          title: 'Reports refused',
          description:
            'Share of reports answered 503 in the last 5 minutes. Plugins keep events for 10 minutes.',
          unit: 'percentunit',
          queries: [
            [
              '(sum(rate(hub_ingest_requests_total{outcome=~"unavailable|disk_full"}[5m])) or vector(0)) / clamp_min(sum(rate(hub_ingest_requests_total[5m])), 0.001)',
              '',
            ],
          ],
          warnAt: 0.001,
          alarmAt: 0.01,
        },
        {
          kind: 'stat',
          title: 'Events parked',
          description:
            'Events that a projection could not fold, and the events that wait behind them: hub parked list.',
          unit: 'none',
          queries: [['sum(max by (projection) (projection_records_parked))', '']],
          warnAt: 1,
        },
        {
          kind: 'stat',
          title: 'Projections stopped or damaged',
          description: 'hub projections says which and what to do.',
          unit: 'none',
          queries: [
            [
              'sum(max by (projection) (projection_generations{state="stopped"})) + sum(max by (projection) (projection_damaged_generations))',
              '',
            ],
          ],
          alarmAt: 1,
        },
        {
          kind: 'stat',
          title: 'Newest backup',
          description: 'Its age. The hub takes a backup each night when BACKUP_ENABLED is true.',
          unit: 's',
          queries: [['max(hub_backup_age_seconds{work="backup"})', '']],
          warnAt: 100_000,
          alarmAt: 200_000,
        },
        {
          kind: 'stat',
          title: 'Topic settings set back',
          description: 'Settings of topics that somebody changed in the last day, and the hub set back.',
          unit: 'none',
          queries: [['sum(increase(hub_log_settings_repaired_total[1d])) or vector(0)', '']],
          warnAt: 1,
        },
      ],
    },
    {
      title: 'Is anybody waiting?',
      panels: [
        {
          kind: 'stat',
          title: 'Behind the log',
          description: 'Age of the oldest event that is not shown yet, over all projections.',
          unit: 's',
          queries: [['max(projection_lag_seconds)', '']],
          warnAt: 5,
          alarmAt: 60,
        },
        {
          kind: 'stat',
          title: 'Report until durable, p99',
          description: 'How long a plugin waits until its report is in the log.',
          unit: 's',
          queries: [
            ['histogram_quantile(0.99, sum by (le) (rate(hub_ingest_append_seconds_bucket[5m])))', ''],
          ],
          warnAt: 0.25,
          alarmAt: 1,
        },
        {
          kind: 'stat',
          title: 'Answer of the API, p99',
          description: 'Over all operations, streamed answers included.',
          unit: 's',
          queries: [['histogram_quantile(0.99, sum by (le) (rate(hub_api_answer_seconds_bucket[5m])))', '']],
          warnAt: 0.25,
          alarmAt: 1,
        },
        {
          kind: 'stat',
          title: 'Answers that failed',
          description: 'Share of requests of the API answered 5xx or cut off, in 5 minutes.',
          unit: 'percentunit',
          queries: [
            [
              '(sum(rate(hub_api_answer_seconds_count{status=~"5..|cut_off"}[5m])) or vector(0)) / clamp_min(sum(rate(hub_api_answer_seconds_count[5m])), 0.001)',
              '',
            ],
          ],
          warnAt: 0.001,
          alarmAt: 0.01,
        },
      ],
    },
    {
      title: 'What is full next?',
      panels: [
        {
          kind: 'stat',
          title: 'Disk free',
          description:
            'Disk of the embedded server. Watch the disks of your own PostgreSQL and of brokers with your own tools.',
          unit: 'bytes',
          queries: [['min(hub_ingest_disk_free_bytes)', '']],
        },
        {
          kind: 'stat',
          title: 'Database, one week on',
          description: 'Its size in a week at the rate of the last day.',
          unit: 'bytes',
          queries: [['max(predict_linear(hub_database_size_bytes[1d], 7 * 86400))', '']],
        },
        {
          kind: 'stat',
          title: 'Connections in use',
          description: 'Share of the connections that PostgreSQL takes.',
          unit: 'percentunit',
          queries: [['max(hub_database_connections) / max(hub_database_connections_max)', '']],
          warnAt: 0.7,
          alarmAt: 0.9,
        },
        {
          kind: 'stat',
          title: 'Largest process',
          description: 'Memory of the largest process of the hub.',
          unit: 'bytes',
          queries: [['max(process_resident_memory_bytes{job=~"hub-.*"})', '']],
          warnAt: 1e9,
        },
        {
          kind: 'stat',
          title: 'Busiest process',
          description: 'Share of a core. Each process of the hub computes on one.',
          unit: 'percentunit',
          queries: [['max(rate(process_cpu_seconds_total{job=~"hub-.*"}[5m]))', '']],
          warnAt: 0.7,
          alarmAt: 0.9,
        },
      ],
    },
    {
      title: 'Traffic',
      panels: [
        {
          kind: 'series',
          title: 'Reports',
          description: 'Requests of plugins by outcome.',
          unit: 'reqps',
          queries: [['sum by (outcome) (rate(hub_ingest_requests_total[$__rate_interval]))', '{{outcome}}']],
        },
        {
          kind: 'series',
          title: 'Answers',
          description: 'Requests of the read API by status.',
          unit: 'reqps',
          queries: [['sum by (status) (rate(hub_api_answer_seconds_count[$__rate_interval]))', '{{status}}']],
        },
      ],
    },
  ],
};
