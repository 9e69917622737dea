import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import PDFDocument from 'pdfkit'
import { Refusal } from '../../../domain/refusal'
import { type PdfPen, penFor } from './pen'

/** The content of a PDF. */
interface PdfContent {
  readonly info: PDFKit.DocumentInfo
  readonly layout?: 'portrait' | 'landscape'
  /** The objects whose texts are printed, each with its name for the report of missing characters. */
  readonly printed: readonly { readonly name: string; readonly content: object }[]
  /** Adds and draws the pages, including the first one. */
  draw(document: PDFKit.PDFDocument, pen: PdfPen): void
}

/** Returns a PDF in A4, set in Noto Sans TC. Throws a refusal for characters that the font lacks: they would be printed as empty boxes. */
export const printPdf = async ({ info, layout = 'portrait', printed, draw }: PdfContent): Promise<Uint8Array<ArrayBuffer>> => {
  fonts ??= loadFonts()
  const { regular, bold } = await fonts
  for (const { name, content } of printed) refuseMissingCharacters(content, name, [regular, bold])
  // pdfkit loads its own Latin font unless `font` is empty.
  const fixed = { size: 'A4', margin: 0, lang: 'zh-TW', displayTitle: true, pdfVersion: '1.7', autoFirstPage: false, font: '' } as const
  const document = new PDFDocument({ ...fixed, layout, info })
  const bytes = collectBytes(document)
  document.registerFont('regular', regular.file)
  document.registerFont('bold', bold.file)
  draw(document, penFor(document))
  document.end()
  return bytes
}

/** Returns the bytes of a document once it has ended; call it before drawing. */
const collectBytes = (document: PDFKit.PDFDocument): Promise<Uint8Array<ArrayBuffer>> =>
  new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    document.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    document.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))))
    document.on('error', reject)
  })

/** One weight of the typeface: the file to embed, and the parsed font that knows its characters. */
interface Weight {
  readonly file: Buffer
  readonly font: Font
}

let fonts: Promise<{ readonly regular: Weight; readonly bold: Weight }> | undefined

const loadFonts = async () => {
  const [regular, bold] = await Promise.all([loadWeight('400Regular'), loadWeight('700Bold')])
  return { regular, bold }
}

const packageName = '@expo-google-fonts/noto-sans-tc'

// Resolved from its package, which works from source and from the bundle.
const loadWeight = async (weight: '400Regular' | '700Bold'): Promise<Weight> => {
  const file = await readFile(createRequire(import.meta.url).resolve(`${packageName}/${weight}/NotoSansTC_${weight}.ttf`))
  const font = create(file)
  if (font.type !== 'TTF') throw new Error(`${packageName}: ${weight} is not a single font`)
  return { file, font }
}

const refuseMissingCharacters = (content: object, name: string, weights: readonly Weight[]): void => {
  const missing = new Set(Array.from(textsIn(content).join('')).filter((character) => !weights.every((weight) => isPrintable(character, weight))))
  if (missing.size === 0) return
  const characters = [...missing].map((character) => `「${character}」`).join('')
  throw new Refusal('2002', `${name}含有無法印出的字${characters}，請改用其他字後再列印。`)
}

// Joiners and variant selectors are invisible; the font need not have them.
const isPrintable = (character: string, { font }: Weight): boolean =>
  /\p{Default_Ignorable_Code_Point}/u.test(character) || font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
