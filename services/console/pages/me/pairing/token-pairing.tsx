import {
  fieldsOutsideSteps,
  piecesOfStep,
  type StepPiece,
} from '../../../../../shared/domain/pasted-steps.ts';
import { useFocusOnOpen } from '../../browser/focus.ts';
import { CopyButton } from '../../common/fields/copy-button.tsx';
import { LocalAddressNote } from '../../common/fields/local-address-note.tsx';
import type { NewDeviceToken, OwnAccount } from '../../console-api/answers.ts';
import { FirstReport } from './first-report-notice.tsx';
import { useTokenPairingState } from './use-pairing.ts';
import '../../commands/command.css';

interface Props {
  readonly made: NewDeviceToken;
  readonly own: readonly OwnAccount[];
  readonly onEnd: () => void;
}

/** Shows new settings until the plugin has reported. The settings are kept nowhere else. */
export function TokenPairing({ made, own, onEnd }: Props) {
  const { latest, state } = useTokenPairingState(made.id);
  const { title, status } = made;
  return (
    <>
      {state === 'paired' && <SettingsToPaste made={made} />}
      {state === 'paired' && <LocalAddressNote local={made.local} text={made.url} what="address" />}
      <div role="status">
        {state === 'paired' && (
          <p className="dim">
            Waiting for the first report of {title}: log in to the game with it.
            {status === 'stored' && ' The token is stored, and works as soon as the hub has processed it.'}
          </p>
        )}
        {state === 'reported' && latest !== undefined && <FirstReport state={latest} own={own} />}
        {state === 'revoked' && <p>It was revoked: reports with these settings are refused.</p>}
      </div>
      <button type="button" onClick={onEnd}>
        {state === 'paired' ? 'Leave it' : 'Done'}
      </button>
    </>
  );
}

function SettingsToPaste({ made }: { readonly made: NewDeviceToken }) {
  const { title, url, token, steps } = made;
  // The whole section would scroll to its middle in a narrow window.
  const beginning = useFocusOnOpen<HTMLParagraphElement>();
  const shown = fieldsOutsideSteps(made);
  return (
    <section className="secret" aria-label={`The settings for ${title}`}>
      <p ref={beginning} tabIndex={-1}>
        The settings for <strong>{title}</strong> are shown only now. Everybody who has them reports as you.
        If they get lost, revoke the plugin below and make new ones.
      </p>
      {shown.url && <Field name="address" text={url} />}
      {shown.token && <Field name="token" text={token} />}
      <ol className="pairing-steps">
        {steps.map((step) => (
          <li key={step}>
            <Step pieces={piecesOfStep(step, made)} made={made} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Field({ name, text }: { readonly name: 'address' | 'token'; readonly text: string }) {
  return (
    <p>
      The {name}: <code>{text}</code> <CopyButton label={`Copy the ${name}`} text={text} />
    </p>
  );
}

interface StepProps {
  readonly pieces: readonly StepPiece[];
  readonly made: NewDeviceToken;
}

/** Shows a step, with a copy button for each text to paste. */
function Step({ pieces, made: { url, token } }: StepProps) {
  const pasted = new Set(pieces.flatMap((piece) => (piece.isPasted ? [piece.text] : [])));
  const labelOf = (text: string) =>
    text === url ? 'Copy the address' : text === token ? 'Copy the token' : 'Copy it';
  return (
    <>
      {pieces.map(({ text, isPasted }) => (isPasted ? <code key={text}>{text}</code> : text))}
      {[...pasted].map((text) => (
        <CopyButton key={text} label={labelOf(text)} text={text} />
      ))}
    </>
  );
}
