import { useState } from 'react';
import { HubError } from '../../../../shared/client/hub-error.ts';
import { sentence } from '../commands/use-command.ts';
import { askConsoleFile } from '../console-api/ask-console.ts';
import { saysSignedOut } from '../console-api/session-keeper.ts';
import { useMember } from '../console-api/use-session.ts';

/** Saves what the hub has of the member as a file. */
export function ExportButton() {
  const { keeper } = useMember();
  const [running, setRunning] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const take = async () => {
    if (running) return;
    setRunning(true);
    setRefused(null);
    try {
      save(await askConsoleFile('me/export', {}), 'my-hub-data.json');
    } catch (error) {
      if (saysSignedOut(error)) keeper.end();
      setRefused(sentence(error instanceof HubError ? error.message : 'the file was cut off: try again'));
    } finally {
      setRunning(false);
    }
  };
  return (
    <>
      <button type="button" aria-disabled={running} onClick={take}>
        {running ? 'Gathering…' : 'Take my data out'}
      </button>
      {refused !== null && (
        <p role="alert" className="danger small">
          {refused}
        </p>
      )}
    </>
  );
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to write by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
