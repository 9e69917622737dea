import type { EnumCode } from '../../domain/enums'

/** The name of a template: the code of the enum BillTemplate and the name of its file. */
export type TemplateName = EnumCode<'BillTemplate'>

/** The layout of a printed slip, as a file in `schemas/slips` declares it. Lengths are millimetres from the upper left corner, text sizes points. */
export interface SlipTemplate {
  readonly label: string
  readonly paper: { readonly width: number; readonly height: number }
  readonly tearLines?: readonly TearLine[]
  readonly foldLines?: readonly number[]
  /** The area that the window of an envelope shows. */
  readonly window?: PaperRectangle
  readonly blocks: readonly SlipBlock[]
}

/** A dashed line across the paper, with a text in its middle. */
export interface TearLine {
  readonly y: number
  readonly text: string
}

/** A rectangle on the paper. */
export interface PaperRectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Whether a block is printed: `when` names a text that the slip must have, `unless` one that it must not have. */
interface Conditions {
  readonly when?: string
  readonly unless?: string
}

/** A part of a slip. */
export type SlipBlock = TextBlock | FactsBlock | ItemsBlock | NotesBlock | BarcodesBlock | QrCodeBlock | AreaBlock | DrawingBlock

interface BlockOf<Kind extends string> extends PaperRectangle, Conditions {
  readonly block: Kind
}

export interface TextBlock extends BlockOf<'text'> {
  readonly text: string
  readonly size: number
  readonly bold?: boolean
  readonly colour?: SlipColour
  readonly align?: (typeof alignments)[number]
  readonly wrap?: boolean
  readonly heading?: boolean
}

export interface FactsBlock extends BlockOf<'facts'> {
  readonly columns?: number
  readonly labelWidth: number
  readonly rowHeight: number
  readonly rows: readonly Fact[]
}

/** A label with its value. */
export interface Fact extends Conditions {
  readonly label: string
  readonly text: string
}

export interface ItemsBlock extends BlockOf<'items'> {
  readonly name: string
  readonly amount: string
  readonly total: string
  readonly rows: number
}

export interface NotesBlock extends BlockOf<'notes'> {
  readonly lead?: string
  readonly columns: readonly { readonly title: string; readonly text: string }[]
}

export interface BarcodesBlock extends BlockOf<'barcodes'> {
  readonly text: string
  readonly bar: number
}

export interface QrCodeBlock extends BlockOf<'qrCode'> {
  readonly text: string
}

export interface AreaBlock extends BlockOf<'area'> {
  readonly fill?: SlipColour
  readonly border?: (typeof borders)[number]
}

export interface DrawingBlock extends BlockOf<'drawing'> {
  readonly path: string
  readonly size: number
  readonly colour?: SlipColour
}

export const alignments = ['left', 'center', 'right'] as const
export const borders = ['solid', 'dashed'] as const
export const slipColours = ['ink', 'soft', 'accent', 'line', 'tint', 'white'] as const

/** A colour of slips by its name. Each also prints well in black and white. */
export type SlipColour = (typeof slipColours)[number]

/** The templates of all slips. */
export type SlipTemplates = Readonly<Record<TemplateName, SlipTemplate>>
