import { useTitle } from '../../browser/use-title.ts';
import './settings.css';
import { CommandButton } from '../../commands/command-button.tsx';
import { TypedCommand } from '../../commands/typed-command.tsx';
import { AnswerPanel } from '../../common/panel/answer-panel.tsx';
import { Panel } from '../../common/panel/panel.tsx';
import { DataTable } from '../../common/table/data-table.tsx';
import { TimeAgo } from '../../common/text/time-ago.tsx';
import { useConsoleAnswer } from '../../console-api/use-console-answer.ts';
import { PictureLines } from '../../set-up/env-lines.tsx';
import type { DecommissionAnswer, SettingsAnswer } from '../admin-answers.ts';

export function SettingsPage() {
  useTitle('Settings');
  return (
    <main id="content" className="page admin-page">
      <h1>Settings</h1>
      <HubSettingsPanel />
      <Panel title="Pictures">
        <div className="panel-body set-up">
          <PictureLines />
        </div>
      </Panel>
      <DecommissionPanel />
    </main>
  );
}

function HubSettingsPanel() {
  const asked = useConsoleAnswer<SettingsAnswer>('admin/settings', { everyMs: false });
  return (
    <AnswerPanel title="Settings" asked={asked}>
      {({ settings }) => (
        <DataTable
          label="Settings"
          rows={settings.toSorted((one, other) => one.name.localeCompare(other.name))}
          keyOf={({ name }) => name}
          columns={[
            { title: 'Setting', cell: ({ name }) => <code>{name}</code> },
            { title: 'Value', cell: ({ value }) => value || <span className="dim">not set</span> },
          ]}
          whenEmpty="No setting is shown."
        />
      )}
    </AnswerPanel>
  );
}

const word = 'decommission';

function DecommissionPanel() {
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
