import { useLayoutEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { onThemeChange } from '../../browser/theme.ts';
import './chart.css';
import { readColours, seriesColours } from '../../browser/colours.ts';
import { axisAmount, axisTime, exactAmount, exactDate, exactTime } from '../text/format.ts';
import { type ChartSeries, joinSeries } from './chart-series.ts';

interface Props {
  readonly series: readonly ChartSeries[];
  /** For screen readers. */
  readonly label: string;
  /** `steps`: a value holds until the next one, as xp does. `bars` need `isDaily`. */
  readonly shape?: 'lines' | 'steps' | 'bars';
  /** Whether values belong to whole days, at the start of each day. */
  readonly isDaily?: boolean;
  /** Whether the axis begins at the least value in place of 0. */
  readonly isFitted?: boolean;
  /** Pixels. */
  readonly height: number;
}

export function LineChart(props: Props) {
  const { series, label, shape = 'lines', isDaily = false, isFitted = false, height } = props;
  const element = useRef<HTMLDivElement>(null);
  // Before the first paint, so that the parts below do not move.
  useLayoutEffect(() => {
    const root = element.current;
    if (root === null) return;
    return keepDrawn(root, height, () => draw(root, series, { shape, isDaily, isFitted, height }));
  }, [series, shape, isDaily, isFitted, height]);
  return (
    <figure className="chart" aria-label={label}>
      <div ref={element} />
      {series.length > 1 && (
        <ul className="chart-legend">
          {series.map(({ label: name }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: twins have the same name
            <li key={index} className="clip" data-series={index + 1}>
              {name}
            </li>
          ))}
        </ul>
      )}
    </figure>
  );
}

/** Draws again in another theme, and fits another width. */
function keepDrawn(root: HTMLElement, height: number, drawn: () => uPlot): () => void {
  let chart = drawn();
  const resized = new ResizeObserver(() => chart.setSize({ width: root.clientWidth, height }));
  resized.observe(root);
  const forget = onThemeChange(() => {
    chart.destroy();
    chart = drawn();
  });
  return () => {
    resized.disconnect();
    forget();
    chart.destroy();
  };
}

function draw(
  root: HTMLDivElement,
  series: readonly ChartSeries[],
  { shape, isDaily, isFitted, height }: Required<Omit<Props, 'series' | 'label'>>,
): uPlot {
  const colours = readColours();
  const strokes = seriesColours(colours);
  const isBars = shape === 'bars';
  const stepped = shape === 'steps' ? uPlot.paths.stepped?.({ align: 1 }) : undefined;
  const paths = isBars ? uPlot.paths.bars?.({ size: [0.8, 48] }) : stepped;
  const axis = { stroke: colours.dim, grid: { stroke: colours.line, width: 1 }, ticks: { show: false } };
  const options: uPlot.Options = {
    width: root.clientWidth,
    height,
    legend: { show: false },
    // Half of the last time stands right of its mark.
    padding: [null, spaceOfTime() / 2, null, null],
    cursor: { points: { size: 7 } },
    scales: isBars ? scalesOfBars : { x: { time: true }, ...(isFitted && { y: fittedScale }) },
    axes: [
      { ...axis, size: 36, values: timesOf, space: spaceOfTime() },
      { ...axis, size: widthOf, values: amountsOf, incrs: wholeSteps },
    ],
    series: [
      {},
      ...series.map(({ label, points }, index) => ({
        label,
        stroke: strokes[index % strokes.length] ?? colours.accent,
        width: 2,
        spanGaps: !hasGaps(points),
        points: { show: hasGaps(points), size: 5 },
        ...(isBars && { fill: strokes[index % strokes.length] ?? colours.accent }),
        ...(paths === undefined ? {} : { paths }),
      })),
    ],
    plugins: [hoverText(series, isDaily ? exactDate : exactTime)],
  };
  return new uPlot(options, joinSeries(series), root);
}

/** A value between two gaps has no line, so that only a point shows the value. */
function hasGaps(points: ChartSeries['points']): boolean {
  return points.some(([, value]) => value === null);
}

const halfDay = 43_200;
/** Half of the first and last bar would be outside of the chart. */
const scalesOfBars: uPlot.Scales = {
  x: { time: true, range: (_chart, from, to) => [from - halfDay, to + halfDay] },
  y: { range: (_chart, _least, most) => [0, Math.max(1, most * 1.05)] },
};

const fittedScale: uPlot.Scale = {
  range: (_chart, least, most) => {
    const space = Math.max(1, (most - least) * 0.05);
    return [Math.max(0, least - space), most + space];
  },
};

/** uPlot's own formats are American. */
const timesOf: uPlot.Axis.DynamicValues = (_chart, instants, _axis, _space, step) =>
  instants.map((at) => axisTime(at * 1_000, step * 1_000));

/** The steps of `axisTime`: a minute, a day, a month. */
const stepsMs = [60_000, 86_400_000, 2_592_000_000] as const;
/** A time with two-digit numbers in a month with a long name. */
const longTime = new Date(2026, 8, 30, 22, 50).getTime();

function spaceOfTime(): number {
  const pen = document.createElement('canvas').getContext('2d');
  if (pen === null) return 80;
  // The font of uPlot's axes.
  pen.font = '12px system-ui';
  return 12 + Math.max(...stepsMs.map((step) => Math.ceil(pen.measureText(axisTime(longTime, step)).width)));
}

const amountsOf: uPlot.Axis.DynamicValues = (_chart, amounts, _axis, _space, step) =>
  amounts.map((amount) => axisAmount(amount, step));

/** 1, 2, 5, 10 and so on: a chart of a few players has no half player. */
const wholeSteps = Array.from(
  { length: 54 },
  (_, index) => ([1, 2, 5][index % 3] ?? 1) * 10 ** Math.floor(index / 3),
);

function widthOf(_chart: uPlot, marks: readonly string[] | null): number {
  const longest = Math.max(0, ...(marks ?? []).map(({ length }) => length));
  return Math.max(56, 14 + longest * 7);
}

function hoverText(series: readonly ChartSeries[], timeText: (at: number) => string): uPlot.Plugin {
  const text = document.createElement('p');
  text.className = 'chart-hover';
  return {
    hooks: {
      init: (chart) => chart.root.append(text),
      setCursor: (chart) => {
        const index = chart.cursor.idx;
        const at = index === null || index === undefined ? undefined : chart.data[0][index];
        text.hidden = at === undefined;
        if (at === undefined || index === null || index === undefined) return;
        const values = series.map(({ label, points }, each) => {
          const column = chart.data[each + 1]?.slice(hasGaps(points) ? index : 0, index + 1) ?? [];
          const value = Array.from(column).findLast((known) => known !== null && known !== undefined);
          return `${label} ${value === null || value === undefined ? '–' : exactAmount(value)}`;
        });
        text.textContent = `${timeText(at * 1_000)}: ${values.join(' · ')}`;
      },
    },
  };
}
