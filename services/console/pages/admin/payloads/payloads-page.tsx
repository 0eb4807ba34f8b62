import { useState } from 'react';
import { useTitle } from '../../browser/use-title.ts';
import { AnswerPanel } from '../../common/panel/answer-panel.tsx';
import { DataTable } from '../../common/table/data-table.tsx';
import { accountName } from '../../common/text/account-name.ts';
import { countText, exactAmount } from '../../common/text/format.ts';
import { TimeAgo } from '../../common/text/time-ago.tsx';
import { useConsoleAnswer } from '../../console-api/use-console-answer.ts';
import { useAddressValue } from '../../state/use-address-value.ts';
import type { AccountsAnswer, PayloadData, PayloadsAnswer, SettingsAnswer } from '../admin-answers.ts';
import { findSetting } from '../find-setting.ts';
import { PayloadView } from './payload-view.tsx';

const limit = 100;

export function PayloadsPage() {
  useTitle('Received reports');
  const [account, setAccount] = useAddressValue('account', '');
  const [device, setDevice] = useAddressValue('device', '');
  const [shownId, setShownId] = useState<string | null>(null);
  // The hub filters by an account or by a device, not by both.
  const chooseAccount = (id: string) => {
    setDevice('');
    setAccount(id);
  };
  const chooseDevice = (id: string) => {
    setAccount('');
    setDevice(id);
  };
  const query = new URLSearchParams({
    limit: String(limit),
    ...(account !== '' && { account }),
    ...(device !== '' && { device }),
  });
  const asked = useConsoleAnswer<PayloadsAnswer>(`admin/payloads?${query}`, { everyMs: false });
  const accounts = useConsoleAnswer<AccountsAnswer>('admin/accounts', { everyMs: false });
  const settings = useConsoleAnswer<SettingsAnswer>('admin/settings', { everyMs: false });
  const of = account !== '' ? ' of this account' : device !== '' ? ' of this device' : '';
  const whenEmpty = `No report${of} was received in ${keptText(settings.body)}.`;
  const actions = (
    <>
      <select aria-label="Account" value={account} onChange={({ target }) => chooseAccount(target.value)}>
        <option value="">every account</option>
        {accounts.body?.accounts.map((each) => (
          <option key={each.id} value={each.id}>
            {accountName(each)}
          </option>
        ))}
      </select>
      {device !== '' && (
        <button type="button" className="chip" onClick={() => setDevice('')}>
          Every device
        </button>
      )}
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
        member of an opened report is told.
      </p>
      <AnswerPanel title="Newest first" asked={asked} actions={actions}>
        {({ payloads, complete }) => (
          <>
            <PayloadTable
              payloads={payloads}
              shownId={shownId}
              onShow={setShownId}
              onDevice={chooseDevice}
              whenEmpty={whenEmpty}
            />
            {!complete && (
              <p className="panel-body stale small">Not all was searched: choose an account or a device.</p>
            )}
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
  readonly onDevice: (id: string) => void;
  readonly whenEmpty: string;
}

function PayloadTable({ payloads, shownId, onShow, onDevice, whenEmpty }: TableProps) {
  return (
    <DataTable
      label="Received reports"
      rows={payloads}
      keyOf={({ id }) => id}
      columns={[
        { title: 'Received', cell: ({ received_at: at }) => <TimeAgo at={at} /> },
        {
          title: 'Account',
          cell: ({ account, account_name: name }) => name ?? account ?? 'an unknown account',
        },
        { title: 'Member', cell: ({ member }) => member ?? '–' },
        {
          title: 'Device',
          cell: ({ device }) => (
            <button
              type="button"
              className="plain link"
              title="Only what this device sent"
              onClick={() => onDevice(device)}
            >
              {device.slice(0, 8)}
            </button>
          ),
        },
        {
          title: 'Plugin',
          cell: ({ plugin_title: title, plugin_version: version }) => `${title} ${version ?? ''}`,
        },
        { title: 'Bytes', cell: ({ bytes }) => exactAmount(bytes), isNumber: true },
      ]}
      actions={({ id, account, account_name: name, received_at: at }) => (
        <button
          type="button"
          aria-label={`Show the report of ${name ?? account ?? 'an unknown account'} of ${at}`}
          aria-expanded={id === shownId}
          onClick={() => onShow(id === shownId ? null : id)}
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
