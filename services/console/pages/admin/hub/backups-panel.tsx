import { CommandButton } from '../../commands/command-button.tsx';
import { AnswerPanel } from '../../common/panel/answer-panel.tsx';
import { DataTable } from '../../common/table/data-table.tsx';
import { exactAmount } from '../../common/text/format.ts';
import { TimeAgo } from '../../common/text/time-ago.tsx';
import { useConsoleAnswer } from '../../console-api/use-console-answer.ts';
import type { BackupsAnswer, JobData, SettingsAnswer } from '../admin-answers.ts';
import { sizeText } from '../size-text.ts';
import { JobLine } from './jobs/job-line.tsx';
import { findNewestJob } from './jobs/use-jobs.ts';
import { nightlyText } from './nightly-text.ts';

const stateText = {
  forged: 'forged: without a valid signature of this hub',
  another_hub: 'of another hub',
  not_checked: 'not checked',
} as const;

function FolderProblem({ found }: { readonly found: BackupsAnswer['folder_problem'] }) {
  if (found === null) return null;
  return (
    <p className="panel-body danger">
      {found.problem}: {found.fix}.
    </p>
  );
}

const kinds: Readonly<Record<string, string>> = { manual: 'by hand', nightly: 'at night' };

type Backup = BackupsAnswer['backups'][number];

function TriedRestore({ backup: { verified_at: at, problem, state } }: { readonly backup: Backup }) {
  if (state !== 'authentic') return <span className="danger">{stateText[state]}</span>;
  if (problem !== null) return <span className="danger">failed: {problem}</span>;
  return (
    <>
      <TimeAgo at={at} />
      {at !== null && <span className="good"> worked</span>}
    </>
  );
}

export function BackupsPanel({ jobs }: { readonly jobs: readonly JobData[] }) {
  const asked = useConsoleAnswer<BackupsAnswer>('admin/backups');
  const { body: settings } = useConsoleAnswer<SettingsAnswer>('admin/settings', { everyMs: false });
  const shown = [findNewestJob(jobs, 'backup'), findNewestJob(jobs, 'backup-verify')].filter(
    (job) => job !== undefined,
  );
  const isBusy = shown.some(({ state }) => state === 'running');
  const actions = (
    <CommandButton label="Back up now" path="admin/backups" what="Back up now" disabled={isBusy} />
  );
  return (
    <AnswerPanel title="Backups" asked={asked} actions={actions}>
      {({ backups, unreadable, folder_problem: folderProblem }) => (
        <>
          <FolderProblem found={folderProblem} />
          <ul className="job-list" aria-label="Backups under way">
            {shown.map((job) => (
              <li key={job.id}>
                <JobLine job={job} what={job.kind === 'backup' ? 'Backup' : `Trial of ${job.subject}`} />
              </li>
            ))}
          </ul>
          <DataTable
            label="Backups"
            rows={backups}
            keyOf={({ file }) => file}
            columns={[
              { title: 'Taken', cell: ({ taken_at: at }) => <TimeAgo at={at} /> },
              { title: 'How', cell: ({ kind }) => kinds[kind] ?? kind },
              { title: 'Added', cell: ({ bytes }) => sizeText(bytes), isNumber: true },
              { title: 'Last tried restore', cell: (backup) => <TriedRestore backup={backup} /> },
              { title: 'File', cell: ({ file }) => file },
              { title: 'Records', cell: ({ records }) => exactAmount(records), isNumber: true },
            ]}
            actions={({ file, state }) => (
              <CommandButton
                label="Try it"
                path={`admin/backups/${encodeURIComponent(file)}/verify`}
                what={`Try the backup ${file}`}
                ask="The hub restores it into a separate database and compares the tables with the tables in use."
                disabled={isBusy || state !== 'authentic'}
              />
            )}
            whenEmpty="No backup yet: “Back up now” above."
          />
          <p className="panel-body dim small">{nightlyText(settings)}</p>
          {unreadable.map(({ file, problem }) => (
            <p key={file} className="panel-body danger small">
              {problem}
            </p>
          ))}
        </>
      )}
    </AnswerPanel>
  );
}
