import { Component, type ReactNode } from 'react'
import { logger } from '../../connection/logger.ts'
import { ErrorViewOf } from './error-view.tsx'

interface Props {
  readonly children: ReactNode
  /** A change of it, for example of the address, tries again. */
  readonly resetKey?: string
}
interface State {
  readonly failure: { readonly error: unknown } | null
  readonly resetKey: string | undefined
}

/**
 * Keeps a failure of what it holds from taking the rest of the screen along: shows the error view in its
 * place.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: null, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error } }
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.resetKey ? null : { failure: null, resetKey: props.resetKey }
  }

  override componentDidCatch(error: unknown): void {
    logger.write('error', 'A part of the screen failed', error)
  }

  override render() {
    return this.state.failure === null ? (
      this.props.children
    ) : (
      <ErrorViewOf error={this.state.failure.error} onRetry={() => this.setState({ failure: null })} />
    )
  }
}
