/** A kind of file that forms accept. */
interface FileKind {
  readonly mediaType: string
  /** The first bytes of every file of this kind; absent for text files, which have no fixed first bytes. */
  readonly signature?: readonly number[]
}

const zipSignature = [0x50, 0x4b, 0x03, 0x04]
const jpeg = { mediaType: 'image/jpeg', signature: [0xff, 0xd8, 0xff] }

/** The kinds of files by the extension of their names. */
const kinds = {
  xlsx: { mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', signature: zipSignature },
  docx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    signature: zipSignature,
  },
  odt: { mediaType: 'application/vnd.oasis.opendocument.text', signature: zipSignature },
  zip: { mediaType: 'application/zip', signature: zipSignature },
  pdf: { mediaType: 'application/pdf', signature: [0x25, 0x50, 0x44, 0x46] },
  png: { mediaType: 'image/png', signature: [0x89, 0x50, 0x4e, 0x47] },
  jpg: jpeg,
  jpeg,
  csv: { mediaType: 'text/csv' },
  txt: { mediaType: 'text/plain' },
  dat: { mediaType: 'application/octet-stream' },
} satisfies Readonly<Record<string, FileKind>>

/** The extensions of the files that forms accept, without dots. */
export const fileExtensions: readonly string[] = Object.keys(kinds)

/** Returns the extension of a file's name in lower case, without the dot; empty if the name has none. */
export const extensionOf = (name: string): string =>
  name.includes('.') ? (name.toLowerCase().split('.').at(-1) ?? '') : ''

/** Returns the media type of a file by the extension of its name. The type that the client declares is not used. */
export const mediaTypeOf = (name: string): string => kindOf(extensionOf(name))?.mediaType ?? unknownMediaType

/** The media type of a file of no kind that is known. */
export const unknownMediaType = 'application/octet-stream'

/**
 * Checks whether the content of a file matches the extension of its name.
 * It does not match if the file was renamed to another extension.
 */
export const hasMatchingContent = (name: string, bytes: Uint8Array): boolean => {
  const kind = kindOf(extensionOf(name))
  if (kind?.signature) return startsWith(bytes, kind.signature)
  // A text contains no zero byte and does not begin like a file of another kind.
  return (
    !bytes.includes(0) &&
    !Object.values<FileKind>(kinds).some(({ signature }) => signature && startsWith(bytes, signature))
  )
}

const kindOf = (extension: string): FileKind | undefined =>
  Object.hasOwn(kinds, extension) ? (kinds as Readonly<Record<string, FileKind>>)[extension] : undefined

const startsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, index) => bytes[index] === byte)
