/** File name of a Content-Disposition header: the RFC 5987 form (`filename*`) before the plain one; null when it has none. */
export const fileNameOf = (header: string | null): string | null => {
  if (header === null) return null
  const name = extended(header) ?? plain(header)
  return name && safe(name)
}

const extended = (header: string) => {
  const [, encoded] = /filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header) ?? []
  if (encoded === undefined) return null
  try {
    return decodeURIComponent(encoded)
  } catch {
    return null
  }
}

const plain = (header: string) => {
  const [, quoted, bare] = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header) ?? []
  return quoted?.replace(/\\(.)/g, '$1') ?? bare ?? null
}

// A name may not choose a folder or hide its ending.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what we take out
const safe = (name: string) => name.replace(/[/\\\u0000-\u001f\u202a-\u202e]/g, '_')
