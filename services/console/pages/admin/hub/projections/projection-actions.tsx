import { CommandButton } from '../../../commands/command-button.tsx';
import type { JobData } from '../../admin-answers.ts';
import { hasRunningJobOf, type ProjectionGenerations } from './projection-generations.ts';

interface Props {
  readonly projection: ProjectionGenerations;
  readonly jobs: readonly JobData[];
  readonly onRebuild: () => void;
}

export function ProjectionActions({ projection: { name, next, before }, jobs, onRebuild }: Props) {
  const isBusy = hasRunningJobOf(jobs, name);
  const route = `admin/projections/${name}`;
  const isReady = next?.state === 'ready';
  const isBuilding = next?.state === 'building';
  return (
    <span className="row wrap">
      {!isReady && (
        <button
          type="button"
          aria-label={`Rebuild ${name} …`}
          // Not `disabled`. Otherwise the button would lose the focus when the rebuild starts.
          aria-disabled={isBusy}
          onClick={() => !isBusy && onRebuild()}
        >
          Rebuild …
        </button>
      )}
      {isReady && (
        <>
          <CommandButton
            label="Compare"
            path={`${route}/verify`}
            what={`Compare the copies of ${name}`}
            disabled={isBusy}
          />
          <CommandButton
            label="Use the new copy"
            path={`${route}/promote`}
            what={`Use the new copy of ${name}`}
            ask={`Pages and API read copy ${next.generation} from then on.`}
            forced="Use it anyway"
            disabled={isBusy}
          />
        </>
      )}
      {next !== null && (
        <CommandButton
          label="Delete the new copy"
          path={`${route}/${isBuilding ? 'cancel' : 'retire'}`}
          body={isBuilding ? {} : { generation: next.generation }}
          what={`Delete the new copy of ${name}`}
          ask={`Copy ${next.generation} is deleted. Another rebuild builds it again.`}
          disabled={isBusy}
        />
      )}
      {before !== null && (
        <CommandButton
          label="Delete the old copy"
          path={`${route}/retire`}
          body={{ previous: true }}
          what={`Delete the old copy of ${name}`}
          ask={`Nobody can go back to copy ${before.generation} any more.`}
          disabled={isBusy}
        />
      )}
      {before?.state === 'ready' && (
        <CommandButton
          label="Go back to the old copy"
          path={`${route}/rollback`}
          what={`Go back to the old copy of ${name}`}
          ask={`Pages and API read copy ${before.generation} again.`}
          forced="Go back anyway"
          disabled={isBusy}
          isDangerous
        />
      )}
    </span>
  );
}
