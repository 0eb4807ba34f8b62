import { type FormEvent, useState } from 'react';
import { Name } from '../common/text/isolated-name.tsx';
import { CommandResult } from './command-result.tsx';
import { type CommandOptions, useCommand } from './use-command.ts';

interface Props<Answer> extends Omit<CommandOptions<Answer>, 'body'> {
  readonly label: string;
  readonly word: string;
  readonly bodyOf: (typed: string) => object;
  readonly onDone?: (answer: Answer) => void;
  readonly disabled?: boolean;
}

/** A command that cannot be undone. The word has to be typed to confirm it. */
export function TypedCommand<Answer = object>(props: Props<Answer>) {
  const { label, word, bodyOf, onDone, disabled = false, ...options } = props;
  const command = useCommand<Answer>();
  const [typed, setTyped] = useState('');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const answer = await command.give({ ...options, body: bodyOf(typed) });
    if (answer === null) return;
    setTyped('');
    onDone?.(answer);
  };
  return (
    <form className="typed-command" onSubmit={submit}>
      <label className="field">
        <span>
          Type{' '}
          <strong>
            <Name of={word} />
          </strong>{' '}
          to continue
        </span>
        <input
          type="text"
          value={typed}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setTyped(target.value)}
        />
      </label>
      <button
        type="submit"
        className="dangerous"
        disabled={disabled || typed !== word}
        aria-disabled={command.isRunning}
      >
        {label}
      </button>
      <CommandResult use={command} />
    </form>
  );
}
