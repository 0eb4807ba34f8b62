import { type Board, row, series } from './build-board.ts';
import { quantiles } from './quantiles.ts';

export const consoleBoard: Board = {
  uid: 'hub-console',
  title: 'Hub: console',
  rows: [
    row('Answers', [
      series(
        'Requests by route',
        'reqps',
        'Requests of the pages, and commands that people give there. The pages read data from the read API.',
        {
          '{{method}} {{route}}':
            'sum by (method, route) (rate(hub_console_answer_seconds_count[$__rate_interval]))',
        },
      ),
      series(
        'Requests by class of status',
        'reqps',
        '4xx: refused, as without a session. 5xx: the log or the database did not answer in time.',
        {
          '{{status_class}}':
            'sum by (status_class) (rate(hub_console_answer_seconds_count[$__rate_interval]))',
        },
      ),
    ]),
    row('How long they take', [
      series(
        'All routes',
        's',
        'A command is answered once it is in effect.',
        quantiles('hub_console_answer_seconds'),
      ),
      series('By route, p99', 's', 'Exports and erasures take longest.', {
        '{{route}}':
          'histogram_quantile(0.99, sum by (route, le) (rate(hub_console_answer_seconds_bucket[$__rate_interval])))',
      }),
      series('Memory', 'bytes', 'A console takes about 150 MB with 1,000 open tabs.', {
        '{{instance}}': 'process_resident_memory_bytes{process="console"}',
      }),
    ]),
  ],
};
