import { useWhenOnline } from './recovery'

interface LoadFailureProps {
  readonly text: string
  readonly retry: () => unknown
  /** Retries when the network is back. Default: `retry`. */
  readonly retryWhenOnline?: () => unknown
}

/** Renders the message that something could not be loaded, with a retry button; retries when the network is back. */
export const LoadFailure = ({ text, retry, retryWhenOnline = retry }: LoadFailureProps) => {
  useWhenOnline(retryWhenOnline)
  return (
    <div className="load-failure" role="alert">
      <p>{text}</p>
      <button type="button" className="button button-plain button-small" onClick={retry}>
        重試
      </button>
    </div>
  )
}
