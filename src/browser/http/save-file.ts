import type { FetchedFile } from './response'

/** Saves a file as a download of the browser. */
export const saveFile = ({ name, blob }: FetchedFile): void => {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Some browsers read the URL only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
