import { Refusal } from '../../../domain/refusal'
import type { RecordValues } from '../../../schema/language/types'
import { actorOf } from '../../access/caller'
import type { Call } from '../../http/call'
import type { Ports } from '../../ports'
import { createWithFiles } from '../../records/form-files'
import { contentHasher } from '../files/content-hash'
import { guessLayout, unknownLayoutMessage } from '../files/guess-layout'
import { enqueueBankFile } from './enqueue'
import { refuseRepeatedFile } from './repeated-file'

/** Accepts a bank file from a form: recognizes its kind, refuses a file with the same content as an earlier one, then stores the file, its record and its job. */
export const uploadBankFile = async (call: Call): Promise<RecordValues> => {
  const { ports, schemas, scope } = call
  const recognized: { hash?: string; values?: RecordValues } = {}
  try {
    return await createWithFiles(call, schemas.get('bankFile'), {
      check: async ({ db }, { files, input }) => {
        for (const { name, bytes } of files) {
          recognized.hash = hashOf(ports, bytes)
          await refuseRepeatedFile(db, recognized.hash)
          // A form sends a blank text if no layout is chosen.
          const Layout = String(input.Layout ?? '').trim() || (await requireLayout(ports, bytes))
          recognized.values = { Layout, FileName: name, FileHash: recognized.hash, FileSize: bytes.length }
        }
      },
      values: async () => ({
        ...recognized.values,
        Source: 'Upload',
        ImportStatus: 'Pending',
        UploadUser: actorOf(scope),
        UploadTime: ports.clock().toISOString(),
      }),
      afterWrite: ({ db }, { SerialId }) => enqueueBankFile(call, db, SerialId),
    })
  } catch (error) {
    // Another upload with the same content may have been stored after the check.
    if (recognized.hash !== undefined && error instanceof Refusal && error.code === '2003') await refuseRepeatedFile(ports.db, recognized.hash)
    throw error
  }
}

const hashOf = ({ bankFileTools }: Ports, bytes: Uint8Array): string => {
  const hash = contentHasher(bankFileTools)
  hash.add(bytes)
  return hash.hex()
}

const requireLayout = async ({ layouts, bankFileTools }: Ports, bytes: Uint8Array): Promise<string> => {
  const layout = await guessLayout(layouts, bytes, bankFileTools)
  if (layout !== null) return layout
  const message = unknownLayoutMessage(layouts)
  throw new Refusal('3001', message, { File: message })
}
