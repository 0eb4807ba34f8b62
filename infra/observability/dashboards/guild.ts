import { PanelBuilder as BarsBuilder } from '@grafana/grafana-foundation-sdk/barchart';
import {
  BigValueGraphMode,
  ReduceDataOptionsBuilder,
  VizOrientation,
} from '@grafana/grafana-foundation-sdk/common';
import {
  CustomVariableBuilder,
  type Dashboard,
  DashboardBuilder,
  DatasourceVariableBuilder,
  QueryVariableBuilder,
  RowBuilder,
  VariableRefresh,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { PanelBuilder as StatBuilder } from '@grafana/grafana-foundation-sdk/stat';
import { PanelBuilder as TableBuilder } from '@grafana/grafana-foundation-sdk/table';
import { PanelBuilder as SeriesBuilder } from '@grafana/grafana-foundation-sdk/timeseries';
import { skills } from '../../../shared/domain/skill.ts';
import { type InfinityQuery, infinityModel, infinityTarget, infinityType } from './infinity-query.ts';

/**
 * The dashboard of docs/recipes/grafana.md: the guild's own data, by the read API. The other
 * dashboards are for operators.
 */

/** The text that Grafana replaces by the value of a variable. */
const fromVariable = (variable: string) => `\${${variable}}`;
const datasource = { type: infinityType, uid: fromVariable('hub') };
const range = { from: fromVariable('__from:date:iso'), to: fromVariable('__to:date:iso') };

const accounts: InfinityQuery = {
  type: 'json',
  format: 'table',
  url: '/accounts',
  parameters: {},
  root: 'data',
  columns: [
    { selector: 'name', text: '__text', type: 'string' },
    { selector: 'id', text: '__value', type: 'string' },
  ],
};

const inGame: InfinityQuery = {
  type: 'json',
  format: 'table',
  url: '/accounts',
  parameters: { online: 'true' },
  root: 'data',
  columns: [
    { selector: 'name', text: 'Player', type: 'string' },
    { selector: 'world', text: 'World', type: 'number' },
    { selector: 'last_seen', text: 'Last seen', type: 'timestamp' },
  ],
};

const xp: InfinityQuery = {
  type: 'csv',
  format: 'timeseries',
  url: '/xp',
  parameters: {
    accounts: fromVariable('player:csv'),
    skills: fromVariable('skill'),
    ...range,
    format: 'csv',
  },
  columns: [
    { selector: 'at', text: 'Time', type: 'timestamp' },
    { selector: 'account_name', text: 'Player', type: 'string' },
    { selector: 'xp', text: 'Xp', type: 'number' },
  ],
};

const gains: InfinityQuery = {
  type: 'csv',
  format: 'table',
  url: '/leaderboards/gains',
  parameters: { period: 'week', skill: fromVariable('skill'), format: 'csv' },
  columns: [
    { selector: 'account_name', text: 'Player', type: 'string' },
    { selector: 'gain', text: 'Xp', type: 'number' },
  ],
};

const loot: InfinityQuery = {
  type: 'json',
  format: 'table',
  url: '/leaderboards/loot',
  parameters: { period: 'month', limit: '10' },
  root: 'data.entries',
  columns: [
    { selector: 'rank', text: 'Rank', type: 'number' },
    { selector: 'event.line', text: 'Drop', type: 'string' },
    { selector: 'event.value_gp', text: 'Value', type: 'number' },
    { selector: 'event.occurred_at', text: 'Time', type: 'timestamp' },
  ],
};

const events: InfinityQuery = {
  type: 'json',
  format: 'table',
  url: '/events',
  parameters: { ...range, limit: '100' },
  root: 'data',
  columns: [
    { selector: 'occurred_at', text: 'Time', type: 'timestamp' },
    { selector: 'account.name', text: 'Player', type: 'string' },
    { selector: 'title', text: 'Event', type: 'string' },
    { selector: 'line', text: 'Text', type: 'string' },
  ],
};

export function guildBoard(): Dashboard {
  const board = new DashboardBuilder('Guild')
    .uid('guild')
    .tags(['guild-account-hub'])
    .time({ from: 'now-7d', to: 'now' })
    .refresh('1m')
    .withVariable(new DatasourceVariableBuilder('hub').label('Hub').type(infinityType))
    .withVariable(playerVariable())
    .withVariable(new CustomVariableBuilder('skill').label('Skill').values(['Overall', ...skills].join(',')))
    .withRow(new RowBuilder('Now'))
    .withPanel(inGameCount())
    .withPanel(table('In game', inGame, 20))
    .withRow(new RowBuilder('Xp'))
    .withPanel(xpOverTime())
    .withPanel(mostXp())
    .withRow(new RowBuilder('Events'))
    .withPanel(table('Most valuable drops of the month', loot, 12))
    .withPanel(table('Events', events, 12))
    .build();
  for (const [index, panel] of (board.panels ?? []).entries()) panel.id = index + 1;
  return board;
}

function playerVariable() {
  return new QueryVariableBuilder('player')
    .label('Player')
    .datasource(datasource)
    .query({ queryType: 'infinity', query: '', infinityQuery: infinityModel(accounts, 'variable') })
    .refresh(VariableRefresh.OnDashboardLoad)
    .multi(true)
    .includeAll(false);
}

function inGameCount() {
  return new StatBuilder()
    .title('In game')
    .description('Players who are in game now.')
    .datasource(datasource)
    .height(8)
    .span(4)
    .noValue('0')
    .graphMode(BigValueGraphMode.None)
    .reduceOptions(new ReduceDataOptionsBuilder().calcs(['count']).fields('/^Player$/').values(false))
    .withTarget(infinityTarget(inGame, datasource));
}

function xpOverTime() {
  return new SeriesBuilder()
    .title('Xp of the chosen players')
    .description('A point for each 5 minutes, hour or day, where xp changed.')
    .datasource(datasource)
    .height(10)
    .span(16)
    .unit('short')
    .lineWidth(1)
    .withTarget(infinityTarget(xp, datasource));
}

function mostXp() {
  return new BarsBuilder()
    .title('Most xp of the week')
    .description('The ten players who gained most in the chosen skill in the last 7 days.')
    .datasource(datasource)
    .height(10)
    .span(8)
    .unit('short')
    .orientation(VizOrientation.Horizontal)
    .withTarget(infinityTarget(gains, datasource));
}

function table(title: string, query: InfinityQuery, span: number) {
  return new TableBuilder()
    .title(title)
    .datasource(datasource)
    .height(8)
    .span(span)
    .withTarget(infinityTarget(query, datasource));
}
