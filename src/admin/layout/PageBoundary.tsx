import { Component, type ReactNode } from 'react'
import { AdminFailure } from './AdminFailure'

/** Keeps a page that breaks from taking menu and bar with it. The next page gets a new one. */
export class PageBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state = { error: null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render() {
    if (!this.state.error) return this.props.children
    return <AdminFailure />
  }
}
