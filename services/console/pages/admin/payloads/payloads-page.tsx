import { Link } from 'react-router';
import { pagePaths } from '../../../page-paths.ts';
import { useTitle } from '../../browser/use-title.ts';
import { FoldOnPhone } from '../../common/fields/fold-on-phone.tsx';
import { AnswerPanel } from '../../common/panel/answer-panel.tsx';
import { countText } from '../../common/text/format.ts';
import { useConsoleAnswer } from '../../console-api/use-console-answer.ts';
import type { DevicesAnswer, PayloadsAnswer, SettingsAnswer } from '../admin-answers.ts';
import { findSetting } from '../find-setting.ts';
import { PayloadFilterFields, usePayloadFilters } from './payload-filters.tsx';
import { PayloadTable } from './payload-table.tsx';

const limit = 100;

export function PayloadsPage() {
  useTitle('Received reports');
  const [{ before, ...filters }, choose] = usePayloadFilters();
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
      <FoldOnPhone title="Filter">
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
        Messages of plugins as they came. The hub keeps accepted reports for {keptText(settings.body)}.
        Refused reports are not kept: <Link to={`${pagePaths.adminMembers}?list=plugins`}>Members</Link> shows
        the last refusal of each plugin. The audit log records who looks here, and the member of an opened
        report is told.
      </p>
      <AnswerPanel title="Newest first" asked={asked} actions={actions}>
        {({ payloads, complete, older }) => (
          <>
            <PayloadTable
              payloads={payloads}
              devices={devices}
              onDevice={(device) => choose({ device })}
              whenEmpty={`No ${such}report was received${until} in the last ${keptText(settings.body)}.`}
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
  return kept ? countText(Number(kept), 'hour') : 'hours of RAW_PAYLOAD_RETENTION_HOURS';
}
