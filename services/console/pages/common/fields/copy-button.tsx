import { useState } from 'react';

interface Props {
  readonly label: string;
  readonly text: string;
}

/** Browsers allow a copy only over HTTPS or on localhost. */
export function CopyButton({ label, text }: Props) {
  const [said, setSaid] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('copied');
    } catch {
      setSaid('select the text and copy it: this browser does not let the page copy here');
    }
  };
  return (
    <span className="row">
      <button type="button" onClick={copy}>
        {label}
      </button>
      <span role="status" className="small dim">
        {said}
      </span>
    </span>
  );
}
