/** Prints the page as it stands; its print style leaves out what paper can't use. */
export const PrintButton = () => (
  <button type="button" className="button button-plain button-small print-button" onClick={() => window.print()}>
    列印
  </button>
)
