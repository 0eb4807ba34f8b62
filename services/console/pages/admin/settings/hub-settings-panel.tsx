import { AnswerPanel } from '../../common/panel/answer-panel.tsx';
import { DataTable } from '../../common/table/data-table.tsx';
import { useConsoleAnswer } from '../../console-api/use-console-answer.ts';
import type { SettingsAnswer } from '../admin-answers.ts';

export function HubSettingsPanel() {
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
