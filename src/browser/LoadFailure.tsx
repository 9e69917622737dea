/** Renders the message that something could not be loaded, with a retry button. */
export const LoadFailure = ({ text, retry }: { text: string; retry: () => void }) => (
  <div className="note note-danger load-failure" role="alert">
    <p>{text}</p>
    <button type="button" className="button button-plain button-small" onClick={retry}>
      重試
    </button>
  </div>
)
