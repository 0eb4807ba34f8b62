import { useEffect } from 'react';
import { pagePaths } from '../../page-paths.ts';
import { basePath } from '../browser/base-path.ts';
import { askConsole } from '../console-api/ask-console.ts';
import { startPolling } from '../console-api/polling.ts';

const askEveryMs = 2_000;

/** Opens the pages by itself, because the link is used up. */
export function SetUpPending({ onSignedIn }: { readonly onSignedIn: () => void }) {
  useEffect(() => {
    // A reload then checks the session and not the link.
    history.replaceState(null, '', basePath + pagePaths.start);
    const isSignedIn = () =>
      askConsole('session').then(
        () => true,
        () => false,
      );
    return startPolling(async () => {
      if (!(await isSignedIn())) return true;
      onSignedIn();
      return false;
    }, askEveryMs);
  }, [onSignedIn]);
  return (
    <p className="sign-in-part" role="status">
      You are stored as the first member. You are signed in here as soon as the hub has processed that.
    </p>
  );
}
