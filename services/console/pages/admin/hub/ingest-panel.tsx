import { AnswerPanel } from '../../common/panel/answer-panel.tsx';
import { DataTable } from '../../common/table/data-table.tsx';
import { exactAmount } from '../../common/text/format.ts';
import { TimeAgo } from '../../common/text/time-ago.tsx';
import { useConsoleAnswer } from '../../console-api/use-console-answer.ts';
import type { IngestAnswer } from '../admin-answers.ts';
import { sizeText } from '../size-text.ts';

/** Kinds of left-out values that an admin can do something about (rules/input.md#what-comes-in). */
const adviceOf: Readonly<Record<string, string>> = {
  unknown_world:
    'may be of another character. The command “hub game load” tells the hub which worlds are special',
  other_character: 'xp below the known xp: a league or another special world',
  holding_of_contributor: 'banks and counters of an account that another member owns',
  no_room: 'too many skills or items: a limit of the hub',
  unknown_skill: 'a skill that this release does not know: an update of the hub adds it',
};

export function IngestPanel() {
  const asked = useConsoleAnswer<IngestAnswer>('admin/ingest');
  return (
    <AnswerPanel title="Incoming reports" asked={asked}>
      {({ plugins, loudest, skipped, unknown_skills: unknownSkills }) => (
        <>
          <DataTable
            label="Plugins"
            rows={plugins}
            keyOf={({ plugin_title: title, version }) => `${title} ${version}`}
            columns={[
              { title: 'Plugin', cell: ({ plugin_title: title }) => title },
              { title: 'Version', cell: ({ version }) => version ?? 'not reported' },
              { title: 'Devices', cell: ({ devices }) => devices, isNumber: true },
              { title: 'Last report', cell: ({ last_seen_at: at }) => <TimeAgo at={at} /> },
            ]}
            whenEmpty="No plugin has reported yet."
          />
          <UnknownSkills skills={unknownSkills} />
          {skipped.length > 0 && (
            <>
              <p className="panel-body dim small">
                Parts of reports that the hub could not use and left out, since its start:
              </p>
              <DataTable
                label="Left out"
                rows={skipped}
                keyOf={({ part }) => part}
                columns={[
                  { title: 'Part', cell: ({ part }) => part },
                  {
                    title: 'Reason',
                    cell: ({ part }) => adviceOf[part] ?? 'does not follow the protocol of the plugin',
                  },
                  { title: 'Times', cell: ({ count }) => exactAmount(count), isNumber: true },
                ]}
                whenEmpty=""
              />
            </>
          )}
          {loudest.length > 0 && (
            <>
              <p className="panel-body dim small">Devices that sent most in the last hour:</p>
              <DataTable
                label="Loudest devices"
                rows={loudest}
                keyOf={({ id }) => id}
                columns={[
                  { title: 'Member', cell: ({ member }) => member ?? '–' },
                  { title: 'Device', cell: ({ id, name }) => name ?? id },
                  { title: 'Reports', cell: ({ reports }) => exactAmount(reports), isNumber: true },
                  { title: 'Sent', cell: ({ bytes }) => sizeText(bytes), isNumber: true },
                ]}
                whenEmpty=""
                shownMax={5}
              />
            </>
          )}
        </>
      )}
    </AnswerPanel>
  );
}

function UnknownSkills({ skills }: { readonly skills: IngestAnswer['unknown_skills'] }) {
  if (skills.length === 0) return null;
  return (
    <>
      <p className="panel-body small stale">
        This release does not know these skills, so their xp is left out. An update of the hub adds them:
      </p>
      <DataTable
        label="Unknown skills"
        rows={skills}
        keyOf={({ plugin_title: title, place }) => `${title} ${place}`}
        columns={[
          { title: 'Plugin', cell: ({ plugin_title: title }) => title },
          { title: 'Skill', cell: ({ place }) => `skill ${place}` },
          { title: 'Last report', cell: ({ last_reported_at: at }) => <TimeAgo at={at} /> },
        ]}
        whenEmpty=""
      />
    </>
  );
}
