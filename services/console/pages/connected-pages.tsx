import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { openCommandLedger } from './commands/command-ledger.ts';
import { OpenCommands } from './commands/open-commands.tsx';
import { CommandLedgerContext } from './commands/use-command.ts';
import type { SessionAnswer } from './console-api/answers.ts';
import type { SessionKeeper } from './console-api/session-keeper.ts';
import { SessionContext } from './console-api/use-session.ts';
import { PageRoutes } from './page-routes.tsx';
import { createReadApiConnection } from './read-api/read-api-connection.ts';
import { createAnswerCache } from './read-api/use-hub-answer.ts';
import { ReadApiContext } from './read-api/use-read-api.ts';
import { Shell } from './shell/shell.tsx';
import { SignedInName } from './shell/signed-in-name.tsx';

interface ApiKeyPagesProps {
  readonly apiKey: string;
  readonly notice: ReactNode;
  readonly onRefused: () => void;
  readonly onForget: () => void;
}

export function ApiKeyPages({ apiKey, notice, onRefused, onForget }: ApiKeyPagesProps) {
  const forget = (
    <button type="button" className="chip" onClick={onForget} title="Forget the key of this tab">
      Forget key
    </button>
  );
  return (
    <ConnectedPages apiKey={apiKey} onRefused={onRefused} userControls={forget}>
      {notice}
      <PageRoutes />
    </ConnectedPages>
  );
}

interface MemberPagesProps {
  readonly session: SessionAnswer;
  readonly keeper: SessionKeeper;
  readonly notice: ReactNode;
}

export function MemberPages({ session, keeper, notice }: MemberPagesProps) {
  const tab = useMemo(() => ({ ...session, keeper }), [session, keeper]);
  const [ledger] = useState(() =>
    openCommandLedger({
      storage: sessionStorage,
      newId: randomId,
      now: Date.now,
      memberId: session.member.id,
    }),
  );
  // The hub may still know the session whose key it refused. A notice then says what to do.
  const [hasAsked, setHasAsked] = useState(false);
  const onRefused = () => {
    setHasAsked(true);
    void keeper.ask();
  };
  return (
    <SessionContext value={tab}>
      <CommandLedgerContext value={ledger}>
        <ConnectedPages apiKey={session.key} onRefused={onRefused} userControls={<SignedInName />}>
          {notice}
          <OpenCommands />
          {hasAsked && <SessionKeyRefused />}
          <PageRoutes />
        </ConnectedPages>
      </CommandLedgerContext>
    </SessionContext>
  );
}

function SessionKeyRefused() {
  return (
    <p className="hub-away" role="status">
      The hub refuses the key of this session. Load the page again. If that does not help, sign out and sign
      in again.
    </p>
  );
}

interface ConnectedPagesProps {
  readonly apiKey: string;
  readonly onRefused: () => void;
  readonly userControls: ReactNode;
  readonly children: ReactNode;
}

/** Another API key starts with empty data. */
function ConnectedPages({ apiKey, onRefused, userControls, children }: ConnectedPagesProps) {
  const reading = useMemo(() => createReadApiConnection(apiKey), [apiKey]);
  const [cache] = useState(createAnswerCache);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each render creates an equal handler
  useEffect(() => {
    const ending = new AbortController();
    reading.run(ending.signal, onRefused);
    return () => ending.abort();
  }, [reading]);
  return (
    <QueryClientProvider client={cache}>
      <ReadApiContext value={reading}>
        <Shell userControls={userControls}>{children}</Shell>
      </ReadApiContext>
    </QueryClientProvider>
  );
}

/** Browsers offer `randomUUID` only over HTTPS or on localhost. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
