import { Fragment, type ReactNode, useState } from 'react';
import { useTitle } from '../../browser/use-title.ts';
import './settings.css';
import { CommandButton } from '../../commands/command-button.tsx';
import { TypedCommand } from '../../commands/typed-command.tsx';
import { SegmentedControl } from '../../common/fields/segmented-control.tsx';
import { AnswerPanel } from '../../common/panel/answer-panel.tsx';
import { Panel } from '../../common/panel/panel.tsx';
import { nameColumn, unsorted } from '../../common/table/columns.tsx';
import { type Column, DataTable } from '../../common/table/data-table.tsx';
import { TimeAgo } from '../../common/text/time-ago.tsx';
import { useConsoleAnswer } from '../../console-api/use-console-answer.ts';
import { EnvLines, PictureLines } from '../../set-up/env-lines.tsx';
import { useAddressChoice } from '../../state/use-address-value.ts';
import type { DecommissionAnswer, SettingsAnswer } from '../admin-answers.ts';
import { attentionTo, isChanged } from './attention.ts';

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

type Setting = SettingsAnswer['settings'][number];

/** The headings are the order, so that nobody sorts. */
const columns: readonly Column<Setting>[] = [
  {
    ...nameColumn('Setting', ({ name }) => name),
    cell: (setting) => (
      <>
        <code>{withBreaks(setting.name)}</code> {isChanged(setting) && <span className="tag">changed</span>}
      </>
    ),
    isMain: true,
  },
  nameColumn('Meaning', ({ meaning }) => meaning.replaceAll('`', '')),
  { ...nameColumn('Value', ({ value }) => value), cell: (setting) => <Value of={setting} />, isMain: true },
  { ...nameColumn('Default', (setting) => setting.default), cell: (setting) => valueText(setting.default) },
  {
    ...nameColumn('Set by', ({ source }) => source),
    cell: (setting) => <span className="tag">{isOfCommand(setting) ? 'the command' : setting.source}</span>,
  },
];

/** A narrow column breaks the name of a setting between words. */
function withBreaks(name: string): ReactNode {
  return name.split(/(?<=_)/).map((word, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a word may stand twice
    <Fragment key={place}>
      {word}
      <wbr />
    </Fragment>
  ));
}

function valueText(value: string | null) {
  return value || <span className="dim">{value === '' ? 'empty' : 'not set'}</span>;
}

function Value({ of }: { readonly of: Setting }) {
  const attention = attentionTo(of);
  if (of.name === 'HUB_SECRET' && of.value === null) {
    return <span className="dim">made by the hub: the file “secret” in DATA_DIR</span>;
  }
  return (
    <>
      {valueText(of.value)}
      {attention !== null && <p className="stale small">{attention.text}</p>}
    </>
  );
}

const shownSettings = ['all', 'changed', 'needs attention'] as const;

const passes: Readonly<Record<(typeof shownSettings)[number], (setting: Setting) => boolean>> = {
  all: () => true,
  changed: isChanged,
  'needs attention': (setting) => attentionTo(setting) !== null,
};

function HubSettingsPanel() {
  const asked = useConsoleAnswer<SettingsAnswer>('admin/settings', { everyMs: false });
  return (
    <AnswerPanel title="Values in use" asked={asked}>
      {(answer) => (
        <>
          <p className="panel-body dim small">
            No page changes these values. The hub reads them from its environment or from the file{' '}
            <code>{answer.env_file}</code> when it starts: “How to change” has the line to copy.
          </p>
          <SettingTable {...answer} />
        </>
      )}
    </AnswerPanel>
  );
}

function SettingTable({ settings }: SettingsAnswer) {
  const [show, setShow] = useAddressChoice('show', shownSettings);
  const [openName, setOpenName] = useState<string | null>(null);
  const atDefault = new Set(settings.map(({ section }) => section));
  for (const each of settings) {
    if (isChanged(each) || attentionTo(each) !== null) atDefault.delete(each.section);
  }
  const weightOf = (each: Setting) => Number(attentionTo(each) !== null) * 2 + Number(isChanged(each));
  // Sections with a changed value come first, and in a section what needs attention.
  const bySection = Map.groupBy(settings, ({ section }) => section);
  const ordered = [...bySection]
    .toSorted(([one], [other]) => Number(atDefault.has(one)) - Number(atDefault.has(other)))
    .flatMap(([, own]) => own.toSorted((one, other) => weightOf(other) - weightOf(one)));
  return (
    <DataTable
      label="Settings"
      rows={ordered.filter(passes[show])}
      keyOf={({ name }) => name}
      groupOf={({ section }) => section}
      isGroupFolded={(section) => show === 'all' && atDefault.has(section)}
      textOf={({ name, meaning }) => `${name} ${meaning}`}
      columns={columns.map(unsorted)}
      filters={
        <SegmentedControl label="Settings to show" choices={shownSettings} chosen={show} onChoose={setShow} />
      }
      csvName="settings"
      foldAs={({ name }) => name}
      actions={({ name }) => (
        <button
          type="button"
          aria-expanded={name === openName}
          aria-label={`How to change ${name}`}
          onClick={() => setOpenName(name === openName ? null : name)}
        >
          How to change
        </button>
      )}
      below={(setting) => (setting.name === openName ? <HowToChange setting={setting} /> : null)}
      whenEmpty="No such setting."
    />
  );
}

/** A command like `hub demo` sets some values itself. */
function isOfCommand({ source, value, default: byDefault }: Setting): boolean {
  return source === 'default' && value !== byDefault;
}

const setByCommand = 'The command that starts the hub sets it, and wins over the file: change the command.';
const places: Readonly<Record<Setting['source'], string>> = {
  environment: 'The environment of the hub has it now, and wins over the file: change it there.',
  '--port': 'The option --port of the command has it now, and wins over the file.',
  '.env': 'The file has a line with it now: change that line.',
  default: 'Add the line to the file.',
};

function HowToChange({ setting }: { readonly setting: Setting }) {
  const { name, value, source, allowed, is_secret: isSecret } = setting;
  const offered = attentionTo(setting)?.cure ?? value ?? '';
  const line = isSecret ? `${name}_FILE=/path/of/a/file/with/the/value` : `${name}=${offered}`;
  return (
    <div className="manage">
      <p>
        Allowed: {allowed}. {isOfCommand(setting) ? setByCommand : places[source]} Then start the hub again.
      </p>
      <EnvLines lines={[line]} />
    </div>
  );
}

const word = 'decommission';

function DecommissionPanel() {
  const asked = useConsoleAnswer<DecommissionAnswer>('admin/decommission');
  const { body } = asked;
  if (body === undefined || body.decommissioned) {
    return (
      <AnswerPanel title="Decommission" asked={asked}>
        {({ since }) => (
          <div className="panel-body decommission">
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
          </div>
        )}
      </AnswerPanel>
    );
  }
  return (
    <details className="panel">
      <summary className="panel-head">Decommission</summary>
      <div className="panel-body decommission">
        <p className="dim">
          For the end of this hub. Every plugin that reports is told to disconnect for good, and has to be
          paired again afterwards. Pages and read API continue.
        </p>
        <TypedCommand
          label="Decommission"
          word={word}
          path="admin/decommission"
          what="Decommission the hub"
          bodyOf={(typed) => ({ on: true, typed })}
        />
      </div>
    </details>
  );
}
