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
  readonly rows: readonly { readonly title: string; readonly panels: readonly PanelSpec[] }[];
}

export interface PanelSpec {
  /** One number, or lines over time. */
  readonly kind: 'stat' | 'series';
  readonly title: string;
  /** Says what the number means, and what to do when it is high. */
  readonly description: string;
  /** Grafana's name of the unit. */
  readonly unit: string;
  /** Each with the legend of its series; `$__rate_interval` stands for the window of a rate. */
  readonly queries: readonly (readonly [expression: string, legend: string])[];
  /** The values from which a stat is yellow, and red. */
  readonly warnAt?: number;
  readonly alarmAt?: number;
}

/** The datasource that `provisioning/` makes. */
const datasource = { type: 'prometheus', uid: 'hub-prometheus' };
const columns = 24;

/** The dashboard as Grafana reads it. */
export function buildBoard({ uid, title, rows }: Board): Dashboard {
  const builder = new DashboardBuilder(title)
    .uid(uid)
    .tags(['guild-account-hub'])
    .tooltip(DashboardCursorSync.Crosshair)
    .time({ from: 'now-6h', to: 'now' })
    .refresh('30s');
  for (const row of rows) {
    builder.withRow(new RowBuilder(row.title));
    for (const spec of row.panels) builder.withPanel(panelOf(spec, columns / row.panels.length));
  }
  const board = builder.build();
  for (const [index, panel] of (board.panels ?? []).entries()) panel.id = index + 1;
  return board;
}

function panelOf(spec: PanelSpec, span: number) {
  const { kind, title, description, unit, queries } = spec;
  const panel =
    kind === 'stat'
      ? new StatBuilder().height(4).graphMode(BigValueGraphMode.None).thresholds(thresholdsOf(spec))
      : new SeriesBuilder().height(8).min(0).lineWidth(1).fillOpacity(8).legend(legend());
  panel.title(title).description(description).unit(unit).datasource(datasource).span(Math.floor(span));
  for (const [index, [expression, legendFormat]] of queries.entries()) {
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

function thresholdsOf({ warnAt, alarmAt }: PanelSpec) {
  return new ThresholdsConfigBuilder()
    .mode(ThresholdsMode.Absolute)
    .steps([
      { value: null, color: 'green' },
      ...(warnAt === undefined ? [] : [{ value: warnAt, color: 'yellow' }]),
      ...(alarmAt === undefined ? [] : [{ value: alarmAt, color: 'red' }]),
    ]);
}
