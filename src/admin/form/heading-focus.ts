/**
 * Moves the focus to the heading of the next page once it is there, so that a screen reader reads where the user is.
 * It is for a form that opens the page of a record: the button that had the focus disappears with the form.
 */
export const focusNextHeading = (): void => {
  const former = document.querySelector('h1')
  const observer = new MutationObserver(() => {
    const heading = document.querySelector<HTMLElement>('h1')
    if (heading === null || heading === former) return
    observer.disconnect()
    focusHeading(heading)
  })
  observer.observe(document.body, { childList: true, subtree: true })
}

/** Moves the focus to the heading of the page. */
export const focusHeading = (heading = document.querySelector<HTMLElement>('h1')): void => {
  if (!heading) return
  heading.tabIndex = -1
  // The heading does nothing on a key, so it needs no ring.
  heading.style.outline = 'none'
  heading.focus({ preventScroll: true })
}
