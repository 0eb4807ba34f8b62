import { aligned } from '../bench/support/figures.ts';
import { lineBudget } from './line-budget.ts';
import { productLinesOfParts } from './source-tree.ts';

/** The end of `npm run check`. */
const lines = productLinesOfParts();
const total = lines.values().reduce((sum, each) => sum + each, 0);
const rows = [...lines]
  .toSorted(([one], [other]) => (one < other ? -1 : 1))
  .map(([part, count]) => [part, String(count), String(lineBudget[part] ?? 'none')]);
process.stdout.write(`${aligned([['part', 'lines', 'budget'], ...rows, ['all', String(total), '']])}\n`);
