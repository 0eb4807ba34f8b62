import { Name } from '../common/name.tsx';
import { Panel } from '../common/panel.tsx';
import { TimeAgo } from '../common/time-ago.tsx';
import type { AuditEntryData } from '../console/answers.ts';
import { actorText, noticeText } from '../console/audit-text.ts';

/** What admins did that went beyond what every member may: each leaves a line here. */
export function NoticesPanel({ notices }: { readonly notices: readonly AuditEntryData[] }) {
  return (
    <Panel title="What admins did about you">
      <div className="panel-body">
        <p className="dim small">
          An admin reads what every member reads. Two things go beyond that, and both are told here: a sign-in
          link for you that somebody else made, and a look at what your plugin sent.
        </p>
        {notices.length > 0 && (
          <ul className="note-list">
            {notices.map((entry) => (
              <li key={entry.id}>
                {noticeText(entry)} by <Name of={actorText(entry.actor)} />, <TimeAgo at={entry.at} />
              </li>
            ))}
          </ul>
        )}
      </div>
      {notices.length === 0 && <p className="notice">Nothing so far.</p>}
    </Panel>
  );
}
