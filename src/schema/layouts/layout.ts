/** What the code that processes the files of a layout needs. */
export interface LayoutRequirements {
  /** The names of the fields that each detail line must have. */
  readonly fields: readonly string[]
  /**
   * The names of the fields that the header must have if some lines have no serial, because then only the header shows
   * that a file was sent before with other content.
   */
  readonly headerFields: readonly string[]
  /** The values that the code supplies if it writes the files; absent if it reads them. */
  readonly written?: {
    readonly header: readonly string[]
    readonly details: readonly string[]
  }
}

/**
 * The layout of a bank file with lines of fixed length, as a file in `schemas/layouts` declares it.
 * Offsets and lengths are counted in bytes.
 * The first byte of a line has the offset 1.
 */
export interface Layout {
  readonly label: string
  /** Name of the kind of files among the options of a field, if it is not the label. */
  readonly shortLabel?: string
  readonly encoding: (typeof encodings)[number]
  /** Whether the portal writes the files, so that nobody uploads them. */
  readonly written?: boolean
  /** Length of each line, without the line break. */
  readonly length: number
  readonly header?: LayoutLine
  /** The kinds of detail lines. A line is of the first kind whose fixed values it has. */
  readonly details: Readonly<Record<string, LayoutLine>>
  readonly trailer?: LayoutLine
}

/** A kind of line: its fields by name. */
export interface LayoutLine {
  readonly fields: Readonly<Record<string, LayoutField>>
}

/** A field of a line. */
export interface LayoutField {
  readonly type: LayoutFieldType
  readonly offset: number
  readonly length: number
  /** Name in zh-TW, for messages; only fillers have none. */
  readonly label?: string
  /** The name of the field of which this one is a part. */
  readonly within?: string
  /** The value that the field always has. */
  readonly value?: string
  /** The texts in zh-TW of the codes that the field can have; other codes are valid, too. */
  readonly codes?: Readonly<Record<string, string>>
  /** The code that means that the request of the line was carried out. */
  readonly success?: string
  /** Whether the line is valid if this field is blank or cannot be read. */
  readonly optional?: boolean
  /** `zeros`: the text is right-aligned after zeros, which are not part of the text. */
  readonly padding?: (typeof paddings)[number]
  /** Number of digits after the decimal point. The point is not written. */
  readonly decimals?: number
  /** The name of the field of the same line that contains the sign of the number. */
  readonly sign?: string
  /** The name of the field of the detail lines whose sum this number must be. */
  readonly sum?: string
  /** Whether this number must be the number of detail lines. */
  readonly count?: boolean
}

/** The encodings that bank files can have. */
export const encodings = ['Big5'] as const
/** The paddings of texts besides blanks. */
export const paddings = ['zeros'] as const
/** The types of fields in lines. */
export const layoutFieldTypes = ['text', 'digits', 'number', 'sign', 'date', 'rocDate', 'time', 'filler'] as const

export type LayoutFieldType = (typeof layoutFieldTypes)[number]

/** The layouts of bank files, by the names of their files in `schemas/layouts`. */
export type Layouts = Readonly<Record<string, Layout>>

/** The value of `options` for a field whose codes are the names of the layouts. */
export const layoutOptions = 'layouts'

/** Returns a layout; throws an error if no file declares it. */
export const layoutNamed = (layouts: Layouts, name: string): Layout => {
  const layout = layouts[name]
  if (!layout) throw new Error(`No file in schemas/layouts declares the layout '${name}'.`)
  return layout
}

/**
 * Returns whether some lines of a layout have no serial (`TxnSeq`), so that only the header of a file shows that it was
 * sent before with other content.
 */
export const hasLinesWithoutSerial = ({ details }: Layout): boolean =>
  Object.values(details).some(({ fields }) => fields.TxnSeq === undefined)
