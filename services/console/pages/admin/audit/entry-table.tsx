import { useState } from 'react';
import { nameColumn, onlyInFile } from '../../common/table/columns.tsx';
import { type Column, DataTable } from '../../common/table/data-table.tsx';
import { detailsText } from '../../common/text/audit-text.ts';
import { dayTitle } from '../../common/text/format.ts';
import { Name } from '../../common/text/isolated-name.tsx';
import { TimeAgo, useNow } from '../../common/text/time-ago.tsx';
import type { AuditEntryData } from '../../console-api/answers.ts';
import type { AuditAnswer } from '../admin-answers.ts';
import { auditSentence } from './audit-sentence.ts';
import { sentenceText } from './phrase.ts';

interface Props extends Pick<AuditAnswer, 'entries' | 'names'> {
  readonly onSubject: (id: string) => void;
}

export function EntryTable({ entries, names, onSubject }: Props) {
  const [openId, setOpenId] = useState<string | null>(null);
  const now = useNow();
  return (
    <DataTable
      label="Entries"
      rows={entries}
      keyOf={({ id }) => id}
      groupOf={({ at }) => dayTitle(Date.parse(at), now)}
      columns={[
        { title: 'When', cell: ({ at }) => <TimeAgo at={at} />, csv: ({ at }) => at },
        {
          title: 'Action',
          cell: (entry) => <Sentence entry={entry} names={names} />,
          csv: (entry) => sentenceText(auditSentence(entry, names)),
        },
        ...fileColumns,
      ]}
      csvName="audit-log"
      isCompact
      actions={({ id, at }) => (
        <button
          type="button"
          className="chip"
          aria-expanded={id === openId}
          aria-label={`Ids of the entry of ${at}`}
          onClick={() => setOpenId(id === openId ? null : id)}
        >
          Ids
        </button>
      )}
      below={(entry) => (entry.id === openId ? <EntryDetails entry={entry} onSubject={onSubject} /> : null)}
      whenEmpty="Nothing like this is in the audit log."
    />
  );
}

const fileColumns: readonly Column<AuditEntryData>[] = [
  nameColumn<AuditEntryData>('Kind', ({ action }) => action),
  nameColumn<AuditEntryData>('Actor', ({ actor }) => actor),
  nameColumn<AuditEntryData>('About', ({ subject }) => subject),
  nameColumn<AuditEntryData>('Details', ({ details }) => detailsText(details)),
].map(onlyInFile);

interface SentenceProps extends Pick<Props, 'names'> {
  readonly entry: AuditEntryData;
}

function Sentence({ entry, names }: SentenceProps) {
  return auditSentence(entry, names).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no ids and keep their order
    typeof part === 'string' ? part : <Name key={index} of={part.name} />,
  );
}

interface DetailsProps {
  readonly entry: AuditEntryData;
  readonly onSubject: (id: string) => void;
}

function EntryDetails({ entry: { id, at, action, subject, details }, onSubject }: DetailsProps) {
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
