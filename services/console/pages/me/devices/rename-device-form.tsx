import { type FormEvent, useState } from 'react';
import { focusOn, useReturningFocus } from '../../browser/focus.ts';
import { CommandResult } from '../../commands/command-result.tsx';
import { useCommand } from '../../commands/use-command.ts';
import type { DeviceData } from '../../console-api/answers.ts';

/** The name of a plugin, which is changed in its place. */
export function RenameForm({ device }: { readonly device: DeviceData }) {
  const command = useCommand();
  const [typed, setTyped] = useState<string | null>(null);
  const { opener, giveBack } = useReturningFocus();
  const close = () => {
    giveBack();
    setTyped(null);
  };
  const name = device.name ?? 'without a name';
  if (typed === null) {
    return (
      <span className="row wrap">
        <span>{name}</span>
        <button
          type="button"
          className="chip"
          ref={opener}
          aria-label={`Rename the plugin ${name}`}
          onClick={() => setTyped(device.name ?? '')}
        >
          Rename
        </button>
      </span>
    );
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wish = {
      path: `me/devices/${device.id}`,
      body: { name: typed.trim() },
      what: `Rename the plugin ${name}`,
    };
    if ((await command.give(wish)) !== null) close();
  };
  return (
    <form className="row wrap" onSubmit={submit}>
      <input
        type="text"
        ref={focusOn}
        aria-label="New name"
        value={typed}
        maxLength={64}
        onChange={({ target }) => setTyped(target.value)}
      />
      <button type="submit" disabled={typed.trim() === ''} aria-disabled={command.running}>
        Save
      </button>
      <button type="button" onClick={close}>
        Cancel
      </button>
      <CommandResult use={command} />
    </form>
  );
}
