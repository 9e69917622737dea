import { closeSync, openSync, renameSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Layout } from '../../schema/layouts/layout'
import { ownerOnly } from '../../server/node/files/data-folder'
import type { Big5 } from '../../server/payments/files/bank-file'
import { type BankFileContent, writeBankFile } from '../../server/payments/files/write-bank-file'

/** Writes a bank file that only its owner can read. The file gets its name only when it is complete, so that no program reads an incomplete file. */
export const writeFile = (file: string, { layout, content }: { readonly layout: Layout; readonly content: BankFileContent }, big5: Big5): void => {
  const partialFile = join(dirname(file), `.${basename(file)}.part`)
  const descriptor = openSync(partialFile, 'w', ownerOnly.file)
  try {
    for (const line of writeBankFile(layout, content, big5)) writeSync(descriptor, line)
  } finally {
    closeSync(descriptor)
  }
  renameSync(partialFile, file)
}
