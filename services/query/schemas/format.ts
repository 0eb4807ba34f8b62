import { z } from 'zod';

/** For endpoints that return a table (rules/additions.md#formatcsv). */
export const formatParameter = z
  .enum(['json', 'csv'], { error: 'must be json or csv' })
  .default('json')
  .meta({
    description:
      "`csv` returns the rows as RFC 4180, with a header line. A text that a spreadsheet would run as a formula gets a leading `'`. Errors stay JSON.",
    sample: 'csv',
  });
