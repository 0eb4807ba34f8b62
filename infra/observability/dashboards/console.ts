import type { Board } from './build-board.ts';
import { quantiles } from './quantiles.ts';

export const consoleBoard: Board = {
  uid: 'hub-console',
  title: 'Hub: console',
  rows: [
    {
      title: 'Answers',
      panels: [
        {
          kind: 'series',
          title: 'Requests by route',
          description:
            'Requests of the pages, and commands that people give there. The pages read data from the read API.',
          unit: 'reqps',
          queries: [
            [
              'sum by (method, route) (rate(hub_console_answer_seconds_count[$__rate_interval]))',
              '{{method}} {{route}}',
            ],
          ],
        },
        {
          kind: 'series',
          title: 'Requests by class of status',
          description:
            '4xx: refused, as without a session. 5xx: the log or the database did not answer in time.',
          unit: 'reqps',
          queries: [
            [
              'sum by (status_class) (rate(hub_console_answer_seconds_count[$__rate_interval]))',
              '{{status_class}}',
            ],
          ],
        },
      ],
    },
    {
      title: 'How long they take',
      panels: [
        {
          kind: 'series',
          title: 'All routes',
          description: 'A command is answered once it is in effect.',
          unit: 's',
          queries: quantiles('hub_console_answer_seconds'),
        },
        {
          kind: 'series',
          title: 'By route, p99',
          description: 'Exports and erasures take longest.',
          unit: 's',
          queries: [
            [
              'histogram_quantile(0.99, sum by (route, le) (rate(hub_console_answer_seconds_bucket[$__rate_interval])))',
              '{{route}}',
            ],
          ],
        },
        {
          kind: 'series',
          title: 'Memory',
          description: 'A console takes about 150 MB with 1,000 open tabs.',
          unit: 'bytes',
          queries: [['process_resident_memory_bytes{process="console"}', '{{instance}}']],
        },
      ],
    },
  ],
};
