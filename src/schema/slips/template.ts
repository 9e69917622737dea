import type { EnumCode } from '../../domain/enums'

/** The name of a template: the code of the enum BillTemplate and the name of its file. */
export type TemplateName = EnumCode<'BillTemplate'>

/**
 * The layout of a printed slip, as a file in `schemas/slips` declares it.
 * Positions are measured in millimetres from the upper left corner of the paper, text sizes in points.
 */
export interface SlipTemplate {
  readonly label: string
  readonly paper: { readonly width: number; readonly height: number }
  readonly tearLines?: readonly TearLine[]
  /** The distances from the upper edge at which the paper is folded. */
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

/**
 * The conditions under which a block is printed: `when` names a text that the slip must have, `unless` a text that it
 * must not have.
 */
interface Conditions {
  readonly when?: string
  readonly unless?: string
}

/** A part of a slip. */
export type SlipBlock =
  | TextBlock
  | FactsBlock
  | ItemsBlock
  | NotesBlock
  | BarcodesBlock
  | QrCodeBlock
  | AreaBlock
  | DrawingBlock

interface BlockOf<Kind extends string> extends PaperRectangle, Conditions {
  readonly block: Kind
}

/** A line of text, or wrapped text. */
export interface TextBlock extends BlockOf<'text'> {
  readonly text: string
  readonly size: number
  readonly bold?: boolean
  readonly colour?: SlipColour
  readonly align?: (typeof alignments)[number]
  readonly wrap?: boolean
  /** Whether screen readers announce the text as a heading. */
  readonly heading?: boolean
}

/** Labels with their values, in rows. */
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

/** The table of the items of the bill. */
export interface ItemsBlock extends BlockOf<'items'> {
  /** The heading of the names. */
  readonly name: string
  /** The heading of the amounts. */
  readonly amount: string
  /** The label of the total. */
  readonly total: string
  /** The number of items in one column. */
  readonly rows: number
}

/** Longer texts side by side, below a lead text. */
export interface NotesBlock extends BlockOf<'notes'> {
  readonly lead?: string
  readonly columns: readonly { readonly title: string; readonly text: string }[]
}

/** Barcodes, one for each line of a text. */
export interface BarcodesBlock extends BlockOf<'barcodes'> {
  readonly text: string
  /** Width of a narrow bar. */
  readonly bar: number
}

/** A QR code. */
export interface QrCodeBlock extends BlockOf<'qrCode'> {
  readonly text: string
}

/** A coloured or framed area in the background. */
export interface AreaBlock extends BlockOf<'area'> {
  readonly fill?: SlipColour
  readonly border?: (typeof borders)[number]
}

/** A drawing, such as a logo. */
export interface DrawingBlock extends BlockOf<'drawing'> {
  /** The outline, as the attribute `d` of an SVG path. */
  readonly path: string
  /** Width and height of the square in which the path is drawn. */
  readonly size: number
  readonly colour?: SlipColour
}

/** The alignments of a text. */
export const alignments = ['left', 'center', 'right'] as const
/** The borders of an area. */
export const borders = ['solid', 'dashed'] as const
/** The names of the colours of slips. */
export const slipColours = ['ink', 'soft', 'accent', 'line', 'tint', 'white'] as const

/** The name of a colour of slips. Every colour also prints well in black and white. */
export type SlipColour = (typeof slipColours)[number]

/** The templates of all slips. */
export type SlipTemplates = Readonly<Record<TemplateName, SlipTemplate>>
