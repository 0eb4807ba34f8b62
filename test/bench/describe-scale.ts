import { aligned } from './result.ts';
import type { ScaleResult } from './scale-bench.ts';
import { bounds, isFull, type Need, type PartCosts } from './scale-model.ts';
import type { StageCosts } from './scale-stage.ts';

/** The result as a table for people: a row for each part, a column for each guild. */
export function describeScale(result: ScaleResult): string {
  const { guilds, fullAt, small, large, largeBesideSmall } = result;
  const [first] = guilds;
  const rows = (first?.needs ?? []).map(({ part }) => {
    const { unit, most } = bounds[part];
    const needs = guilds.map(({ needs: of }) => of.find((need) => need.part === part));
    const full = fullAt[part];
    return [
      `${part}, ${unit}${most === null ? '' : `, at most ${most}`}`,
      ...needs.map((need) => (need === undefined ? '' : amountText(need))),
      full === null || full === undefined ? 'more help' : `${full} players`,
    ];
  });
  return [
    `scale, log in ${result.log === 'kafka' ? 'Kafka' : 'PostgreSQL'}: what each part takes of guilds of which everybody plays`,
    result.machine,
    stageText(small),
    stageText(large),
    `a report of the large guild takes ${largeBesideSmall} times the CPU of one of the small`,
    ...aligned([['', ...guilds.map(({ players }) => String(players)), 'full at'], ...rows]),
  ].join('\n');
}

function amountText(need: Need): string {
  const { amount } = need;
  if (!Number.isFinite(amount)) return 'none is enough';
  const text = Number.isInteger(amount) ? String(amount) : amount.toPrecision(2);
  return isFull(need) ? `${Number(text)} (full)` : String(Number(text));
}

function stageText({
  accounts,
  perSecond,
  report,
  besides,
  polledAccount,
  queryMegabytes,
}: StageCosts): string {
  const listed = (costs: PartCosts, text: (cost: number) => string) =>
    Object.entries(costs)
      .flatMap(([part, cost]) => (cost === null ? [] : [`${part} ${text(cost)}`]))
      .join(', ');
  return [
    `${accounts} accounts, up to ${perSecond} reports a second; one more takes, in us: ${listed(report, (ms) => String(Math.round(ms * 1_000)))}`,
    `  besides, in cores: ${listed(besides, (cores) => cores.toFixed(2))}; an account in a poll ${(polledAccount * 1_000).toFixed(1)} us; query process ${Math.round(queryMegabytes)} MB`,
  ].join('\n');
}
