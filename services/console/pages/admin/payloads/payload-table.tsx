import { useState } from 'react';
import { minuteMs } from '../../../../../shared/domain/durations.ts';
import { useIsNarrow } from '../../browser/use-is-narrow.ts';
import { groupEqual } from '../../common/group-equal.ts';
import {
  nameColumn,
  namesColumn,
  numberColumn,
  onlyInFile,
  timeColumn,
  unlessObvious,
} from '../../common/table/columns.tsx';
import { type Column, DataTable } from '../../common/table/data-table.tsx';
import { useFolds } from '../../common/table/use-folds.tsx';
import { dayTitle, startOfDay } from '../../common/text/format.ts';
import { Name } from '../../common/text/isolated-name.tsx';
import { TimeAgo, useNow } from '../../common/text/time-ago.tsx';
import type { DevicesAnswer, PayloadData } from '../admin-answers.ts';
import { outcomeTexts } from './payload-filters.tsx';
import { PayloadView } from './payload-view.tsx';

interface Props {
  readonly payloads: readonly PayloadData[];
  readonly devices: DevicesAnswer['devices'];
  readonly onDevice: (id: string) => void;
  readonly whenEmpty: string;
}

function outcomeOf({ account }: PayloadData): string {
  return outcomeTexts[account === null ? 'unknown account' : 'used'];
}

function pluginText({ plugin_title: title, plugin_version: version }: PayloadData): string {
  return version === null ? title : `${title} ${version}`;
}

function reportName({ account, account_name: name, received_at: at }: PayloadData): string {
  return `the report of ${name ?? account ?? 'an unknown account'} of ${at}`;
}

/** The last kind says most: events come after the state that most reports have. */
function shortKinds({ kinds }: PayloadData): string {
  if (kinds.length < 3) return kinds.join(', ') || 'unreadable';
  return `${kinds.at(-1)} and ${kinds.length - 1} more`;
}

const atOf = ({ received_at: at }: PayloadData) => Date.parse(at);
const pauseMaxMs = 10 * minuteMs;

/** Equal reports of a device, of a day. */
function keyOf({ device, account, kinds, plugin_version, received_at: at }: PayloadData): string {
  return JSON.stringify([startOfDay(Date.parse(at)), device, account, kinds, plugin_version]);
}

function deviceName(devices: Props['devices'], id: string): string {
  const device = devices.find((each) => each.id === id);
  return device?.name ?? device?.plugin_title ?? `removed (…${id.slice(-4)})`;
}

const outcomeColumn: Column<PayloadData> = {
  ...nameColumn('Outcome', outcomeOf),
  cell: (payload) => <Outcome of={payload} />,
};
const memberColumn = nameColumn<PayloadData>('Member', ({ member }) => member);

export function PayloadTable({ payloads, devices, onDevice, whenEmpty }: Props) {
  const isNarrow = useIsNarrow();
  const [shownId, setShownId] = useState<string | null>(null);
  const now = useNow();
  const { rows, fileRowsOf, foldOf } = useFolds(groupEqual(payloads, keyOf, atOf, pauseMaxMs), shownId);
  const nameOf = (id: string) => deviceName(devices, id);
  const deviceCell = (payload: PayloadData) => (
    <>
      <button
        type="button"
        className="plain link clip"
        title="Only the reports of this device"
        onClick={() => onDevice(payload.device)}
      >
        <Name of={nameOf(payload.device)} />
      </button>
      {nameOf(payload.device) !== pluginText(payload) && ` · ${pluginText(payload)}`}
    </>
  );
  const received = (payload: PayloadData) => (
    <>
      <TimeAgo at={payload.received_at} /> {foldOf(payload)}
    </>
  );
  const columns: readonly Column<PayloadData>[] = [
    { ...timeColumn('Received', ({ received_at: at }) => at), isNumber: false, cell: received },
    nameColumn('Account', ({ account, account_name: name }) => name ?? account),
    namesColumn('Kind', ({ kinds }) => kinds),
    unlessObvious(outcomeColumn, payloads, ({ account }) => account !== null),
    unlessObvious(memberColumn, payloads, ({ account_name: name, member }) => name === member),
    { ...nameColumn('Device', ({ device }) => nameOf(device)), cell: deviceCell },
    onlyInFile(numberColumn('Bytes', ({ bytes }) => bytes)),
    onlyInFile(nameColumn('Plugin', pluginText)),
  ];
  const inTwoLines = (payload: PayloadData) => (
    <>
      <Name of={payload.account_name ?? payload.account ?? 'unknown'} /> · {received(payload)}
      <div className="small">
        {shortKinds(payload)} · {deviceCell(payload)}
        {payload.account === null && ` · ${outcomeOf(payload)}`}
      </div>
    </>
  );
  return (
    <DataTable
      label="Received reports"
      {...{ rows, fileRowsOf, whenEmpty }}
      keyOf={({ id }) => id}
      textOf={searchText}
      groupOf={(payload) => dayTitle(atOf(payload), now)}
      columns={isNarrow ? [{ title: 'Report', cell: inTwoLines }, ...columns.map(onlyInFile)] : columns}
      isCompact={isNarrow}
      csvName="received-reports"
      actions={(payload) => (
        <button
          type="button"
          aria-label={`Show ${reportName(payload)}`}
          aria-expanded={payload.id === shownId}
          onClick={() => setShownId(payload.id === shownId ? null : payload.id)}
        >
          Show
        </button>
      )}
      below={(payload) =>
        payload.id === shownId ? <PayloadView payload={payload} onClose={() => setShownId(null)} /> : null
      }
    />
  );
}

function searchText(payload: PayloadData): string {
  const { account_name: account, member, plugin_title: plugin, kinds } = payload;
  return [account, member, plugin, outcomeOf(payload), ...kinds].join(' ');
}

function Outcome({ of }: { readonly of: PayloadData }) {
  return <span className={of.account === null ? 'stale' : undefined}>{outcomeOf(of)}</span>;
}
