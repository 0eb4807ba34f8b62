import { useState } from 'react';
import { Link } from 'react-router';
import { pagePaths } from '../../../page-paths.ts';
import { useTitle } from '../../browser/use-title.ts';
import { FoldOnPhone } from '../../common/fields/fold-on-phone.tsx';
import { AnswerPanel } from '../../common/panel/answer-panel.tsx';
import {
  nameColumn,
  namesColumn,
  numberColumn,
  onlyInFile,
  timeColumn,
  unlessObvious,
} from '../../common/table/columns.tsx';
import { type Column, DataTable } from '../../common/table/data-table.tsx';
import { countText, dayTitle } from '../../common/text/format.ts';
import { Name } from '../../common/text/isolated-name.tsx';
import { useNow } from '../../common/text/time-ago.tsx';
import { useConsoleAnswer } from '../../console-api/use-console-answer.ts';
import type { DevicesAnswer, PayloadData, PayloadsAnswer, SettingsAnswer } from '../admin-answers.ts';
import { findSetting } from '../find-setting.ts';
import { outcomeTexts, PayloadFilterFields, usePayloadFilters } from './payload-filters.tsx';
import { PayloadView } from './payload-view.tsx';

const limit = 100;

export function PayloadsPage() {
  useTitle('Received reports');
  const [{ before, ...filters }, choose] = usePayloadFilters();
  const [shownId, setShownId] = useState<string | null>(null);
  const query = new URLSearchParams({ limit: String(limit) });
  for (const [name, value] of Object.entries({ ...filters, before }))
    if (value !== '') query.set(name, value);
  const asked = useConsoleAnswer<PayloadsAnswer>(`admin/payloads?${query}`, { everyMs: false });
  const devices = useConsoleAnswer<DevicesAnswer>('admin/devices', { everyMs: false }).body?.devices ?? [];
  const settings = useConsoleAnswer<SettingsAnswer>('admin/settings', { everyMs: false });
  const such = Object.values(filters).some((value) => value !== '') ? 'such ' : '';
  const until = before === '' ? '' : ' until then';
  const actions = (
    <>
      <FoldOnPhone>
        <PayloadFilterFields
          filters={{ ...filters, before }}
          onChoose={choose}
          devices={devices}
          kinds={asked.body?.all_kinds ?? []}
        />
      </FoldOnPhone>
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
              onDevice={(device) => choose({ device, account: '' })}
              whenEmpty={`No ${such}report was received${until} in ${keptText(settings.body)}.`}
            />
            {!complete && (
              <p className="panel-body stale small">
                Not all was searched. “Older” searches further, and an account or a device makes it faster.
              </p>
            )}
            <div className="panel-body row">
              {before !== '' && (
                <button type="button" onClick={() => choose({})}>
                  Newest
                </button>
              )}
              {older !== null && (
                <button type="button" onClick={() => choose({ before: older }, false)}>
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

function outcomeOf({ account }: PayloadData): string {
  return outcomeTexts[account === null ? 'unknown account' : 'used'];
}

function pluginText({ plugin_title: title, plugin_version: version }: PayloadData): string {
  return version === null ? title : `${title} ${version}`;
}

function reportName({ account, account_name: name, received_at: at }: PayloadData): string {
  return `the report of ${name ?? account ?? 'an unknown account'} of ${at}`;
}

const memberColumn = nameColumn<PayloadData>('Member', ({ member }) => member);

function PayloadTable({ payloads, shownId, onShow, devices, onDevice, whenEmpty }: TableProps) {
  const now = useNow();
  const nameOf = (id: string) => {
    const device = devices.find((each) => each.id === id);
    return device?.name ?? device?.plugin_title ?? `removed (…${id.slice(-4)})`;
  };
  const columns: readonly Column<PayloadData>[] = [
    { ...timeColumn('Received', ({ received_at: at }) => at), isNumber: false, isMain: true },
    nameColumn('Account', ({ account, account_name: name }) => name ?? account),
    { ...namesColumn('Kind', ({ kinds }) => kinds), isMain: true },
    { ...nameColumn('Outcome', outcomeOf), cell: (payload) => <Outcome of={payload} /> },
    unlessObvious(memberColumn, payloads, ({ account_name: name, member }) => name === member),
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
