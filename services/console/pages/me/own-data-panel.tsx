import { Panel } from '../common/panel/panel.tsx';
import { useMemberSession } from '../console-api/use-session.ts';
import { EraseMemberForm } from '../erasure/erase-member-form.tsx';
import { ExportButton } from './export-button.tsx';

export function OwnDataPanel({ name }: { readonly name: string }) {
  const { keeper } = useMemberSession();
  return (
    <Panel title="Your data">
      <div className="panel-body settings-parts">
        <div>
          <h3>Export</h3>
          <p className="dim">
            One JSON file: your accounts with everything that the hub keeps of them, your plugins, your keys
            without their secrets, and what you did. Names of others are left out. You can export your data
            once an hour.
          </p>
          <ExportButton />
        </div>
        <div>
          <h3>Erase me</h3>
          <p className="dim">
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
        </div>
      </div>
    </Panel>
  );
}
