import PDFDocument from 'pdfkit'
import { type FontRun, runsOf, type Typeface } from './fonts'

declare global {
  namespace PDFKit {
    interface PDFDocument {
      /** Draws a fragment of a line in the current font; pdfkit draws every text with it. */
      _fragment(text: string, x: number, y: number, options: Fragment): void
    }
  }
}

interface Fragment extends PDFKit.Mixins.TextOptions {
  readonly lineWidth?: number
  readonly textWidth?: number
}

/** A document whose texts are set in several fonts: each character in the first one that has it. */
export class TextDocument extends PDFDocument {
  private weight: keyof Typeface = 'regular'
  private typeface: Typeface

  constructor(options: PDFKit.PDFDocumentOptions, typeface: Typeface) {
    super(options)
    this.typeface = typeface
    for (const [name, { main, rare }] of Object.entries(typeface)) this.registerFont(name, main.file).registerFont(rareName(name), rare.file)
  }

  /** Chooses the weight of the texts that follow. */
  setWeight(weight: keyof Typeface): this {
    this.weight = weight
    return this.font(weight)
  }

  override widthOfString(text: string, options?: PDFKit.Mixins.TextOptions): number {
    return this.runs(text).reduce((width, run) => width + this.inFontOf(run, () => super.widthOfString(run.text, options)), 0)
  }

  override _fragment(text: string, x: number, y: number, options: Fragment): void {
    const { align, lineWidth = 0 } = options
    const free = lineWidth - (align === 'right' || align === 'center' ? this.widthOfString(text.trimEnd()) : lineWidth)
    let left = x + (align === 'center' ? free / 2 : free)
    for (const run of this.runs(text)) {
      this.inFontOf(run, () => super._fragment(run.text, left, y, { ...options, align: 'left' }))
      left += this.inFontOf(run, () => super.widthOfString(run.text))
    }
  }

  private runs(text: string): readonly FontRun[] {
    return runsOf(text, this.typeface[this.weight])
  }

  private inFontOf<Result>({ isRare }: FontRun, act: () => Result): Result {
    if (!isRare) return act()
    this.font(rareName(this.weight))
    const result = act()
    this.font(this.weight)
    return result
  }
}

const rareName = (weight: string): string => `${weight} rare`
