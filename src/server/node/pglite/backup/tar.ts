/** Returns the header of a tar entry in POSIX format (ustar); the name of a folder ends with a slash. */
export const tarHeader = (name: string, size: number): Buffer => {
  if (Buffer.byteLength(name) > 100) throw new Error(`The name ${name} is too long for an archive.`)
  const header = Buffer.alloc(512)
  header.write(name, 0)
  header.write(name.endsWith('/') ? '0000700' : '0000600', 100)
  // The user and the group, which are not restored.
  header.write('0000000', 108)
  header.write('0000000', 116)
  // Eleven octal digits suffice for files up to 8 GB. PostgreSQL starts another file at 1 GB.
  header.write(octal(size, 11), 124)
  header.write(octal(Math.floor(Date.now() / 1000), 11), 136)
  // The checksum is computed as if its own field contained spaces.
  header.write('        ', 148)
  header.write(name.endsWith('/') ? '5' : '0', 156)
  header.write('ustar\x0000', 257)
  const checksum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${octal(checksum, 6)}\0 `, 148)
  return header
}

/** Returns the zeros that fill an entry up to the next block. */
export const tarPadding = (size: number): Buffer => Buffer.alloc((512 - (size % 512)) % 512)

/** Number of bytes that are copied at once. */
export const chunkBytes = 262_144

/** The end of an archive. */
export const tarEnd = Buffer.alloc(1024)

/**
 * Returns name and size from a header; null at the end of the archive.
 * Throws if the checksum is wrong; the message continues the sentence "FILE cannot be restored: …".
 */
export const readTarHeader = (header: Buffer): { readonly name: string; readonly size: number } | null => {
  if (header.every((byte) => byte === 0)) return null
  // 32 is a space.
  const checksum = header.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0)
  if (Number.parseInt(header.toString('latin1', 148, 156), 8) !== checksum)
    throw new Error('it is not a backup, or it is damaged')
  return {
    name: header.toString('utf8', 0, 100).replace(/\0.*$/, ''),
    size: Number.parseInt(header.toString('latin1', 124, 136), 8),
  }
}

const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0')
