import { type StepPiece, splitStep, valuesOutsideSteps } from '../../../../shared/domain/pasted-steps.ts';
import { CopyButton } from '../common/copy-button.tsx';
import type { NewDeviceToken } from '../console/answers.ts';
import { useOpenedFocus } from '../console/focus.ts';
import { FirstReport } from './first-report.tsx';
import { useTokenPairing } from './use-pairing.ts';
import '../console/command.css';

interface Props {
  readonly made: NewDeviceToken;
  readonly onEnd: () => void;
}

/** Settings that were just made, until the plugin has reported with them. They are held here and nowhere else. */
export function TokenPairing({ made, onEnd }: Props) {
  const { latest, state } = useTokenPairing(made.id);
  const { title, status } = made;
  return (
    <>
      {state === 'paired' && <SettingsToPaste made={made} />}
      <div role="status">
        {state === 'paired' && (
          <p className="dim">
            Waiting for the first report of {title}: log in to the game with it.
            {status === 'stored' && ' The token is stored, and works as soon as the hub has processed it.'}
          </p>
        )}
        {state === 'reported' && latest !== undefined && <FirstReport state={latest} />}
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
  // Not the whole, which a narrow window would be scrolled into the middle of.
  const beginning = useOpenedFocus<HTMLParagraphElement>();
  const beside = valuesOutsideSteps(made);
  return (
    <section className="secret" aria-label={`The settings for ${title}`}>
      <p ref={beginning} tabIndex={-1}>
        The settings for <strong>{title}</strong> are shown only now. Who has them reports as you. If they get
        lost, revoke the plugin below and make new ones.
      </p>
      {beside.url && <Field name="address" text={url} />}
      {beside.token && <Field name="token" text={token} />}
      <ol className="pairing-steps">
        {steps.map((step) => (
          <li key={step}>
            <Step pieces={splitStep(step, made)} made={made} />
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

/** A step in words, and below them a button for each text in it that is to be pasted. */
function Step({ pieces, made: { url, token } }: StepProps) {
  const pasted = new Set(pieces.flatMap((piece) => (piece.pasted ? [piece.text] : [])));
  const labelOf = (text: string) =>
    text === url ? 'Copy the address' : text === token ? 'Copy the token' : 'Copy it';
  return (
    <>
      {pieces.map(({ text, pasted: isPasted }) => (isPasted ? <code key={text}>{text}</code> : text))}
      {[...pasted].map((text) => (
        <CopyButton key={text} label={labelOf(text)} text={text} />
      ))}
    </>
  );
}
