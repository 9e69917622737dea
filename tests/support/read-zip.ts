import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { fromBuffer, type ZipFile } from 'yauzl'

const open = promisify(
  fromBuffer as (
    bytes: Buffer,
    options: { lazyEntries: boolean },
    done: (error: Error | null, zip: ZipFile) => void,
  ) => void,
)

/** Returns the files of a zip archive, in their order, with their content. */
export const readZip = async (
  bytes: Uint8Array,
): Promise<readonly { readonly name: string; readonly bytes: Uint8Array }[]> => {
  const zip = await open(Buffer.from(bytes), { lazyEntries: true })
  const files: { name: string; bytes: Uint8Array }[] = []
  return new Promise((resolve, reject) => {
    zip.on('error', reject)
    zip.on('end', () => resolve(files))
    zip.on('entry', (entry) => {
      zip.openReadStream(entry, (error, stream) => {
        if (error) return reject(error)
        buffer(stream).then((content) => {
          files.push({ name: entry.fileName, bytes: new Uint8Array(content) })
          zip.readEntry()
        }, reject)
      })
    })
    zip.readEntry()
  })
}
