import { useIsHubAway } from '../read-api/use-read-api.ts';

export function LoadingPage() {
  if (!useIsHubAway()) return <main id="content" className="page" aria-busy="true" />;
  return (
    <main id="content" className="page">
      <h1>The hub does not answer</h1>
      <p>This page could not be loaded. It appears by itself when the hub is back.</p>
    </main>
  );
}
