import { useSystem } from './system-store'

/** Covers the page while a call is under way that asked for it. It takes no focus, so the user goes on where she was. */
export const Overlay = () => {
  const { overlay } = useSystem()
  return (
    <div role="status" aria-live="polite">
      {overlay && (
        <div className="overlay">
          <span className="overlay-spinner" aria-hidden="true" />
          <span>Loading...</span>
        </div>
      )}
    </div>
  )
}
