import { piecesOfStep, type StepPiece } from '../../../page-pasted-steps.ts';
import { CopyButton } from '../../common/fields/copy-button.tsx';
import type { NewDeviceToken } from '../../console-api/answers.ts';

type Pasted = Pick<NewDeviceToken, 'url' | 'token'>;

interface Props {
  readonly steps: readonly string[];
  readonly made: Pasted;
}

export function PastedSteps({ steps, made }: Props) {
  return (
    <ol className="pairing-steps">
      {steps.map((step) => (
        <li key={step}>
          <Step pieces={piecesOfStep(step, made)} made={made} />
        </li>
      ))}
    </ol>
  );
}

interface StepProps {
  readonly pieces: readonly StepPiece[];
  readonly made: Pasted;
}

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
