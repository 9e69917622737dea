import { crc32 } from 'node:zlib'
import { writeXlsx } from 'hucre/xlsx'

/** Returns a real workbook with one sheet. */
export const xlsx = (rows: readonly (readonly (string | number | boolean | Date | null)[])[]): Promise<Uint8Array> =>
  writeXlsx({ sheets: [{ name: '代收資料', rows: rows.map((row) => [...row]) }] })

/** Returns a csv file in UTF-8. */
export const csv = (rows: readonly (readonly string[])[], separator = ','): Uint8Array =>
  new TextEncoder().encode(rows.map((row) => row.join(separator)).join('\r\n'))

/** Returns an uncompressed zip file of texts. */
export const zip = (parts: Readonly<Record<string, string>>): Uint8Array => {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(parts)) {
    const content = Buffer.from(text)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt32LE(crc32(content), 10)
    common.writeUInt32LE(content.length, 14)
    common.writeUInt32LE(content.length, 18)
    common.writeUInt16LE(name.length, 22)
    const file = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), content])
    const entry = Buffer.alloc(14)
    entry.writeUInt32LE(offset, 10)
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), common, entry, Buffer.from(name)]),
    )
    files.push(file)
    offset += file.length
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(entries.length, 8)
  end.writeUInt32LE(offset, 12)
  return new Uint8Array(Buffer.concat([...files, entries, Buffer.from('PK\u0005\u0006'), end]))
}
