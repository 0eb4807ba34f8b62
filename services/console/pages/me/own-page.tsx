import { useTitle } from '../browser/use-title.ts';
import { AnswerPanel } from '../common/panel/answer-panel.tsx';
import type { OwnPageAnswer } from '../console-api/answers.ts';
import { useConsoleAnswer } from '../console-api/use-console-answer.ts';
import { useMemberSession } from '../console-api/use-session.ts';
import { TwinsPanel } from '../twins/twins-panel.tsx';
import { BrowserSessionsList } from './browser-sessions-list.tsx';
import { DevicesPanel } from './devices/devices-panel.tsx';
import { NoticesPanel } from './notices-panel.tsx';
import { OwnApiKeysPanel } from './own-api-keys-panel.tsx';
import { OwnDataPanel } from './own-data-panel.tsx';
import { OwnSettingsPanel } from './own-settings-panel.tsx';
import { PairingPanel } from './pairing/pairing-panel.tsx';
import { SharingPanel } from './sharing/sharing-panel.tsx';
import './me.css';

export function OwnPage() {
  const { member } = useMemberSession();
  useTitle(member.name);
  const asked = useConsoleAnswer<OwnPageAnswer>('me');
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
          <TwinsPanel route="me/twins" />
          <PairingPanel page={body} />
          <SharingPanel accounts={body.accounts} members={body.members} />
          <OwnApiKeysPanel keys={body.keys} />
          <DevicesPanel devices={body.devices} />
          <NoticesPanel page={body} />
          <OwnSettingsPanel
            member={body.member}
            sessions={<BrowserSessionsList sessions={body.sessions} />}
          />
          <OwnDataPanel name={body.member.name} />
        </>
      )}
    </main>
  );
}
