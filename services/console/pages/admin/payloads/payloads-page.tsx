import { useState } from 'react';
import { Link } from 'react-router';
import { pagePaths } from '../../../page-paths.ts';
import { useTitle } from '../../browser/use-title.ts';
import { NameSelect } from '../../common/fields/name-select.tsx';
import { AnswerPanel } from '../../common/panel/answer-panel.tsx';
import {
  nameColumn,
  namesColumn,
  numberColumn,
  onlyInFile,
  timeColumn,
} from '../../common/table/columns.tsx';
import { type Column, DataTable } from '../../common/table/data-table.tsx';
import { countText, dayTitle } from '../../common/text/format.ts';
import { Name } from '../../common/text/isolated-name.tsx';
import { useNow } from '../../common/text/time-ago.tsx';
import { useConsoleAnswer } from '../../console-api/use-console-answer.ts';
import { RangeField } from '../../events/range-form.tsx';
import { useAddressValue } from '../../state/use-address-value.ts';
import type {
  AccountsAnswer,
  DevicesAnswer,
  PayloadData,
  PayloadsAnswer,
  SettingsAnswer,
} from '../admin-answers.ts';
import { findSetting } from '../find-setting.ts';
import { PayloadView } from './payload-view.tsx';

const limit = 100;

export function PayloadsPage() {
  useTitle('Received reports');
  const [account, setAccount] = useAddressValue('account', '');
  const [device, setDevice] = useAddressValue('device', '');
  const [kind, setKind] = useAddressValue('kind', '');
  const [outcome, setOutcome] = useAddressValue('outcome', '');
  const [before, setBefore] = useAddressValue('before', '');
  const [shownId, setShownId] = useState<string | null>(null);
  // The hub filters by an account or by a device, not by both.
  const choose = (accountId: string, deviceId: string) => {
    setAccount(accountId);
    setDevice(deviceId);
    setBefore('');
  };
  const fromNewest = (set: (id: string) => void) => (id: string) => {
    set(id);
    setBefore('');
  };
  const query = new URLSearchParams({ limit: String(limit) });
  const filters = { account, device, kind, outcome };
  for (const [name, value] of Object.entries({ ...filters, before }))
    if (value !== '') query.set(name, value);
  const asked = useConsoleAnswer<PayloadsAnswer>(`admin/payloads?${query}`, { everyMs: false });
  const accounts = useConsoleAnswer<AccountsAnswer>('admin/accounts', { everyMs: false }).body?.accounts;
  const devices = useConsoleAnswer<DevicesAnswer>('admin/devices', { everyMs: false }).body?.devices ?? [];
  const settings = useConsoleAnswer<SettingsAnswer>('admin/settings', { everyMs: false });
  const isFiltered = Object.values(filters).some((value) => value !== '');
  const until = before === '' ? '' : ' until then';
  const whenEmpty = `No ${isFiltered ? 'such ' : ''}report was received${until} in ${keptText(settings.body)}.`;
  const actions = (
    <>
      <NameSelect
        label="Account"
        none="every account"
        choices={accounts ?? []}
        chosen={account}
        onChoose={(id) => choose(id, '')}
      />
      <NameSelect
        label="Device"
        none="every device"
        choices={devices.map((each) => ({ id: each.id, name: deviceText(each) }))}
        chosen={device}
        onChoose={(id) => choose('', id)}
      />
      <NameSelect
        label="Kind"
        none="every kind"
        choices={named(asked.body?.all_kinds ?? (kind === '' ? [] : [kind]))}
        chosen={kind}
        onChoose={fromNewest(setKind)}
      />
      <NameSelect
        label="Outcome"
        none="every outcome"
        choices={Object.entries(outcomes).map(([id, name]) => ({ id, name }))}
        chosen={outcome}
        onChoose={fromNewest(setOutcome)}
      />
      <span className="small">
        <RangeField
          label="Until"
          end={isoOf(before)}
          onEnd={(end) => setBefore(end && String(Date.parse(end)))}
        />
      </span>
      <button type="button" className="chip" onClick={asked.retry}>
        Look again
      </button>
    </>
  );
  return (
    <main id="content" className="page admin-page">
      <h1>Received reports</h1>
      <p className="dim small">
        Reports as plugins sent them. The audit log records this visit and each report that you open, and the
        member of an opened report is told. Refused reports are not stored:{' '}
        <Link to={pagePaths.adminMembers}>Members</Link> shows the last refusal of each plugin.
      </p>
      <AnswerPanel title="Newest first" asked={asked} actions={actions}>
        {({ payloads, complete, older }) => (
          <>
            <PayloadTable
              payloads={payloads}
              shownId={shownId}
              onShow={setShownId}
              devices={devices}
              onDevice={(id) => choose('', id)}
              whenEmpty={whenEmpty}
            />
            {!complete && (
              <p className="panel-body stale small">
                Not all was searched: {older === null ? '' : '“Older” searches on, or '}choose an account or a
                device.
              </p>
            )}
            <div className="panel-body row">
              {before !== '' && (
                <button type="button" onClick={() => setBefore('')}>
                  Newest
                </button>
              )}
              {older !== null && (
                <button type="button" onClick={() => setBefore(older, 'new')}>
                  Older
                </button>
              )}
            </div>
          </>
        )}
      </AnswerPanel>
    </main>
  );
}

/** A stored report was accepted. Without an account, it became part of nothing. */
const outcomes = { used: 'used', 'unknown account': 'names no known account' } as const;

function named(names: readonly string[]) {
  return names.map((name) => ({ id: name, name }));
}

/** The time of a position. */
function isoOf(before: string): string {
  const at = Number.parseInt(before, 10);
  return Number.isSafeInteger(at) ? new Date(Math.min(at, Date.now())).toISOString() : '';
}

function keptText(answer: SettingsAnswer | undefined): string {
  const kept = findSetting(answer, 'RAW_PAYLOAD_RETENTION_HOURS');
  return kept ? `the last ${countText(Number(kept), 'hour')}` : 'the time that reports are kept';
}

interface TableProps {
  readonly payloads: readonly PayloadData[];
  readonly shownId: string | null;
  readonly onShow: (id: string | null) => void;
  readonly devices: DevicesAnswer['devices'];
  readonly onDevice: (id: string) => void;
  readonly whenEmpty: string;
}

type Device = DevicesAnswer['devices'][number];

function deviceText({ id, member, name, plugin_title: title }: Device): string {
  return `${member ?? 'nobody'}: ${name ?? title ?? id}`;
}

function outcomeOf({ account }: PayloadData): string {
  return outcomes[account === null ? 'unknown account' : 'used'];
}

function pluginText({ plugin_title: title, plugin_version: version }: PayloadData): string {
  return version === null ? title : `${title} ${version}`;
}

function reportName({ account, account_name: name, received_at: at }: PayloadData): string {
  return `the report of ${name ?? account ?? 'an unknown account'} of ${at}`;
}

function PayloadTable({ payloads, shownId, onShow, devices, onDevice, whenEmpty }: TableProps) {
  const now = useNow();
  const nameOf = (id: string) => {
    const device = devices.find((each) => each.id === id);
    return device?.name ?? device?.plugin_title ?? `removed (…${id.slice(-4)})`;
  };
  const columns: readonly Column<PayloadData>[] = [
    { ...timeColumn('Received', ({ received_at: at }) => at), isNumber: false, isMain: true },
    { ...nameColumn('Account', ({ account, account_name: name }) => name ?? account), isMain: true },
    namesColumn('Kind', ({ kinds }) => kinds),
    { ...nameColumn('Outcome', outcomeOf), cell: (payload) => <Outcome of={payload} /> },
    nameColumn('Member', ({ member }) => member),
    {
      ...nameColumn('Device', ({ device }) => nameOf(device)),
      cell: (payload) => (
        <>
          <button
            type="button"
            className="plain link clip"
            title="Only the reports of this device"
            onClick={() => onDevice(payload.device)}
          >
            <Name of={nameOf(payload.device)} />
          </button>
          {nameOf(payload.device) !== pluginText(payload) && (
            <span className="dim small"> {pluginText(payload)}</span>
          )}
        </>
      ),
    },
    onlyInFile(numberColumn('Bytes', ({ bytes }) => bytes)),
    onlyInFile(nameColumn('Plugin', pluginText)),
  ];
  return (
    <DataTable
      label="Received reports"
      rows={payloads}
      keyOf={({ id }) => id}
      textOf={(payload) =>
        [
          payload.account_name,
          payload.member,
          payload.plugin_title,
          outcomeOf(payload),
          ...payload.kinds,
        ].join(' ')
      }
      groupOf={({ received_at: at }) => dayTitle(Date.parse(at), now)}
      columns={columns}
      csvName="received-reports"
      foldAs={reportName}
      actions={(payload) => (
        <button
          type="button"
          aria-label={`Show ${reportName(payload)}`}
          aria-expanded={payload.id === shownId}
          onClick={() => onShow(payload.id === shownId ? null : payload.id)}
        >
          Show
        </button>
      )}
      below={(payload) =>
        payload.id === shownId ? <PayloadView payload={payload} onClose={() => onShow(null)} /> : null
      }
      whenEmpty={whenEmpty}
    />
  );
}

function Outcome({ of }: { readonly of: PayloadData }) {
  return <span className={of.account === null ? 'stale' : undefined}>{outcomeOf(of)}</span>;
}
