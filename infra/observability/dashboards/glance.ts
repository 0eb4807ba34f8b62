import { type Board, row, series, stat } from './build-board.ts';

/**
 * The first that an operator opens: is anybody losing anything, is anybody waiting, what is full
 * next.
 */
export const glanceBoard: Board = {
  uid: 'hub-glance',
  title: 'Hub at a glance',
  rows: [
    row('Is anybody losing anything?', [
      stat(
        'Processes down',
        'none',
        'Processes of the hub that do not answer Prometheus.',
        'count(up{job=~"hub-.*"} == 0) or vector(0)',
        { alarmAt: 1 },
      ),
      stat(
        'Records lost',
        'none',
        'Records that the hub keeps and that somebody deleted from its log: restore a backup.',
        'sum(max by (stream) (hub_log_records_lost)) or vector(0)',
        { alarmAt: 1 },
      ),
      stat(
        'Reports refused',
        'percentunit',
        'Share of reports answered 503 in the last 5 minutes. Plugins keep events for 10 minutes.',
        '(sum(rate(hub_ingest_requests_total{outcome=~"unavailable|disk_full"}[5m])) or vector(0)) / clamp_min(sum(rate(hub_ingest_requests_total[5m])) or vector(0), 0.001)',
        { warnAt: 0.001, alarmAt: 0.01 },
      ),
      stat(
        'Events parked',
        'none',
        'Events that a projection could not fold, and the events that wait behind them: hub parked list.',
        'sum(max by (projection) (projection_records_parked))',
        { warnAt: 1 },
      ),
      stat(
        'Projections stopped or damaged',
        'none',
        'hub projections says which and what to do.',
        'sum(max by (projection) (projection_generations{state="stopped"})) + sum(max by (projection) (projection_damaged_generations))',
        { alarmAt: 1 },
      ),
      stat(
        'Newest backup',
        's',
        'Its age. The hub takes a backup each night when BACKUP_ENABLED is true.',
        'max(hub_backup_age_seconds{work="backup"})',
        { warnAt: 100_000, alarmAt: 200_000 },
      ),
      stat(
        'Topic settings set back',
        'none',
        'Settings of topics that somebody changed in the last day, and the hub set back.',
        'sum(increase(hub_log_settings_repaired_total[1d])) or vector(0)',
        { warnAt: 1 },
      ),
    ]),
    row('Is anybody waiting?', [
      stat(
        'Behind the log',
        's',
        'Age of the oldest event that is not shown yet, over all projections.',
        'max(projection_lag_seconds)',
        { warnAt: 5, alarmAt: 60 },
      ),
      stat(
        'Report until durable, p99',
        's',
        'How long a plugin waits until its report is in the log.',
        'histogram_quantile(0.99, sum by (le) (rate(hub_ingest_append_seconds_bucket[5m])))',
        { warnAt: 0.25, alarmAt: 1 },
      ),
      stat(
        'Answer of the API, p99',
        's',
        'Over all operations, streamed answers included.',
        'histogram_quantile(0.99, sum by (le) (rate(hub_api_answer_seconds_bucket[5m])))',
        { warnAt: 0.25, alarmAt: 1 },
      ),
      stat(
        'Answers that failed',
        'percentunit',
        'Share of requests of the API answered 5xx or cut off, in 5 minutes.',
        '(sum(rate(hub_api_answer_seconds_count{status=~"5..|cut_off"}[5m])) or vector(0)) / clamp_min(sum(rate(hub_api_answer_seconds_count[5m])) or vector(0), 0.001)',
        { warnAt: 0.001, alarmAt: 0.01 },
      ),
    ]),
    row('What is full next?', [
      stat(
        'Disk free',
        'bytes',
        'Disk of the embedded server. Watch the disks of your own PostgreSQL and of brokers with your own tools.',
        'min(hub_ingest_disk_free_bytes)',
      ),
      stat(
        'Database, one week on',
        'bytes',
        'Its size in a week at the rate of the last day.',
        'max(predict_linear(hub_database_size_bytes[1d], 7 * 86400))',
      ),
      stat(
        'Connections in use',
        'percentunit',
        'Share of the connections that PostgreSQL takes.',
        'max(hub_database_connections) / max(hub_database_connections_max)',
        { warnAt: 0.7, alarmAt: 0.9 },
      ),
      stat(
        'Largest process',
        'bytes',
        'Memory of the largest process of the hub.',
        'max(process_resident_memory_bytes{job=~"hub-.*"})',
        { warnAt: 1e9 },
      ),
      stat(
        'Busiest process',
        'percentunit',
        'Share of a core. Each process of the hub computes on one.',
        'max(rate(process_cpu_seconds_total{job=~"hub-.*"}[5m]))',
        { warnAt: 0.7, alarmAt: 0.9 },
      ),
    ]),
    row('Traffic', [
      series('Reports', 'reqps', 'Requests of plugins by outcome.', {
        '{{outcome}}': 'sum by (outcome) (rate(hub_ingest_requests_total[$__rate_interval]))',
      }),
      series('Answers', 'reqps', 'Requests of the read API by status.', {
        '{{status}}': 'sum by (status) (rate(hub_api_answer_seconds_count[$__rate_interval]))',
      }),
    ]),
  ],
};
