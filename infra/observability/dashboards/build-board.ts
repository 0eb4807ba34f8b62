import {
  BigValueGraphMode,
  LegendDisplayMode,
  LegendPlacement,
  VizLegendOptionsBuilder,
} from '@grafana/grafana-foundation-sdk/common';
import {
  type Dashboard,
  DashboardBuilder,
  DashboardCursorSync,
  DatasourceVariableBuilder,
  RowBuilder,
  ThresholdsConfigBuilder,
  ThresholdsMode,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus';
import { PanelBuilder as StatBuilder } from '@grafana/grafana-foundation-sdk/stat';
import { PanelBuilder as SeriesBuilder } from '@grafana/grafana-foundation-sdk/timeseries';

/** A dashboard as this folder writes it down. */
export interface Board {
  /** The name of its file, and its address in Grafana. */
  readonly uid: string;
  readonly title: string;
  readonly rows: readonly BoardRow[];
}

interface BoardRow {
  readonly title: string;
  readonly panels: readonly Panel[];
}

interface Panel {
  readonly kind: 'stat' | 'series';
  readonly title: string;
  /** Grafana's name of the unit. */
  readonly unit: string;
  /** Says what the number means, and what to do when it is high. */
  readonly description: string;
  readonly queries: Queries;
  readonly limits?: Limits;
}

/** Expressions by the legend of their lines; `$__rate_interval` stands for the window of a rate. */
export type Queries = Readonly<Record<string, string>>;

/** The values from which a stat is yellow, and red. */
interface Limits {
  readonly warnAt?: number;
  readonly alarmAt?: number;
}

export function row(title: string, panels: readonly Panel[]): BoardRow {
  return { title, panels };
}

/** One number. */
export function stat(
  title: string,
  unit: string,
  description: string,
  query: string,
  limits?: Limits,
): Panel {
  return { kind: 'stat', title, unit, description, queries: { '': query }, ...(limits && { limits }) };
}

/** Lines over time. */
export function series(title: string, unit: string, description: string, queries: Queries): Panel {
  return { kind: 'series', title, unit, description, queries };
}

// Grafana replaces the text by the chosen datasource.
const datasource = { type: 'prometheus', uid: '$datasource' };
const columns = 24;

/** The dashboard as Grafana reads it. */
export function buildBoard({ uid, title, rows }: Board): Dashboard {
  const builder = new DashboardBuilder(title)
    .uid(uid)
    .tags(['guild-account-hub'])
    .tooltip(DashboardCursorSync.Crosshair)
    .time({ from: 'now-6h', to: 'now' })
    .refresh('30s')
    .withVariable(new DatasourceVariableBuilder('datasource').label('Prometheus').type('prometheus'));
  for (const { title: rowTitle, panels } of rows) {
    builder.withRow(new RowBuilder(rowTitle));
    for (const panel of panels) builder.withPanel(panelOf(panel, columns / panels.length));
  }
  const board = builder.build();
  for (const [index, panel] of (board.panels ?? []).entries()) panel.id = index + 1;
  return board;
}

function panelOf({ kind, title, unit, description, queries, limits }: Panel, span: number) {
  const panel =
    kind === 'stat'
      ? new StatBuilder().height(4).graphMode(BigValueGraphMode.None).thresholds(thresholdsOf(limits))
      : new SeriesBuilder().height(8).min(0).lineWidth(1).fillOpacity(8).legend(legend());
  panel.title(title).description(description).unit(unit).datasource(datasource).span(Math.floor(span));
  for (const [index, [legendFormat, expression]] of Object.entries(queries).entries()) {
    const query = new DataqueryBuilder()
      .refId(String.fromCharCode(65 + index))
      .datasource(datasource)
      .expr(expression)
      .legendFormat(legendFormat);
    panel.withTarget(kind === 'stat' ? query.instant() : query.range());
  }
  return panel;
}

function legend() {
  return new VizLegendOptionsBuilder()
    .showLegend(true)
    .displayMode(LegendDisplayMode.List)
    .placement(LegendPlacement.Bottom);
}

function thresholdsOf({ warnAt, alarmAt }: Limits = {}) {
  return new ThresholdsConfigBuilder()
    .mode(ThresholdsMode.Absolute)
    .steps([
      { value: null, color: 'green' },
      ...(warnAt === undefined ? [] : [{ value: warnAt, color: 'yellow' }]),
      ...(alarmAt === undefined ? [] : [{ value: alarmAt, color: 'red' }]),
    ]);
}
