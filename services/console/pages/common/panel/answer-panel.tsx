import type { ReactNode } from 'react';
import { HubError } from '../../../../../shared/client/hub-error.ts';
import { useSession } from '../../console-api/use-session.ts';
import type { AnswerState } from '../../read-api/use-hub-answer.ts';
import type { ApiKeyCategory } from '../../read-api/use-key-rights.ts';
import { TimeAgo } from '../text/time-ago.tsx';
import { Loading, Panel } from './panel.tsx';

interface Props<Body> {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly className?: string;
  readonly asked: AnswerState<Body>;
  readonly missing?: ApiKeyCategory | undefined;
  readonly children: (body: Body) => ReactNode;
}

/** An old answer stays visible with its time. */
export function AnswerPanel<Body>({ asked, missing, children, ...head }: Props<Body>) {
  return <Panel {...head}>{contentOf(asked, missing, children)}</Panel>;
}

function contentOf<Body>(
  { body, error, at, retry }: AnswerState<Body>,
  missing: ApiKeyCategory | undefined,
  children: (body: Body) => ReactNode,
): ReactNode {
  if (missing !== undefined) return <NoCategoryAccess category={missing} />;
  if (body === undefined) {
    return error === null ? <Loading /> : <Unanswered error={error} retry={retry} />;
  }
  return (
    <>
      {error !== null && <Unanswered error={error} since={at} retry={retry} />}
      {children(body)}
    </>
  );
}

export function NoCategoryAccess({ category }: { readonly category: ApiKeyCategory }) {
  const isMember = useSession() !== null;
  return (
    <div className="notice">
      {isMember ? (
        <p>
          The owner of the account does not share <code>{category}</code> with you.
        </p>
      ) : (
        <p>
          This key does not read <code>{category}</code> here. Owners of accounts share the category on their
          own page. The creator of the key adds the category to the key.
        </p>
      )}
    </div>
  );
}

interface UnansweredProps {
  readonly error: Error;
  /** When the shown answer came; undefined without an answer. */
  readonly since?: number;
  readonly retry: () => void;
}

function Unanswered({ error, since, retry }: UnansweredProps) {
  const refused = error instanceof HubError && !error.mayPass;
  const isFinal = error instanceof HubError && isAboutRequest(error);
  return (
    // Not announced, because the time keeps changing and the page header announces an absent hub.
    <div className="away">
      <span className="grow">
        {refused && !isFinal ? `The hub refuses this: ${error.message}` : awayText(error)}
        {since === undefined ? '' : '; the data is from '}
        {since !== undefined && <TimeAgo at={since} />}
      </span>
      {!isFinal && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

/** The same request is refused each time. A missing account may be shared later. */
function isAboutRequest({ code, status }: HubError): boolean {
  return status === 400 || status === 403 || code.startsWith('unknown_');
}

function awayText(error: Error): string {
  if (error instanceof HubError && error.status === 429) {
    const seconds = Math.ceil((error.retryAfterMs ?? 0) / 1_000);
    return `Too many requests: the page asks again ${seconds > 0 ? `in ${seconds} s` : 'soon'}`;
  }
  const isTold = error instanceof HubError && (error.code === 'unavailable' || isAboutRequest(error));
  if (!isTold) return 'The hub does not answer';
  return error.message.charAt(0).toUpperCase() + error.message.slice(1).replace(/\.$/, '');
}
