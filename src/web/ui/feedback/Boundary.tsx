import { Component, type ReactNode } from 'react'

export interface BoundaryProps {
  children: ReactNode
  /** Shown instead of children that fail; `retry` renders them again. */
  fallback: (retry: () => void) => ReactNode
}

/** Confines a render or loading error to its own part of the screen. */
export class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback(() => this.setState({ failed: false })) : this.props.children
  }
}
