import { useState } from 'react';
import { generatePath, Link } from 'react-router';
import { pagePaths } from '../../../page-paths.ts';
import { accountAddress } from '../../common/account-address.ts';
import { nameColumn, onlyInFile } from '../../common/table/columns.tsx';
import { type Column, DataTable } from '../../common/table/data-table.tsx';
import { useFolds } from '../../common/table/use-folds.tsx';
import { actionText, detailsText } from '../../common/text/audit-text.ts';
import { countText, dayTitle, exactTime } from '../../common/text/format.ts';
import { Name } from '../../common/text/isolated-name.tsx';
import { TimeAgo, useNow } from '../../common/text/time-ago.tsx';
import type { AuditEntryData } from '../../console-api/answers.ts';
import { useAccounts } from '../../read-api/use-read-api.ts';
import type { AuditAnswer } from '../admin-answers.ts';
import { memberAddress } from '../members/member-address.ts';
import { auditSentence } from './audit-sentence.ts';
import { detailsInWords, valuesOf } from './entry-values.ts';
import { groupEntries } from './group-entries.ts';
import { type NamedPart, sentenceText } from './phrase.ts';

interface Props extends Pick<AuditAnswer, 'entries' | 'names'> {
  /** The ids of members, who have lines on the page of members. */
  readonly memberIds: ReadonlySet<string>;
  readonly onSubject: (id: string) => void;
}

export function EntryTable({ entries, names, memberIds, onSubject }: Props) {
  const [openId, setOpenId] = useState<string | null>(null);
  const now = useNow();
  const { rows, fileRowsOf, foldOf } = useFolds(groupEntries({ entries, names }), openId, foldText);
  return (
    <DataTable
      label="Entries"
      rows={rows}
      fileRowsOf={fileRowsOf}
      keyOf={({ id }) => id}
      groupOf={({ at }) => dayTitle(Date.parse(at), now)}
      columns={[
        { title: 'When', cell: ({ at }) => <TimeAgo at={at} isClock />, csv: ({ at }) => at },
        {
          title: 'Action',
          cell: (entry) => (
            <>
              <Sentence entry={entry} names={names} memberIds={memberIds} /> {foldOf(entry)}
            </>
          ),
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
          aria-label={`Details of the entry of ${at}`}
          onClick={() => setOpenId(id === openId ? null : id)}
        >
          Details
        </button>
      )}
      below={(entry) =>
        entry.id === openId ? <EntryDetails entry={entry} names={names} onSubject={onSubject} /> : null
      }
      whenEmpty="Nothing like this is in the audit log."
    />
  );
}

/** A pairing stands for its code too. */
function foldText(group: readonly AuditEntryData[]): string {
  const isEqual = group.every(({ action }) => action === group[0]?.action);
  return isEqual ? `×${group.length}` : `+${countText(group.length - 1, 'step')}`;
}

const fileColumns: readonly Column<AuditEntryData>[] = [
  nameColumn<AuditEntryData>('Kind', ({ action }) => action),
  nameColumn<AuditEntryData>('Actor', ({ actor }) => actor),
  nameColumn<AuditEntryData>('About', ({ subject }) => subject),
  nameColumn<AuditEntryData>('Details', ({ details }) => detailsText(details)),
].map(onlyInFile);

interface SentenceProps extends Pick<Props, 'names' | 'memberIds'> {
  readonly entry: AuditEntryData;
}

function Sentence({ entry, names, memberIds }: SentenceProps) {
  const { accounts } = useAccounts();
  const addressOf = ({ id, name }: NamedPart): string | null => {
    if (id === null || id === undefined) return null;
    if (id.startsWith('member:') || memberIds.has(id)) return memberAddress(name);
    if (accounts.has(id)) return accountAddress(id);
    const isCompetition = entry.action.startsWith('competition-') && id === entry.subject;
    return isCompetition ? generatePath(pagePaths.competition, { id }) : null;
  };
  return auditSentence(entry, names).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no ids and keep their order
    typeof part === 'string' ? part : <NameLink key={index} name={part.name} address={addressOf(part)} />,
  );
}

function NameLink({ name, address }: { readonly name: string; readonly address: string | null }) {
  if (address === null) return <Name of={name} />;
  return (
    <Link to={address}>
      <Name of={name} />
    </Link>
  );
}

interface DetailsProps extends Pick<Props, 'names'> {
  readonly entry: AuditEntryData;
  readonly onSubject: (id: string) => void;
}

function EntryDetails({ entry, names, onSubject }: DetailsProps) {
  const { id, at, action, subject } = entry;
  return (
    <div className="entry-details">
      <dl>
        <dt>Time</dt>
        <dd>{exactTime(Date.parse(at))}</dd>
        <dt>Action</dt>
        <dd>{actionText(action)}</dd>
        <dt>Entry</dt>
        <dd>{id}</dd>
        <dt>About</dt>
        <dd>{sentenceText([valuesOf(entry, names).about])}</dd>
        <dt>Details</dt>
        <dd>{detailsInWords(entry.details, names) || '–'}</dd>
      </dl>
      {subject !== null && (
        <button type="button" title={`Only entries about ${subject}`} onClick={() => onSubject(subject)}>
          Only entries about this
        </button>
      )}
    </div>
  );
}
