import { useState } from 'react';
import { HubError } from '../../../../shared/client/hub-error.ts';
import { toSentence } from '../commands/use-command.ts';
import { downloadFromConsole } from '../console-api/ask-console.ts';
import { isSignedOutError } from '../console-api/session-keeper.ts';
import { useMemberSession } from '../console-api/use-session.ts';

export function ExportButton() {
  const { keeper } = useMemberSession();
  const [isRunning, setIsRunning] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const take = async () => {
    if (isRunning) return;
    setIsRunning(true);
    setRefused(null);
    try {
      save(await downloadFromConsole('me/export', {}), 'my-hub-data.json');
    } catch (error) {
      if (isSignedOutError(error)) keeper.end();
      setRefused(toSentence(error instanceof HubError ? error.message : 'the file was cut off: try again'));
    } finally {
      setIsRunning(false);
    }
  };
  return (
    <>
      <button type="button" aria-disabled={isRunning} onClick={take}>
        {isRunning ? 'Gathering…' : 'Export my data'}
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
  // The browser has started to write the file by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
