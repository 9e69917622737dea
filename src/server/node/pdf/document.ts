import { charactersWithoutGlyph, loadTypeface } from './fonts'
import { type PdfPen, penFor } from './pen'
import { TextDocument } from './text-document'

/** The content of a PDF. */
interface PdfContent {
  readonly info: PDFKit.DocumentInfo
  readonly layout?: 'portrait' | 'landscape'
  /** Whether `draw` adds marks for screen readers to everything that it draws. */
  readonly tagged?: boolean
  /** Whether most texts are the same at the same places of each page. */
  readonly isForm?: boolean
  /** Adds and draws the pages, including the first one. */
  draw(document: TextDocument, pen: PdfPen): void | Promise<void>
}

/**
 * Returns a PDF in A4 with the typeface Noto Sans TC; characters that are not in it are printed in Noto Sans SC, and
 * characters that are in neither as 〓.
 */
export const printPdf = async ({ draw, isForm = false, ...settings }: PdfContent): Promise<Uint8Array<ArrayBuffer>> => {
  const document = await openPdf(settings)
  const bytes = collectBytes(document)
  await draw(document, penFor(document, { keepsTexts: isForm }))
  document.end()
  return bytes
}

/** Returns a document without pages, which passes its bytes on as soon as a page is complete. */
export const openPdf = async ({
  info,
  layout = 'portrait',
  tagged = false,
}: Omit<PdfContent, 'draw' | 'isForm'>): Promise<TextDocument> => {
  const typeface = await loadTypeface()
  // pdfkit loads its own Latin font unless `font` is empty.
  const fixedOptions = {
    size: 'A4',
    margin: 0,
    lang: 'zh-TW',
    displayTitle: true,
    pdfVersion: '1.7',
    autoFirstPage: false,
    font: '',
    // `TextDocument` remembers layouts itself; pdfkit would remember each word of a long report.
    fontLayoutCache: false,
  } as const
  return new TextDocument({ ...fixedOptions, layout, tagged, info }, typeface)
}

/** Returns the characters of a text that documents print as 〓. */
export const unprintableCharacters = async (text: string): Promise<readonly string[]> =>
  charactersWithoutGlyph(text, (await loadTypeface()).regular)

/** Resolves to the bytes of a document when the document ends; must be called before drawing. */
const collectBytes = (document: PDFKit.PDFDocument): Promise<Uint8Array<ArrayBuffer>> =>
  new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    document.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    document.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))))
    document.on('error', reject)
  })
