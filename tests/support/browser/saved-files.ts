import { onTestFinished } from 'vitest'

/** Intercepts the downloads of the page for the rest of the test; returns the list to which each is added. */
export const savedFiles = (): readonly SavedFile[] => {
  const files: SavedFile[] = []
  const recordDownload = (event: MouseEvent) => {
    const { target } = event
    if (!(target instanceof HTMLAnchorElement) || !target.download) return
    event.preventDefault()
    files.push({ name: target.download, text: fetch(target.href).then((response) => response.text()) })
  }
  document.addEventListener('click', recordDownload, { capture: true })
  onTestFinished(() => document.removeEventListener('click', recordDownload, { capture: true }))
  return files
}

interface SavedFile {
  readonly name: string
  readonly text: Promise<string>
}
