import { type Layout, layoutNamed } from '../../../src/schema/layouts/layout'
import { isLayoutFile } from '../../../src/schema/layouts/layout-files'
import { loadSchemas } from '../../../src/schema/load/load'
import { bankFileTools } from '../../../src/server/node/bank-file-tools'
import { readSchemaFiles } from '../../../src/server/node/schemas/schema-files'
import type { BankFileLine, BankFileSummary } from '../../../src/server/payments/files/bank-file'
import { readBankFile } from '../../../src/server/payments/files/read-bank-file'
import { type BankFileContent, writeBankFile } from '../../../src/server/payments/files/write-bank-file'

const loaded = loadSchemas(readSchemaFiles('schemas').filter(isLayoutFile)).layouts

const names = [
  ...(['store', 'bank', 'post', 'cashFlow'] as const),
  ...(['achP01', 'fisc200', 'bankOwn', 'achP02'] as const),
  ...(['achR01', 'fisc200Reply', 'bankOwnReply', 'achP02Reply'] as const),
]

// The cast is safe, because the list has all names.
/** The portal's own layouts of bank files. */
export const layouts = Object.fromEntries(names.map((name) => [name, layoutNamed(loaded, name)])) as Readonly<
  Record<(typeof names)[number], Layout>
>

/** The name of one of the portal's own layouts. */
export type LayoutName = keyof typeof layouts

/** Returns all lines of a file and its summary. */
export const readAll = async (layout: LayoutName, chunks: Iterable<Uint8Array>, maxLines?: number) => {
  const lines: BankFileLine[] = []
  const reader = readBankFile(layouts[layout], chunks, { ...bankFileTools, ...(maxLines ? { maxLines } : {}) })
  for (;;) {
    const { done, value } = await reader.next()
    if (done) return { lines, summary: value satisfies BankFileSummary }
    lines.push(value)
  }
}

/** Returns the bytes of a file. */
export const writeAll = (layout: LayoutName, content: BankFileContent): Buffer =>
  Buffer.concat([...writeBankFile(layouts[layout], content, bankFileTools.big5)])

/** Returns the bytes in chunks of a size. */
export const inChunks = (bytes: Uint8Array, size: number): Uint8Array[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size))
