import { useState } from 'react';
import { HubError } from '../../../../shared/client/hub-error.ts';
import { saveFile } from '../browser/save-file.ts';
import { toSentence } from '../commands/use-command.ts';
import { downloadFromConsole } from '../console-api/ask-console.ts';
import { isSignedOutError } from '../console-api/session-keeper.ts';
import { useMemberSession } from '../console-api/use-session.ts';
import { EraseMemberForm } from '../erasure/erase-member-form.tsx';

export function OwnDataPanel({ name }: { readonly name: string }) {
  const { keeper } = useMemberSession();
  return (
    <details className="panel">
      <summary className="panel-head">Your data</summary>
      <div className="panel-body settings-parts">
        <div>
          <h3>Export</h3>
          <p className="dim small">
            One JSON file: your accounts with everything that the hub keeps of them, your plugins, your keys
            without their secrets, and what you did. Names of others are left out. You can export your data
            once an hour.
          </p>
          <ExportButton />
        </div>
        <details>
          <summary>Erase me</summary>
          <p className="dim small">
            You are signed out and are no longer a member. Your keys and plugins are refused. Your name, your
            chat id and what you did are gone from every list, the log and the backups. If another member also
            reports an account of yours, that member becomes its owner. You decide what becomes of your other
            accounts. Nobody can undo this.
          </p>
          <EraseMemberForm
            name={name}
            label="Erase me"
            path="me/erase"
            accountsPath="me/erasure"
            what="Erase me"
            onDone={() => void keeper.ask()}
          />
        </details>
      </div>
    </details>
  );
}

function ExportButton() {
  const { keeper } = useMemberSession();
  const [isRunning, setIsRunning] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const take = async () => {
    if (isRunning) return;
    setIsRunning(true);
    setRefused(null);
    try {
      saveFile(await downloadFromConsole('me/export', {}), 'my-hub-data.json');
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
