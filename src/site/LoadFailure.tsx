/** Says that something did not arrive, and offers to try again. */
export const LoadFailure = ({ text, again }: { text: string; again: () => void }) => (
  <div className="note note-danger load-failure" role="alert">
    <p>{text}</p>
    <button type="button" className="button button-plain button-small" onClick={again}>
      重試
    </button>
  </div>
)
