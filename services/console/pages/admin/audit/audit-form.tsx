import { type FormEvent, useState } from 'react';
import { Segments } from '../../common/segments.tsx';
import { type AuditFilter, auditSpans } from './audit-filter.ts';

interface Props {
  readonly filter: AuditFilter;
  readonly onChange: (filter: AuditFilter) => void;
}

/** Which entries are shown. */
export function AuditForm({ filter, onChange }: Props) {
  const [typed, setTyped] = useState(filter);
  const wanted = {
    ...typed,
    actor: typed.actor.trim(),
    action: typed.action.trim(),
    subject: typed.subject.trim(),
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange(wanted);
  };
  const clear = () => onChange({ ...filter, actor: '', action: '', subject: '' });
  const filtered = filter.actor !== '' || filter.action !== '' || filter.subject !== '';
  return (
    <form className="row wrap" onSubmit={submit}>
      <Segments
        label="How far back"
        choices={auditSpans}
        chosen={filter.span}
        onChoose={(span) => onChange({ ...wanted, span })}
      />
      <input
        type="search"
        aria-label="Who: a member’s name, cli or hub"
        placeholder="Who"
        value={typed.actor}
        onChange={({ target }) => setTyped({ ...typed, actor: target.value })}
      />
      <input
        type="search"
        aria-label="What was done, or a word of it"
        placeholder="What, as key"
        value={typed.action}
        onChange={({ target }) => setTyped({ ...typed, action: target.value })}
      />
      <input
        type="search"
        aria-label="The id of what it was about"
        placeholder="About, by id"
        value={typed.subject}
        onChange={({ target }) => setTyped({ ...typed, subject: target.value })}
      />
      <button type="submit">Show</button>
      {filtered && (
        <button type="button" onClick={clear}>
          Show all
        </button>
      )}
    </form>
  );
}
