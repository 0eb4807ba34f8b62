import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { pagePaths } from '../../page-paths.ts';
import type { CompetitionsAnswer } from '../admin/admin-answers.ts';
import { CommandButton } from '../commands/command-button.tsx';
import { isolateName } from '../common/text/account-name.ts';
import { useConsoleAnswer } from '../console-api/use-console-answer.ts';
import { CompetitionForm } from './competition-form.tsx';
import { competitionsKey } from './competition-line.tsx';

interface Props {
  readonly id: string;
  readonly onChanged: () => void;
}

const endings = {
  End: 'The end is cut to whole 5 minutes: what came since does not count. A competition that has ended cannot continue.',
  Cancel: 'The competition has not begun. It disappears, and cannot come back.',
};

/** For admins, who also change teams whose accounts they cannot read. */
export function CompetitionActions({ id, onChanged }: Props) {
  const { body } = useConsoleAnswer<CompetitionsAnswer>('admin/competitions');
  const competition = body?.competitions.find((each) => each.id === id);
  const [isEditing, setIsEditing] = useState(false);
  const cache = useQueryClient();
  const navigate = useNavigate();
  if (competition === undefined) return null;
  const { title, state } = competition;
  const verb = state === 'coming' ? 'Cancel' : 'End';
  const change = state === 'ended' ? 'Rename' : 'Change';
  /** A cancelled competition has no page, and the list says what happened. */
  const showCancelled = () => {
    void cache.invalidateQueries({ queryKey: [competitionsKey] });
    void navigate(pagePaths.competitions, { replace: true, state: { cancelled: title } });
  };
  const endEditing = () => {
    setIsEditing(false);
    onChanged();
  };
  return (
    <>
      <span className="row wrap">
        <button
          type="button"
          aria-label={`${change} the competition ${title}`}
          aria-expanded={isEditing}
          onClick={() => setIsEditing(!isEditing)}
        >
          {change}
        </button>
        {state !== 'ended' && (
          <CommandButton
            label={verb}
            path={`admin/competitions/${id}/end`}
            what={`${verb} the competition ${isolateName(title)}`}
            ask={endings[verb]}
            onDone={verb === 'Cancel' ? showCancelled : onChanged}
            isDangerous
          />
        )}
      </span>
      {isEditing && <CompetitionForm before={competition} onEnd={endEditing} />}
    </>
  );
}
