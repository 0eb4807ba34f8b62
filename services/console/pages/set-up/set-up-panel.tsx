import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { pagePaths } from '../../page-paths.ts';
import { readPageSettings } from '../browser/page-settings.ts';
import { Loading, Panel } from '../common/panel/panel.tsx';
import type { OwnPageAnswer } from '../console-api/answers.ts';
import { useConsoleAnswer } from '../console-api/use-console-answer.ts';
import { useSession } from '../console-api/use-session.ts';
import { useRemembered } from '../state/use-remembered.ts';
import { EnvLines, PictureLines } from './env-lines.tsx';

/** The first steps of a guild, for its admins, until they are done. */
export function SetUpPanel() {
  const [isEnded, setIsEnded] = useRemembered('set-up-ended', false, (stored) => stored === true);
  const isAdmin = useSession()?.member.is_admin === true;
  if (isEnded || !isAdmin) return null;
  return <OpenSetUp onEnd={() => setIsEnded(true)} />;
}

function OpenSetUp({ onEnd }: { readonly onEnd: () => void }) {
  const { body, error } = useConsoleAnswer<OwnPageAnswer>('me');
  const { isNamed } = readPageSettings();
  const hasMembers = (body?.members.length ?? 0) > 1;
  const hasReport = body?.devices.some(({ last_heard_at: at }) => at !== null) === true;
  const isDone = isNamed && hasMembers && hasReport;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each render creates an equal handler
  useEffect(() => {
    if (isDone) onEnd();
  }, [isDone]);
  if (isDone) return null;
  if (body === undefined) return error === null ? <Loading /> : null;
  const hide = (
    <button type="button" className="chip" onClick={onEnd}>
      Hide
    </button>
  );
  return (
    <Panel title="Set up the guild" className="wide" actions={hide}>
      <div className="panel-body set-up">
        <ol>
          <Step title="Name the guild" isDone={isNamed}>
            <p className="dim small">
              Put this line with your name into the file <code>.env</code> in the folder of the hub. Then
              start the hub again.
            </p>
            <EnvLines lines={['HUB_NAME="Fellowship of the Fen"']} />
          </Step>
          <Step title="Add members" isDone={hasMembers}>
            <p className="dim small">
              <Link to={pagePaths.adminMembers}>Add each member</Link>, and send each a sign-in link.
            </p>
          </Step>
          <Step title="Pair a plugin" isDone={hasReport}>
            <p className="dim small">
              <Link to={pagePaths.me}>Pair the plugin of your game client</Link>. The first report ends this
              step.
            </p>
          </Step>
        </ol>
        <details>
          <summary>Pictures of items and of the map</summary>
          <PictureLines />
        </details>
      </div>
    </Panel>
  );
}

interface StepProps {
  readonly title: string;
  readonly isDone: boolean;
  readonly children: ReactNode;
}

function Step({ title, isDone, children }: StepProps) {
  return (
    <li className="set-up-step">
      <span aria-hidden="true">{isDone ? '✓' : '○'}</span>
      <div>
        <h3>
          {title}
          {isDone && <span className="dim"> (done)</span>}
        </h3>
        {!isDone && children}
      </div>
    </li>
  );
}
