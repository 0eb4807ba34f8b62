import type { Board } from './build-board.ts';
import { quantiles } from './quantiles.ts';

export const readApiBoard: Board = {
  uid: 'hub-read-api',
  title: 'Hub: read API',
  rows: [
    {
      title: 'Answers',
      panels: [
        {
          kind: 'series',
          title: 'Requests by operation',
          description: 'Live maps poll the snapshot, bots the events.',
          unit: 'reqps',
          queries: [
            ['sum by (operation) (rate(hub_api_answer_seconds_count[$__rate_interval]))', '{{operation}}'],
          ],
        },
        {
          kind: 'series',
          title: 'Requests by status',
          description:
            '304: nothing new. 429: over a limit. 503: too busy. cut_off: the client went away, or the answer failed midway.',
          unit: 'reqps',
          queries: [['sum by (status) (rate(hub_api_answer_seconds_count[$__rate_interval]))', '{{status}}']],
        },
      ],
    },
    {
      title: 'How long they take',
      panels: [
        {
          kind: 'series',
          title: 'All operations',
          description: 'Until the answer is sent.',
          unit: 's',
          queries: quantiles('hub_api_answer_seconds'),
        },
        {
          kind: 'series',
          title: 'By operation, p99',
          description: 'Histories of many accounts take longest.',
          unit: 's',
          queries: [
            [
              'histogram_quantile(0.99, sum by (operation, le) (rate(hub_api_answer_seconds_bucket[$__rate_interval])))',
              '{{operation}}',
            ],
          ],
        },
      ],
    },
    {
      title: 'Limits that replicas share',
      panels: [
        {
          kind: 'series',
          title: 'Wait for the store of limits',
          description: 'Only for hub query: a hub in one process counts in memory.',
          unit: 's',
          queries: quantiles('hub_limit_wait_seconds'),
        },
        {
          kind: 'series',
          title: 'Statements to the store of limits',
          description: 'One statement serves all requests that came together.',
          unit: 'ops',
          queries: [['sum(rate(hub_limit_statements_total[$__rate_interval]))', 'statements']],
        },
        {
          kind: 'series',
          title: 'Event loop, p99 of its delay',
          description: 'How long a request waits for the one thread of a process.',
          unit: 's',
          queries: [
            [
              'clamp_min(max by (process) (nodejs_eventloop_lag_p99_seconds{process=~"query|standalone"}) - 0.1, 0)',
              '{{process}}',
            ],
          ],
        },
      ],
    },
  ],
};
