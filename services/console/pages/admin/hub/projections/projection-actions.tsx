import { CommandButton } from '../../../commands/command-button.tsx';
import type { JobData } from '../../admin-answers.ts';
import { hasRunningJobOf, type ProjectionGenerations } from './projection-generations.ts';

interface Props {
  readonly projection: ProjectionGenerations;
  readonly jobs: readonly JobData[];
  readonly onRebuild: () => void;
}

/** Shows the possible actions on a projection in its current state. */
export function ProjectionActions({ projection: { name, next, before }, jobs, onRebuild }: Props) {
  const isBusy = hasRunningJobOf(jobs, name);
  const route = `admin/projections/${name}`;
  const isReady = next?.state === 'ready';
  return (
    <span className="row wrap">
      {!isReady && (
        <button
          type="button"
          aria-label={`Rebuild ${name} …`}
          // Not `disabled`, because the started rebuild would take the focus from the button.
          aria-disabled={isBusy}
          onClick={() => !isBusy && onRebuild()}
        >
          Rebuild …
        </button>
      )}
      {isReady && (
        <>
          <CommandButton label="Verify" path={`${route}/verify`} what={`Verify ${name}`} disabled={isBusy} />
          <CommandButton
            label="Promote"
            path={`${route}/promote`}
            what={`Promote ${name}`}
            ask={`Generation ${next.generation} is served from then on.`}
            forced="Promote it anyway"
            disabled={isBusy}
          />
        </>
      )}
      {next !== null && (
        <CommandButton
          label="Give it up"
          // A finished generation is retired, and an unfinished rebuild is cancelled.
          path={`${route}/${isReady ? 'retire' : 'cancel'}`}
          body={isReady ? { generation: next.generation } : {}}
          what={`Give up the rebuild of ${name}`}
          ask={`Generation ${next.generation} is dropped.`}
          disabled={isBusy}
        />
      )}
      {before !== null && (
        <CommandButton
          label="Drop the old"
          path={`${route}/retire`}
          body={{ previous: true }}
          what={`Drop the old copy of ${name}`}
          ask={`Nobody can roll back to generation ${before.generation} any more.`}
          disabled={isBusy}
        />
      )}
      {before?.state === 'ready' && (
        <CommandButton
          label="Roll back"
          path={`${route}/rollback`}
          what={`Roll ${name} back`}
          ask={`Generation ${before.generation} is served again.`}
          forced="Roll back anyway"
          disabled={isBusy}
          isDangerous
        />
      )}
    </span>
  );
}
