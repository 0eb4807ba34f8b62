import { type Board, row, series } from './build-board.ts';
import { quantiles } from './quantiles.ts';

export const ingestBoard: Board = {
  uid: 'hub-ingest',
  title: 'Hub: ingest',
  rows: [
    row('Reports', [
      series('Requests by endpoint', 'reqps', 'A client in play sends a report every few seconds.', {
        '{{endpoint}}': 'sum by (endpoint) (rate(hub_ingest_requests_total[$__rate_interval]))',
      }),
      series(
        'Refused, by outcome',
        'reqps',
        'unknown_device: a token that was revoked or made up. rate_limited: more than a device may send. plugin_outdated: to be updated by the player.',
        {
          '{{outcome}}':
            'sum by (outcome) (rate(hub_ingest_requests_total{outcome!~"accepted|ignored"}[$__rate_interval]))',
        },
      ),
    ]),
    row('The log', [
      series(
        'Until an append is durable',
        's',
        'From the hand-over to the log until it is on disk, or on two brokers.',
        quantiles('hub_ingest_append_seconds'),
      ),
      series('Appends', 'ops', 'Reports with news; calls that wait together share a commit.', {
        appends: 'sum(rate(hub_ingest_append_seconds_count[$__rate_interval]))',
      }),
      series(
        'Parts left out',
        'ops',
        'Parts of reports that could not be used, by kind: a new version of the plugin, or a made-up client. Empty while no part is left out.',
        {
          '{{kind}}': 'sum by (kind) (rate(hub_ingest_skipped_total[$__rate_interval]))',
        },
      ),
    ]),
    row('The process', [
      series('Event loop, p99 of its delay', 's', 'How long work waits for the one thread of a process.', {
        '{{process}}':
          'clamp_min(max by (process) (nodejs_eventloop_lag_p99_seconds{process=~"ingest|standalone"}) - 0.1, 0)',
      }),
      series('Memory', 'bytes', 'Resident, of each process.', {
        '{{instance}}': 'max by (instance) (process_resident_memory_bytes{process=~"ingest|standalone"})',
      }),
    ]),
  ],
};
