import type { FetchedFile } from './response'
import { saveFile } from './save-file'

/** Opens a file in a new tab; saves it if the browser blocks the tab. */
export const openFile = (file: FetchedFile): void => {
  // The URL is never revoked, so that the user can reload the tab while this page is open.
  const tab = window.open(URL.createObjectURL(file.blob), '_blank')
  if (tab === null) saveFile(file)
}
