import { Component, type ReactNode } from 'react';

interface Props {
  /** The address: another one gets another try. */
  readonly at: string;
  readonly children: ReactNode;
}

/** Stands in for a page that failed, so that the way to the others stays. React knows no hook for it. */
export class FailedPage extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate(before: Props) {
    if (this.state.failed && before.at !== this.props.at) this.setState({ failed: false });
  }

  override render() {
    if (!this.state.failed) return this.props.children;
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
}
