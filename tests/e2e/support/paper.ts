import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whether the tools that read PDFs and barcodes are installed; CI must have them. */
export const canReadPaper = ((): boolean => {
  try {
    for (const tool of ['pdftotext', 'pdftoppm', 'zbarimg']) execFileSync('which', [tool], { stdio: 'ignore' })
    return true
  } catch {
    if (process.env.CI)
      throw new Error('pdftotext, pdftoppm and zbarimg are needed in CI (packages poppler-utils and zbar-tools).')
    return false
  }
})()

/** Returns the text of a PDF in reading order. */
export const textOf = (pdf: string): string => execFileSync('pdftotext', ['-layout', pdf, '-'], { encoding: 'utf8' })

/** Returns the barcodes that a scanner reads from the printed pages at 200 dpi. */
export function scan(pdf: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'slip-'))
  execFileSync('pdftoppm', ['-r', '200', '-png', pdf, join(folder, 'page')])
  return readdirSync(folder).flatMap((page) => scanPicture(join(folder, page)))
}

/** Returns the codes of a kind that a scanner reads from a picture. */
export const scanPicture = (file: string, kind: 'code39' | 'qrcode' = 'code39'): string[] =>
  zbarOutput(['--quiet', '--raw', '-Sdisable', `-S${kind}.enable`, file])
    .split('\n')
    .filter((line) => line !== '')

const zbarOutput = (options: readonly string[]): string => {
  try {
    return execFileSync('zbarimg', options, { encoding: 'utf8' })
  } catch (error) {
    // 4 = no code in the picture.
    if ((error as { status?: number }).status === 4) return ''
    throw error
  }
}
