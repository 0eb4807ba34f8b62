import { useState } from 'react';
import { keepTabKey } from './hub/tab-key.ts';
import { KeyForm } from './shell/key-form.tsx';
import { Shell } from './shell/shell.tsx';

interface Props {
  readonly firstKey: string | null;
}

/** The pages of a hub, as the key of this tab may read them. */
export function App({ firstKey }: Props) {
  const [key, setKey] = useState(firstKey);
  const changeKey = (next: string | null) => {
    keepTabKey(sessionStorage, next);
    setKey(next);
  };
  if (key === null) return <KeyForm onKey={changeKey} />;
  return (
    <Shell onForget={() => changeKey(null)}>
      <main className="page">
        <p>The key is in this tab.</p>
      </main>
    </Shell>
  );
}
