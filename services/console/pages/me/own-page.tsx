import { useTitle } from '../browser/use-title.ts';
import { AnswerPanel } from '../common/panel/answer-panel.tsx';
import type { MePage } from '../console-api/answers.ts';
import { useConsole } from '../console-api/use-console-answer.ts';
import { useMember } from '../console-api/use-session.ts';
import { DevicesPanel } from './devices/devices-panel.tsx';
import { LeavePanel } from './leave-panel.tsx';
import { NoticesPanel } from './notices-panel.tsx';
import { OwnKeysPanel } from './own-keys-panel.tsx';
import { PairingPanel } from './pairing/pairing-panel.tsx';
import { SessionsList } from './sessions-list.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import { SharingPanel } from './sharing/sharing-panel.tsx';
import './me.css';

/** What belongs to the member who is signed in, and what they may do with it. */
export function OwnPage() {
  const { member } = useMember();
  useTitle(member.name);
  const asked = useConsole<MePage>('me');
  const { body } = asked;
  return (
    <main id="content" className="page own-page">
      <h1 className="clip">{member.name}</h1>
      {body === undefined || asked.error !== null ? (
        <AnswerPanel title="Your page" asked={asked}>
          {() => null}
        </AnswerPanel>
      ) : null}
      {body !== undefined && (
        <>
          <PairingPanel
            plugins={body.plugins}
            hasDevices={body.devices.some(({ status }) => status === 'active')}
          />
          <SharingPanel accounts={body.accounts} members={body.members} />
          <OwnKeysPanel keys={body.keys} />
          <DevicesPanel devices={body.devices} />
          <NoticesPanel page={body} />
          <SettingsPanel member={body.member} sessions={<SessionsList sessions={body.sessions} />} />
          <LeavePanel name={body.member.name} />
        </>
      )}
    </main>
  );
}
