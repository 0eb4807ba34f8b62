import { type FormEvent, useState } from 'react';
import { focusOn, useFocusReturn } from '../../browser/focus.ts';
import { CommandResult } from '../../commands/command-result.tsx';
import { useCommand } from '../../commands/use-command.ts';
import type { DeviceData } from '../../console-api/answers.ts';

export function RenameDeviceForm({ device }: { readonly device: DeviceData }) {
  const command = useCommand();
  const [typed, setTyped] = useState<string | null>(null);
  const { openerRef, returnFocus } = useFocusReturn();
  const close = () => {
    returnFocus();
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
          ref={openerRef}
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
    const options = {
      path: `me/devices/${device.id}`,
      body: { name: typed.trim() },
      what: `Rename the plugin ${name}`,
    };
    if ((await command.give(options)) !== null) close();
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
      <button type="submit" disabled={typed.trim() === ''} aria-disabled={command.isRunning}>
        Save
      </button>
      <button type="button" onClick={close}>
        Cancel
      </button>
      <CommandResult use={command} />
    </form>
  );
}
