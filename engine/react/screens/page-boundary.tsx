/** Catches errors of a page, usually code that did not load, until the visitor navigates. */
import { Component, type ReactNode } from 'react';

interface PageBoundaryProps {
  /** The current location; another location is another attempt. */
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
