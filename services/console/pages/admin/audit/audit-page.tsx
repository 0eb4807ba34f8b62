import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { focusOn } from '../../browser/focus.ts';
import { useTitle } from '../../browser/use-title.ts';
import { ChipChoice } from '../../common/fields/chip-choice.tsx';
import { FoldOnPhone } from '../../common/fields/fold-on-phone.tsx';
import { SegmentedControl } from '../../common/fields/segmented-control.tsx';
import { AnswerPanel } from '../../common/panel/answer-panel.tsx';
import { useConsoleAnswer } from '../../console-api/use-console-answer.ts';
import { RangeField } from '../../events/range-form.tsx';
import { useAccounts } from '../../read-api/use-read-api.ts';
import { useAddressChoice, useAddressValue } from '../../state/use-address-value.ts';
import type { AuditAnswer, MembersAnswer } from '../admin-answers.ts';
import {
  type AuditFilter,
  type AuditSpan,
  auditKindNames,
  auditQuery,
  auditSpans,
  parseAuditKinds,
} from './audit-filter.ts';
import { EntryTable } from './entry-table.tsx';

export function AuditPage() {
  useTitle('Audit log');
  const [actor, setActor] = useAddressValue('actor', '');
  const [kindText, setKindText] = useAddressValue('kinds', '');
  const [subject, setSubject] = useAddressValue('subject', '');
  const [span, setSpan] = useAddressChoice<AuditSpan>('span', auditSpans);
  const [untilText, setUntil] = useAddressValue('until', '');
  const until = Number.isNaN(Date.parse(untilText)) ? '' : untilText;
  const [before, setBefore] = useAddressValue('before', '');
  // The query stays the same while the page is open.
  const [now] = useState(Date.now);
  const kinds = parseAuditKinds(kindText);
  const filter: AuditFilter = { actor, kinds, subject, span, until };
  const asked = useConsoleAnswer<AuditAnswer>(`admin/audit?${auditQuery(filter, before, now)}`);
  const members = useConsoleAnswer<MembersAnswer>('admin/members', { everyMs: false }).body?.members ?? [];
  const memberIds = new Set(members.map(({ id }) => id));
  const change = (next: AuditFilter) => {
    setActor(next.actor);
    setKindText(next.kinds.join());
    setSubject(next.subject);
    setSpan(next.span);
    setUntil(next.until);
    setBefore('');
  };
  return (
    <main id="content" className="page admin-page">
      <h1>Audit log</h1>
      <FoldOnPhone title="Filter">
        <AuditForm filter={filter} onChange={change} members={members} />
      </FoldOnPhone>
      <AnswerPanel title="Newest first" asked={asked}>
        {({ entries, names, older }) => (
          <>
            <EntryTable
              entries={entries}
              names={names}
              memberIds={memberIds}
              onSubject={(id) => change({ ...filter, subject: id })}
            />
            <div className="panel-body row">
              {before !== '' && (
                <button type="button" onClick={() => setBefore('')}>
                  Newest
                </button>
              )}
              {older !== null && (
                <button type="button" onClick={() => setBefore(older)}>
                  Older
                </button>
              )}
            </div>
          </>
        )}
      </AnswerPanel>
    </main>
  );
}

interface Props {
  readonly filter: AuditFilter;
  readonly onChange: (filter: AuditFilter) => void;
}

const unfiltered = { actor: '', kinds: [], subject: '', until: '' };

function AuditForm({ filter, onChange, members }: Props & Pick<MembersAnswer, 'members'>) {
  const { accounts } = useAccounts();
  const id = useId();
  const { typed, setTyped, change } = useTyped({ filter, onChange });
  const firstField = useRef<HTMLInputElement>(null);
  const wanted = { ...typed, actor: typed.actor.trim(), subject: typed.subject.trim() };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change(wanted);
  };
  const leaveField = () => {
    if (textOf(wanted) !== textOf(filter)) change(wanted);
  };
  const clear = () => {
    change({ ...typed, ...unfiltered });
    // The button disappears with the filter that it clears.
    focusOn(firstField.current);
  };
  const isFiltered = textOf(filter) !== textOf({ ...filter, ...unfiltered });
  return (
    <form className="audit-form row wrap" onSubmit={submit}>
      <fieldset className="choice-list">
        <legend className="hidden-text">Kinds of actions</legend>
        <ChipChoice
          choices={auditKindNames}
          chosen={typed.kinds}
          onChange={(kinds) => change({ ...wanted, kinds })}
        />
      </fieldset>
      <SegmentedControl
        label="How far back"
        choices={auditSpans}
        chosen={typed.span}
        onChoose={(span) => change({ ...wanted, span })}
      />
      <span className="small">
        <RangeField label="Until" end={typed.until} onEnd={(until) => change({ ...wanted, until })} />
      </span>
      <label className="field small">
        Actor: a name or a part, cli, hub
        <input
          type="search"
          ref={firstField}
          list={`${id}-actor`}
          value={typed.actor}
          onBlur={leaveField}
          onChange={({ target }) => setTyped({ ...typed, actor: target.value })}
        />
      </label>
      <label className="field small">
        About: a name, a part or an id
        <input
          type="search"
          list={`${id}-subject`}
          value={typed.subject}
          onBlur={leaveField}
          onChange={({ target }) => setTyped({ ...typed, subject: target.value })}
        />
      </label>
      <NameList id={`${id}-actor`} names={members.map(({ name }) => name)} />
      <NameList id={`${id}-subject`} names={[...members, ...accounts.values()].map(({ name }) => name)} />
      <button type="submit">Show</button>
      {isFiltered && (
        <button type="button" onClick={clear}>
          Show all
        </button>
      )}
    </form>
  );
}

function NameList({ id, names }: { readonly id: string; readonly names: readonly string[] }) {
  return (
    <datalist id={id}>
      {[...new Set(names)].map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
}

/**
 * The typed text, or the address when something else changed it. A form with the address as its key
 * would lose the focus at each Enter.
 */
function useTyped({ filter, onChange }: Props) {
  const [typed, setTyped] = useState(filter);
  /** The address follows a submitted form a moment later, when the fields may hold other text. */
  const sent = useRef(filter);
  const latest = useRef(filter);
  latest.current = filter;
  const text = textOf(filter);
  useEffect(() => {
    const next = latest.current;
    if (text !== textOf(sent.current)) setTyped(next);
    sent.current = next;
  }, [text]);
  const change = (next: AuditFilter) => {
    sent.current = next;
    setTyped(next);
    onChange(next);
  };
  return { typed, setTyped, change };
}

function textOf({ actor, kinds, subject, span, until }: AuditFilter): string {
  return JSON.stringify([actor, kinds, subject, span, until]);
}
