import type { Dataquery } from '@grafana/grafana-foundation-sdk/cog';

/** The data source of Grafana for JSON and CSV. The Foundation SDK has no types of its queries. */
export const infinityType = 'yesoreyeram-infinity-datasource';

export interface InfinityColumn {
  /** A path inside the row of JSON, with dots; the name of a column of CSV. */
  readonly selector: string;
  readonly text: string;
  readonly type: 'string' | 'number' | 'timestamp';
}

export interface InfinityQuery {
  readonly type: 'json' | 'csv';
  readonly format: 'table' | 'timeseries';
  /** Below the base URL of the data source. */
  readonly url: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** The path of the rows in JSON. */
  readonly root?: string;
  readonly columns: readonly InfinityColumn[];
}

/** The query as Grafana keeps it. The backend parser also serves alerts and shared dashboards. */
export function infinityModel(query: InfinityQuery, refId: string) {
  const { type, format, url, parameters, root = '', columns } = query;
  return {
    refId,
    type,
    source: 'url',
    parser: 'backend',
    format,
    url,
    url_options: {
      method: 'GET',
      data: '',
      params: Object.entries(parameters).map(([key, value]) => ({ key, value })),
    },
    root_selector: root,
    columns,
    filters: [],
  };
}

/** The query for a panel. */
export function infinityTarget(query: InfinityQuery, datasource: object) {
  return {
    build: (): Dataquery => ({
      _implementsDataqueryVariant: () => {},
      ...{ datasource, ...infinityModel(query, 'A') },
    }),
  };
}
