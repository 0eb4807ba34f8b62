import { useState } from 'react';
import { focusOn, useReturningFocus } from '../browser/focus.ts';
import { CommandResult } from './command-result.tsx';
import { type CommandWish, useCommand } from './use-command.ts';

interface Props<Answer> extends CommandWish<Answer> {
  /** On the button. */
  readonly label: string;
  /** Asked before it is carried out: `Its plugin is refused from then on.` Not asked when not given. */
  readonly ask?: string;
  readonly dangerous?: boolean;
  readonly disabled?: boolean;
  /** Offered once it was refused: the same with `force`. */
  readonly forced?: string;
}

/** A button that carries out a command, asks first where it takes something away, and says what became of it. */
export function CommandButton<Answer = object>(props: Props<Answer>) {
  const { label, ask, dangerous = false, disabled = false, forced, ...wish } = props;
  const command = useCommand<Answer>();
  const [asking, setAsking] = useState(false);
  const { opener, giveBack } = useReturningFocus();
  const end = () => {
    if (command.running) return;
    giveBack();
    setAsking(false);
  };
  const go = async () => {
    if (command.running) return;
    await command.give(wish);
    if (asking) end();
  };
  const looks = dangerous ? 'dangerous' : undefined;
  return (
    <span className="command-ask">
      {asking ? (
        <>
          <span className="small">{ask}</span>
          <button type="button" className={looks} aria-disabled={command.running} onClick={go} ref={focusOn}>
            Yes, {label.charAt(0).toLowerCase() + label.slice(1)}
          </button>
          <button type="button" aria-disabled={command.running} onClick={end}>
            No
          </button>
        </>
      ) : (
        <button
          type="button"
          ref={opener}
          aria-label={spokenLabel(label, wish.what)}
          disabled={disabled}
          aria-disabled={command.running}
          onClick={() => (ask === undefined ? void go() : setAsking(true))}
        >
          {label}
        </button>
      )}
      <CommandResult use={command} />
      {forced !== undefined && command.note?.tone === 'refused' && (
        <button
          type="button"
          className="dangerous"
          aria-disabled={command.running}
          onClick={() => command.give({ ...wish, body: { ...wish.body, force: true } })}
        >
          {forced}
        </button>
      )}
    </span>
  );
}

/** What the button shows, and what it is about, for whoever does not see its row. */
function spokenLabel(label: string, what: string): string {
  return what.toLowerCase().includes(label.toLowerCase()) ? what : `${label}: ${what}`;
}
