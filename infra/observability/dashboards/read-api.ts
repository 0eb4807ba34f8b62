import { type Board, row, series } from './build-board.ts';
import { quantiles } from './quantiles.ts';

export const readApiBoard: Board = {
  uid: 'hub-read-api',
  title: 'Hub: read API',
  rows: [
    row('Answers', [
      series('Requests by operation', 'reqps', 'Live maps poll the snapshot, bots the events.', {
        '{{operation}}': 'sum by (operation) (rate(hub_api_answer_seconds_count[$__rate_interval]))',
      }),
      series(
        'Requests by status',
        'reqps',
        '304: nothing new. 429: over a limit. 503: too busy. cut_off: the client went away, or the answer failed midway.',
        {
          '{{status}}': 'sum by (status) (rate(hub_api_answer_seconds_count[$__rate_interval]))',
        },
      ),
    ]),
    row('How long they take', [
      series('All operations', 's', 'Until the answer is sent.', quantiles('hub_api_answer_seconds')),
      series('By operation, p99', 's', 'Histories of many accounts take longest.', {
        '{{operation}}':
          'histogram_quantile(0.99, sum by (operation, le) (rate(hub_api_answer_seconds_bucket[$__rate_interval])))',
      }),
    ]),
    row('Limits that replicas share', [
      series(
        'Wait for the store of limits',
        's',
        'Only for hub query: a hub in one process counts in memory.',
        quantiles('hub_limit_wait_seconds'),
      ),
      series(
        'Statements to the store of limits',
        'ops',
        'One statement serves all requests that came together.',
        {
          statements: 'sum(rate(hub_limit_statements_total[$__rate_interval]))',
        },
      ),
      series(
        'Event loop, p99 of its delay',
        's',
        'How long a request waits for the one thread of a process.',
        {
          '{{process}}':
            'clamp_min(max by (process) (nodejs_eventloop_lag_p99_seconds{process=~"query|standalone"}) - 0.1, 0)',
        },
      ),
    ]),
  ],
};
