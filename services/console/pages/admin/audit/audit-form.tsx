import { type FormEvent, useEffect, useRef, useState } from 'react';
import { focusOn } from '../../browser/focus.ts';
import { SegmentedControl } from '../../common/fields/segmented-control.tsx';
import { type AuditFilter, auditSpans } from './audit-filter.ts';

interface Props {
  readonly filter: AuditFilter;
  readonly onChange: (filter: AuditFilter) => void;
}

export function AuditForm({ filter, onChange }: Props) {
  const { typed, setTyped, change } = useTyped({ filter, onChange });
  const firstField = useRef<HTMLInputElement>(null);
  const wanted = {
    ...typed,
    actor: typed.actor.trim(),
    action: typed.action.trim(),
    subject: typed.subject.trim(),
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change(wanted);
  };
  const clear = () => {
    change({ ...typed, actor: '', action: '', subject: '' });
    // The button disappears with the filter that it clears.
    focusOn(firstField.current);
  };
  const isFiltered = filter.actor !== '' || filter.action !== '' || filter.subject !== '';
  return (
    <form className="audit-form row wrap" onSubmit={submit}>
      <SegmentedControl
        label="How far back"
        choices={auditSpans}
        chosen={typed.span}
        onChoose={(span) => change({ ...wanted, span })}
      />
      <label className="field small">
        Actor: a name, cli or hub
        <input
          type="search"
          ref={firstField}
          value={typed.actor}
          onChange={({ target }) => setTyped({ ...typed, actor: target.value })}
        />
      </label>
      <label className="field small">
        Action, e.g. key
        <input
          type="search"
          value={typed.action}
          onChange={({ target }) => setTyped({ ...typed, action: target.value })}
        />
      </label>
      <label className="field small">
        About: a name or an id
        <input
          type="search"
          value={typed.subject}
          onChange={({ target }) => setTyped({ ...typed, subject: target.value })}
        />
      </label>
      <button type="submit">Show</button>
      {isFiltered && (
        <button type="button" onClick={clear}>
          Show all
        </button>
      )}
    </form>
  );
}

/**
 * The typed text, or the address when something else changed it. A form with the address as its key
 * would lose the focus at each Enter.
 */
function useTyped({ filter, onChange }: Props) {
  const { actor, action, subject, span } = filter;
  const [typed, setTyped] = useState(filter);
  /** The address follows a submitted form a moment later, when the fields may hold other text. */
  const sent = useRef(filter);
  useEffect(() => {
    const next = { actor, action, subject, span };
    if (!isSame(next, sent.current)) setTyped(next);
    sent.current = next;
  }, [actor, action, subject, span]);
  const change = (next: AuditFilter) => {
    sent.current = next;
    setTyped(next);
    onChange(next);
  };
  return { typed, setTyped, change };
}

function isSame(one: AuditFilter, other: AuditFilter): boolean {
  return (['actor', 'action', 'subject', 'span'] as const).every((part) => one[part] === other[part]);
}
