import { useState } from 'react';
import { useTitle } from '../../browser/use-title.ts';
import { AnswerPanel } from '../../common/panel/answer-panel.tsx';
import { useConsoleAnswer } from '../../console-api/use-console-answer.ts';
import { useAddressChoice, useAddressValue } from '../../state/use-address-value.ts';
import type { AuditAnswer } from '../admin-answers.ts';
import { type AuditFilter, type AuditSpan, auditQuery, auditSpans } from './audit-filter.ts';
import { AuditForm } from './audit-form.tsx';
import { EntryTable } from './entry-table.tsx';

export function AuditPage() {
  useTitle('Audit log');
  const [actor, setActor] = useAddressValue('actor', '');
  const [action, setAction] = useAddressValue('action', '');
  const [subject, setSubject] = useAddressValue('subject', '');
  const [span, setSpan] = useAddressChoice<AuditSpan>('span', auditSpans);
  const [before, setBefore] = useAddressValue('before', '');
  // The query stays the same while the page is open.
  const [now] = useState(Date.now);
  const filter: AuditFilter = { actor, action, subject, span };
  const asked = useConsoleAnswer<AuditAnswer>(`admin/audit?${auditQuery(filter, before, now)}`);
  const change = (next: AuditFilter) => {
    setActor(next.actor);
    setAction(next.action);
    setSubject(next.subject);
    setSpan(next.span);
    setBefore('');
  };
  return (
    <main id="content" className="page admin-page">
      <h1>Audit log</h1>
      <AuditForm filter={filter} onChange={change} />
      <AnswerPanel title="Newest first" asked={asked}>
        {({ entries, names, older }) => (
          <>
            <EntryTable
              entries={entries}
              names={names}
              onSubject={(id) => change({ ...filter, subject: id })}
            />
            <div className="panel-body row">
              {before !== '' && (
                <button type="button" onClick={() => setBefore('')}>
                  Newest
                </button>
              )}
              {older !== null && (
                <button type="button" onClick={() => setBefore(older)}>
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
