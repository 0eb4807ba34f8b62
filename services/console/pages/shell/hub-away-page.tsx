import { readPageSettings } from '../browser/page-settings.ts';

export function HubAwayPage() {
  return (
    <main id="content" className="page">
      <h1 className="clip">{readPageSettings().hubName}</h1>
      <p role="status" className="stale">
        The hub does not answer. This page asks again by itself, and continues when the hub is back.
      </p>
    </main>
  );
}
