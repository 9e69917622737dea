import PDFDocument from 'pdfkit'
import { type FontRun, runsOf, type Typeface } from './fonts'

declare global {
  namespace PDFKit {
    interface PDFDocument {
      /** The current font. */
      readonly _font: EmbeddedFont
      readonly _fontSize: number
      /** Draws a fragment of a line in the current font; pdfkit draws every text with it. */
      _fragment(text: string, x: number, y: number, options: Fragment): void
    }
  }
}

interface EmbeddedFont {
  readonly id: string
  readonly ascender: number
  /** Returns the hexadecimal codes of the glyphs, and their positions in thousandths of the font size. */
  encode(
    text: string,
  ): readonly [readonly string[], readonly { readonly xAdvance: number; readonly advanceWidth: number }[]]
  ref(): unknown
}

interface Fragment extends PDFKit.Mixins.TextOptions {
  readonly lineWidth?: number
}

/** The layout of a text: its width in thousandths of the font size, and its glyphs by font. */
interface TextLayout {
  readonly width: number
  readonly parts: readonly { readonly font: EmbeddedFont; readonly glyphs: string }[]
}

/**
 * The place between two characters of numbers, which have no kerning.
 * Most of the different texts are amounts, days, accounts and codes.
 */
const insideNumber = /(?<=[\d,./:-])(?=[\d,./:-])/

/** Chinese text. Beside the letters of other scripts, the font has other glyphs for digits. */
const chineseText = /^[\p{Script=Han}\p{Script=Common}]*$/u

/** Maximum number of layouts and of contents that a document keeps; those of a long report would fill the memory. */
const maxKept = 10_000

/** Drawn content that is kept, with its fonts. */
interface KeptContent {
  readonly content: string
  readonly fonts: readonly EmbeddedFont[]
}

/**
 * A document that prints each character in the first font that has it.
 * The layout of a text that is repeated is computed only once.
 */
export class TextDocument extends PDFDocument {
  private weight: keyof Typeface = 'regular'
  private typeface: Typeface
  private textLayouts = new Map<string, TextLayout>()
  private keptContents = new Map<string, KeptContent>()
  private drawnFonts = new Set<EmbeddedFont>()
  private content: string[] = []

  constructor(options: PDFKit.PDFDocumentOptions, typeface: Typeface) {
    super(options)
    this.typeface = typeface
    for (const [name, { main, fallback }] of Object.entries(typeface))
      this.registerFont(name, main.file).registerFont(fallbackName(name), fallback.file)
  }

  /** Sets the style of the texts that follow. */
  setStyle(weight: keyof Typeface, size: number): this {
    this.weight = weight
    return this.font(weight).fontSize(size)
  }

  override widthOfString(text: string): number {
    return (this.layOutText(text).width * this._fontSize) / 1000
  }

  /** Draws a text with its upper left corner at this position. */
  drawText(text: string, x: number, y: number): void {
    const baseline = y + (this._font.ascender * this._fontSize) / 1000
    const parts = this.layOutText(text).parts.map(({ font, glyphs }, index) => {
      this.drawnFonts.add(font)
      this.page.fonts[font.id] ??= font.ref()
      return `/${font.id} ${decimal(this._fontSize)} Tf ${index === 0 ? `1 0 0 -1 ${decimal(x)} ${decimal(baseline)} Tm ` : ''}[${glyphs}] TJ`
    })
    this.addContent(`BT ${parts.join(' ')} ET`)
  }

  override _fragment(text: string, x: number, y: number, { align, lineWidth = 0 }: Fragment): void {
    const line = text.replaceAll('\n', '')
    const freeWidth = align === 'right' || align === 'center' ? lineWidth - this.widthOfString(line.trimEnd()) : 0
    if (line !== '') this.drawText(line, x + (align === 'center' ? freeWidth / 2 : freeWidth), y)
  }

  // Content is collected for a page, because pdfkit converts one large text into bytes much faster than many small
  // ones.
  override addContent(content: string): this {
    this.content.push(content)
    return this
  }

  /** Returns the content that a function draws, without drawing it on the page. */
  captureContent(draw: () => void): string {
    const ofPage = this.content
    this.content = []
    draw()
    const captured = this.content.join('\n')
    this.content = ofPage
    return captured
  }

  /** Draws what a function draws, and keeps it; for the same key, it is drawn again without the function. */
  drawKept(key: string, draw: () => void): void {
    const { content, fonts } = this.keptContents.get(key) ?? this.keepContent(key, draw)
    for (const font of fonts) this.page.fonts[font.id] ??= font.ref()
    this.addContent(content)
  }

  override addPage(options?: PDFKit.PDFDocumentOptions): this {
    this.writeContent()
    super.addPage(options)
    return this
  }

  override end(): void {
    this.writeContent()
    super.end()
  }

  private writeContent(): void {
    if (this.content.length > 0) super.addContent(this.content.join('\n'))
    this.content = []
  }

  private layOutText(text: string): TextLayout {
    const key = `${this.weight} ${text}`
    const cached = this.textLayouts.get(key)
    if (cached) return cached
    const pieces = chineseText.test(text) ? text.split(insideNumber) : [text]
    if (pieces.length > 1) return keep(this.textLayouts, key, this.composeLayout(pieces))
    const runs = runsOf(text, this.typeface[this.weight]).map((run) => this.layOutRun(run))
    const result = { width: runs.reduce((sum, { width }) => sum + width, 0), parts: runs }
    return keep(this.textLayouts, key, result)
  }

  /** Returns the layout of a text that is composed of those of its pieces. */
  private composeLayout(pieces: readonly string[]): TextLayout {
    let width = 0
    const parts: { font: EmbeddedFont; glyphs: string }[] = []
    for (const piece of pieces) {
      const layout = this.layOutText(piece)
      width += layout.width
      for (const { font, glyphs } of layout.parts) {
        const last = parts.at(-1)
        if (last?.font === font) last.glyphs = `${last.glyphs}${glyphs}`.replace('><', '')
        else parts.push({ font, glyphs })
      }
    }
    return { width, parts }
  }

  private keepContent(key: string, draw: () => void): KeptContent {
    this.drawnFonts.clear()
    const content = this.captureContent(draw)
    return keep(this.keptContents, key, { content, fonts: [...this.drawnFonts] })
  }

  private layOutRun({ isFallback, text }: FontRun) {
    const font = this.font(isFallback ? fallbackName(this.weight) : this.weight)._font
    const [codes, positions] = font.encode(text)
    // Makes the main font current again.
    if (isFallback) this.font(this.weight)
    let glyphs = ''
    let word = ''
    let width = 0
    codes.forEach((code, index) => {
      const { xAdvance, advanceWidth } = positions[index] ?? { xAdvance: 0, advanceWidth: 0 }
      word += code
      width += xAdvance
      if (xAdvance === advanceWidth) return
      // The difference is the kerning, which is written between two strings of glyphs.
      glyphs += `<${word}>${decimal(advanceWidth - xAdvance)}`
      word = ''
    })
    return { font, width, glyphs: word === '' ? glyphs : `${glyphs}<${word}>` }
  }
}

const keep = <Value>(values: Map<string, Value>, key: string, value: Value): Value => {
  if (values.size >= maxKept) values.clear()
  values.set(key, value)
  return value
}

/** Returns a number in the notation of page content, with at most two decimals. */
export const decimal = (value: number): string => String(Math.round(value * 100) / 100)

const fallbackName = (weight: string): string => `${weight} fallback`
