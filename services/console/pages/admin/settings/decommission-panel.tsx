import { CommandButton } from '../../commands/command-button.tsx';
import { TypedCommand } from '../../commands/typed-command.tsx';
import { AnswerPanel } from '../../common/panel/answer-panel.tsx';
import { TimeAgo } from '../../common/text/time-ago.tsx';
import { useConsoleAnswer } from '../../console-api/use-console-answer.ts';
import type { DecommissionAnswer } from '../admin-answers.ts';

const word = 'decommission';

export function DecommissionPanel() {
  const asked = useConsoleAnswer<DecommissionAnswer>('admin/decommission');
  return (
    <AnswerPanel title="Decommission" asked={asked}>
      {({ decommissioned, since }) => (
        <div className="panel-body decommission">
          {decommissioned ? (
            <>
              <p className="danger">
                Decommissioned since <TimeAgo at={since} />: plugins are told to disconnect for good.
              </p>
              <CommandButton
                label="Take it back"
                path="admin/decommission"
                body={{ on: false, typed: word }}
                what="Take the hub back into service"
                ask="Plugins that were already told to disconnect have to be paired again."
              />
            </>
          ) : (
            <>
              <p className="dim">
                For the end of this hub. Every plugin that reports is told to disconnect for good, and has to
                be paired again afterwards. Pages and read API continue.
              </p>
              <TypedCommand
                label="Decommission"
                word={word}
                path="admin/decommission"
                what="Decommission the hub"
                bodyOf={(typed) => ({ on: true, typed })}
              />
            </>
          )}
        </div>
      )}
    </AnswerPanel>
  );
}
