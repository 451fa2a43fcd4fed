/** Catches what a page throws, mostly because a lost connection kept its code away, until the visitor goes elsewhere. */
import { Component, type ReactNode } from 'react';

interface PageBoundaryProps {
  /** Where the visitor is; another place is another try. */
  readonly at: string;
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

interface PageBoundaryState {
  readonly at: string;
  readonly hasFailed: boolean;
}

export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { at: this.props.at, hasFailed: false };

  static getDerivedStateFromError(): Partial<PageBoundaryState> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps({ at }: PageBoundaryProps, state: PageBoundaryState) {
    return at === state.at ? null : { at, hasFailed: false };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
