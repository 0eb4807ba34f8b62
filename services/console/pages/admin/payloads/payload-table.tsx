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
import { dayTitle } from '../../common/text/format.ts';
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

/** Equal reports of a device, of a day, follow the newest of them, which stands for them. */
function useEqualReports(payloads: readonly PayloadData[]) {
  const now = useNow();
  const [opened, setOpened] = useState<readonly string[]>([]);
  const dayOf = (payload: PayloadData) => dayTitle(atOf(payload), now);
  const keyOf = (payload: PayloadData) =>
    JSON.stringify([dayOf(payload), payload.device, payload.account, payload.kinds, pluginText(payload)]);
  const groups = groupEqual(payloads, { keyOf, atOf, pauseMaxMs });
  const headOf = new Map(groups.flatMap((equal) => equal.map(({ id }) => [id, equal[0].id])));
  const counts = new Map(groups.map((equal) => [equal[0].id, equal.length]));
  const toggle = (id: string) =>
    setOpened(opened.includes(id) ? opened.filter((each) => each !== id) : [...opened, id]);
  return {
    dayOf,
    rows: groups.flat(),
    isHidden: ({ id }: PayloadData) => headOf.get(id) !== id && !opened.includes(headOf.get(id) ?? ''),
    received: ({ id, received_at: at }: PayloadData) => (
      <>
        {!counts.has(id) && '↳ '}
        <TimeAgo at={at} />{' '}
        <CountButton count={counts.get(id) ?? 1} isOpen={opened.includes(id)} onPress={() => toggle(id)} />
      </>
    ),
  };
}

interface CountProps {
  readonly count: number;
  readonly isOpen: boolean;
  readonly onPress: () => void;
}

function CountButton({ count, isOpen, onPress }: CountProps) {
  if (count === 1) return null;
  return (
    <button
      type="button"
      className="plain link"
      aria-expanded={isOpen}
      aria-label={`${count} equal reports`}
      onClick={onPress}
    >
      ×{count} {isOpen ? '▴' : '▾'}
    </button>
  );
}

const memberColumn = nameColumn<PayloadData>('Member', ({ member }) => member);

export function PayloadTable({ payloads, devices, onDevice, whenEmpty }: Props) {
  const isNarrow = useIsNarrow();
  const [shownId, setShownId] = useState<string | null>(null);
  const { dayOf, rows, isHidden, received } = useEqualReports(payloads);
  const nameOf = (id: string) => {
    const device = devices.find((each) => each.id === id);
    return device?.name ?? device?.plugin_title ?? `removed (…${id.slice(-4)})`;
  };
  const deviceCell = (payload: PayloadData) => (
    <DeviceCell payload={payload} name={nameOf(payload.device)} onDevice={onDevice} />
  );
  const columns: readonly Column<PayloadData>[] = [
    { ...timeColumn('Received', ({ received_at: at }) => at), isNumber: false, cell: received },
    nameColumn('Account', ({ account, account_name: name }) => name ?? account),
    namesColumn('Kind', ({ kinds }) => kinds),
    { ...nameColumn('Outcome', outcomeOf), cell: (payload) => <Outcome of={payload} /> },
    unlessObvious(memberColumn, payloads, ({ account_name: name, member }) => name === member),
    { ...nameColumn('Device', ({ device }) => nameOf(device)), cell: deviceCell },
    onlyInFile(numberColumn('Bytes', ({ bytes }) => bytes)),
    onlyInFile(nameColumn('Plugin', pluginText)),
  ];
  const inTwoLines = (payload: PayloadData) => (
    <>
      {shortKinds(payload)} · <Outcome of={payload} />
      <div className="small">
        <Name of={payload.account_name ?? payload.account ?? 'unknown'} /> · {deviceCell(payload)} ·{' '}
        {received(payload)}
      </div>
    </>
  );
  return (
    <DataTable
      label="Received reports"
      rows={rows}
      isHidden={isHidden}
      keyOf={({ id }) => id}
      textOf={searchText}
      groupOf={dayOf}
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
      whenEmpty={whenEmpty}
    />
  );
}

function searchText(payload: PayloadData): string {
  const { account_name: account, member, plugin_title: plugin, kinds } = payload;
  return [account, member, plugin, outcomeOf(payload), ...kinds].join(' ');
}

interface DeviceProps extends Pick<Props, 'onDevice'> {
  readonly payload: PayloadData;
  readonly name: string;
}

function DeviceCell({ payload, name, onDevice }: DeviceProps) {
  return (
    <>
      <button
        type="button"
        className="plain link clip"
        title="Only the reports of this device"
        onClick={() => onDevice(payload.device)}
      >
        <Name of={name} />
      </button>
      {name !== pluginText(payload) && <span className="dim small"> {pluginText(payload)}</span>}
    </>
  );
}

function Outcome({ of }: { readonly of: PayloadData }) {
  return <span className={of.account === null ? 'stale' : undefined}>{outcomeOf(of)}</span>;
}
