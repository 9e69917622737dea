import type { FetchedFile } from './response'
import { saveFile } from './save-file'

/** Opens a file in a new tab; saves it where the browser opens none. */
export const openFile = (file: FetchedFile): void => {
  // The address is valid until the page is closed, so that the tab can be reloaded.
  const tab = window.open(URL.createObjectURL(file.blob), '_blank')
  if (tab === null) saveFile(file)
}
