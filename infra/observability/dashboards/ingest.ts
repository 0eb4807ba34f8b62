import type { Board } from './build-board.ts';
import { quantiles } from './quantiles.ts';

export const ingestBoard: Board = {
  uid: 'hub-ingest',
  title: 'Hub: ingest',
  rows: [
    {
      title: 'Reports',
      panels: [
        {
          kind: 'series',
          title: 'Requests by endpoint',
          description: 'A client in play sends a report every few seconds.',
          unit: 'reqps',
          queries: [
            ['sum by (endpoint) (rate(hub_ingest_requests_total[$__rate_interval]))', '{{endpoint}}'],
          ],
        },
        {
          kind: 'series',
          title: 'Refused, by outcome',
          description:
            'unknown_device: a token that was revoked or made up. rate_limited: more than a device may send. plugin_outdated: to be updated by the player.',
          unit: 'reqps',
          queries: [
            [
              'sum by (outcome) (rate(hub_ingest_requests_total{outcome!~"accepted|ignored"}[$__rate_interval]))',
              '{{outcome}}',
            ],
          ],
        },
      ],
    },
    {
      title: 'The log',
      panels: [
        {
          kind: 'series',
          title: 'Until an append is durable',
          description: 'From the hand-over to the log until it is on disk, or on two brokers.',
          unit: 's',
          queries: quantiles('hub_ingest_append_seconds'),
        },
        {
          kind: 'series',
          title: 'Appends',
          description: 'Reports with news; calls that wait together share a commit.',
          unit: 'ops',
          queries: [['sum(rate(hub_ingest_append_seconds_count[$__rate_interval]))', 'appends']],
        },
        {
          kind: 'series',
          title: 'Parts left out',
          description:
            'Parts of reports that could not be used, by kind: a new version of the plugin, or a made-up client. Empty while no part is left out.',
          unit: 'ops',
          queries: [['sum by (kind) (rate(hub_ingest_skipped_total[$__rate_interval]))', '{{kind}}']],
        },
      ],
    },
    {
      title: 'The process',
      panels: [
        {
          kind: 'series',
          title: 'Event loop, p99 of its delay',
          description: 'How long work waits for the one thread of a process.',
          unit: 's',
          queries: [
            [
              'clamp_min(max by (process) (nodejs_eventloop_lag_p99_seconds{process=~"ingest|standalone"}) - 0.1, 0)',
              '{{process}}',
            ],
          ],
        },
        {
          kind: 'series',
          title: 'Memory',
          description: 'Resident, of each process.',
          unit: 'bytes',
          queries: [
            [
              'max by (instance) (process_resident_memory_bytes{process=~"ingest|standalone"})',
              '{{instance}}',
            ],
          ],
        },
      ],
    },
  ],
};
