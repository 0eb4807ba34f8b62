import { useId } from 'react';
import { fieldsOutsideSteps, piecesOfStep, type StepPiece } from '../../../page-pasted-steps.ts';
import { useFocusOnOpen } from '../../browser/focus.ts';
import { CopyButton } from '../../common/fields/copy-button.tsx';
import type { NewDeviceToken } from '../../console-api/answers.ts';
import '../../common/fields/fields.css';

interface Props {
  /** The address contains the chosen choices. */
  readonly made: NewDeviceToken;
  readonly chosen: readonly string[];
  readonly onChoose: (chosen: readonly string[]) => void;
}

/** The address comes first. */
export function SettingsToPaste({ made, chosen, onChoose }: Props) {
  const { title, url, token, changes, steps, other_way: otherWay } = made;
  // Focus on the whole section would scroll a narrow window to the middle of the section.
  const beginning = useFocusOnOpen<HTMLParagraphElement>();
  const shown = fieldsOutsideSteps(made);
  return (
    <section className="secret" aria-label={`The settings for ${title}`}>
      <p ref={beginning} tabIndex={-1}>
        The settings for <strong>{title}</strong> are shown only now. Everybody who has them can report as
        you. If they get lost, revoke the plugin below and create new settings.
        {changes.length > 0 && ` The address changes settings of ${title}, which are listed below.`}
      </p>
      {shown.url && <Field name="address" text={url} />}
      {shown.token && <Field name="token" text={token} />}
      <PastedSteps steps={steps} made={made} />
      {changes.length > 0 && <Changes title={title} changes={changes} />}
      <Choices choices={made.choices} chosen={chosen} onChoose={onChoose} />
      {otherWay !== null && (
        <>
          <h3>{otherWay.title}</h3>
          <PastedSteps steps={otherWay.steps} made={made} />
        </>
      )}
    </section>
  );
}

function Changes({ title, changes }: Pick<NewDeviceToken, 'title' | 'changes'>) {
  return (
    <>
      <h3>The address changes these settings of {title}</h3>
      <ul className="pairing-changes">
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
    </>
  );
}

function Choices({
  choices,
  chosen,
  onChoose,
}: Pick<Props, 'chosen' | 'onChoose'> & Pick<NewDeviceToken, 'choices'>) {
  const id = useId();
  if (choices.length === 0) return null;
  const names = choices.map(({ name }) => name);
  const choose = (name: string, isChosen: boolean) =>
    onChoose(names.filter((each) => (each === name ? isChosen : chosen.includes(each))));
  return (
    <fieldset className="choice-list pairing-choices">
      <legend>Choices, which change the address above: copy it after you choose</legend>
      {choices.map(({ name, label, effect }) => (
        <div key={name}>
          <label>
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              aria-describedby={`${id}-${name}`}
              onChange={({ target }) => choose(name, target.checked)}
            />
            {label}
          </label>
          <p id={`${id}-${name}`} className="dim small">
            {effect}
          </p>
        </div>
      ))}
    </fieldset>
  );
}

function Field({ name, text }: { readonly name: 'address' | 'token'; readonly text: string }) {
  return (
    <p>
      The {name}: <code>{text}</code> <CopyButton label={`Copy the ${name}`} text={text} />
    </p>
  );
}

type Pasted = Pick<NewDeviceToken, 'url' | 'token'>;

interface PastedStepsProps {
  readonly steps: readonly string[];
  readonly made: Pasted;
}

function PastedSteps({ steps, made }: PastedStepsProps) {
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
