import { onTestFinished } from 'vitest'

/** Catches what the page hands to the browser's downloads for the rest of the test, instead of letting the browser save it; returns the list that grows. */
export const savedFiles = (): readonly SavedFile[] => {
  const files: SavedFile[] = []
  const note = (event: MouseEvent) => {
    const { target } = event
    if (!(target instanceof HTMLAnchorElement) || !target.download) return
    event.preventDefault()
    files.push({ name: target.download, text: fetch(target.href).then((response) => response.text()) })
  }
  document.addEventListener('click', note, { capture: true })
  onTestFinished(() => document.removeEventListener('click', note, { capture: true }))
  return files
}

interface SavedFile {
  readonly name: string
  readonly text: Promise<string>
}
