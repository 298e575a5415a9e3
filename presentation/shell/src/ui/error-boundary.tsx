import { Component, type ReactNode } from 'react';
import { asError } from '../host/as-error.ts';
import { Button } from './button.tsx';
import { Note } from './states.tsx';

interface Props {
  /** The part that could not be shown, as the subject of a sentence: "This page". */
  readonly what: string;
  /** A new place resets the boundary. */
  readonly place?: string;
  readonly children: ReactNode;
}

interface State {
  readonly error?: Error | undefined;
  readonly place?: string | undefined;
}

/** A part that fails takes nothing else with it, says so, and can be tried again. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { place: this.props.place };

  static getDerivedStateFromError(error: unknown): State {
    return { error: asError(error) };
  }

  static getDerivedStateFromProps({ place }: Props, state: State): State | null {
    return place === state.place ? null : { place, error: undefined };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <div className="failed-part">
        <Note
          tone="danger"
          actions={
            <span className="failed-part-actions">
              <Button size="small" onClick={() => this.setState({ error: undefined })}>
                Try again
              </Button>
              <Button size="small" onClick={() => location.reload()}>
                Reload the page
              </Button>
            </span>
          }
        >
          {this.props.what} failed to load: {error.message}
        </Note>
      </div>
    );
  }
}
