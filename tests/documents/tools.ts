import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

const tools = ['pdftotext', 'pdftoppm', 'pdfinfo', 'pdffonts', 'zbarimg'] as const

const isInstalled = (tool: string): boolean => {
  try {
    execFileSync('which', [tool], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Why documents cannot be read back here, or null. In CI nothing may be skipped. */
export const missingTools = (): string | null => {
  const missing = tools.filter((tool) => !isInstalled(tool))
  if (missing.length === 0) return null
  const message = `${missing.join(', ')} not installed (packages poppler-utils and zbar-tools)`
  if (process.env.CI === 'true') throw new Error(message)
  return message
}

/** The content that other programs read from a PDF. */
export interface ReadPdf {
  readonly pages: readonly { readonly text: string; readonly barcodes: readonly string[] }[]
  readonly info: string
  readonly fonts: string
}

/** Reads a PDF as its users do: text with pdftotext, barcodes by scanning each page as printed at 200 dpi. */
export const readPdf = async (bytes: Uint8Array): Promise<ReadPdf> => {
  const folder = await mkdtemp(join(tmpdir(), 'slips-'))
  try {
    const file = join(folder, 'slips.pdf')
    await writeFile(file, bytes)
    const [texts, info, fonts] = await Promise.all([
      output('pdftotext', ['-layout', file, '-']),
      output('pdfinfo', [file]),
      output('pdffonts', [file]),
    ])
    await run('pdftoppm', ['-r', '200', '-gray', file, join(folder, 'page')])
    const images = (await readdir(folder)).filter((name) => name.endsWith('.pgm')).sort()
    const barcodes = await Promise.all(images.map((image) => scan(join(folder, image))))
    return {
      pages: barcodes.map((found, index) => ({ text: texts.split('\f')[index] ?? '', barcodes: found })),
      info,
      fonts,
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Reads only the text of a PDF, which is much faster; with `-bbox` as HTML with the position of each word. */
export const readText = (bytes: Uint8Array, mode: '-layout' | '-bbox' | '-raw' = '-layout'): Promise<string> =>
  withFile(bytes, (file) => output('pdftotext', [mode, file, '-']))

/** Reads the marks for screen readers of a PDF, with their texts. */
export const readStructure = (bytes: Uint8Array): Promise<string> =>
  withFile(bytes, (file) => output('pdfinfo', ['-struct-text', file]))

const withFile = async (bytes: Uint8Array, read: (file: string) => Promise<string>): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'slips-'))
  try {
    await writeFile(join(folder, 'slips.pdf'), bytes)
    return await read(join(folder, 'slips.pdf'))
  } finally {
    await rm(folder, { recursive: true })
  }
}

const output = async (tool: string, options: readonly string[]): Promise<string> => (await run(tool, options)).stdout

const scan = async (image: string): Promise<string[]> => {
  const lines = await output('zbarimg', ['--quiet', '--raw', image]).catch(
    (error: { code?: number; stdout?: string }) => {
      // 4 = no barcode on the page.
      if (error.code === 4) return ''
      throw error
    },
  )
  return lines.split('\n').filter((line) => line !== '')
}
