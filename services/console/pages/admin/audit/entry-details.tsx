import { detailsText } from '../../common/text/audit-text.ts';
import type { AuditEntryData } from '../../console-api/answers.ts';

interface Props {
  readonly entry: AuditEntryData;
  readonly onSubject: (id: string) => void;
}

export function EntryDetails({ entry: { id, at, action, subject, details }, onSubject }: Props) {
  return (
    <div className="entry-details">
      <dl>
        <dt>Time</dt>
        <dd>{at}</dd>
        <dt>Action</dt>
        <dd>{action}</dd>
        <dt>Entry</dt>
        <dd>{id}</dd>
        <dt>About</dt>
        <dd>{subject ?? 'the hub'}</dd>
        <dt>Details</dt>
        <dd>{detailsText(details) || '–'}</dd>
      </dl>
      {subject !== null && (
        <button type="button" title={`Only entries about ${subject}`} onClick={() => onSubject(subject)}>
          Only entries about this
        </button>
      )}
    </div>
  );
}
