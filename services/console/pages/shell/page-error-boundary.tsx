import { Component, type ReactNode, useEffect, useRef } from 'react';
import { useIsHubAway } from '../read-api/use-read-api.ts';
import { LoadingPage } from './loading-page.tsx';

interface Props {
  /** A change of the address shows the page again. */
  readonly at: string;
  readonly children: ReactNode;
}

/** The navigation stays. React offers no hook for this. */
export class PageErrorBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate(before: Props) {
    if (this.state.failed && before.at !== this.props.at) this.tryAgain();
  }

  readonly tryAgain = () => this.setState({ failed: false });

  override render() {
    return this.state.failed ? <FailedPageNotice onHubBack={this.tryAgain} /> : this.props.children;
  }
}

function FailedPageNotice({ onHubBack }: { readonly onHubBack: () => void }) {
  const isAway = useIsHubAway();
  const wasAway = useRef(isAway);
  useEffect(() => {
    if (wasAway.current && !isAway) onHubBack();
    wasAway.current = isAway;
  }, [isAway, onHubBack]);
  if (isAway) return <LoadingPage />;
  return (
    <main id="content" className="page">
      <h1>This page failed</h1>
      <p>
        The hub may be of another release than the page.{' '}
        <button type="button" onClick={() => location.reload()}>
          Load it again
        </button>
      </p>
    </main>
  );
}
