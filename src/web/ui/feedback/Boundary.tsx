import { Component, type ReactNode } from 'react'

export interface BoundaryProps {
  children: ReactNode
  /** What stands where the children cannot be shown; `retry` shows them again. */
  fallback: (retry: () => void) => ReactNode
}

/** Keeps what fails while it is shown, or does not come, to its own place of the screen. */
export class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback(() => this.setState({ failed: false })) : this.props.children
  }
}
