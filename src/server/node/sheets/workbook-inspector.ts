import { dirname, join } from 'node:path/posix'

/** A sheet of a workbook: the name that its tab shows, and its part. */
interface SheetPart {
  readonly name: string
  readonly part: string
}

/** The sheet of a workbook that an upload takes, which is the first visible one. */
export interface FirstSheet extends SheetPart {
  /** The index among all sheets of the workbook. */
  readonly index: number
  /** The other visible sheets. */
  readonly others: readonly SheetPart[]
}

/**
 * Returns the first visible sheet of a workbook; null if the file is not a workbook.
 * `textOf` returns the text of a part, which may have any name; empty if there is no such part.
 */
export const firstVisibleSheet = async (textOf: (part: string) => Promise<string>): Promise<FirstSheet | null> => {
  const workbook = targetIn(await textOf('_rels/.rels'), '', (relationship) =>
    attribute(relationship, 'Type').endsWith('/officeDocument'),
  )
  if (workbook === null) return null
  const sheets = tags(await textOf(workbook), 'sheet')
  const isVisible = (sheet: string): boolean => !/^(very)?hidden$/i.test(attribute(sheet, 'state'))
  const index = Math.max(0, sheets.findIndex(isVisible))
  const relationships = await textOf(join(dirname(workbook), '_rels', `${workbook.split('/').at(-1)}.rels`))
  const partsOf = (sheet: string): readonly SheetPart[] => {
    const id = attribute(sheet, '\\w+:id')
    const part = targetIn(
      relationships,
      dirname(workbook),
      (relationship) => id !== '' && attribute(relationship, 'Id') === id,
    )
    return part === null ? [] : [{ name: plainText(attribute(sheet, 'name')), part }]
  }
  const [first] = partsOf(sheets[index] ?? '')
  return first
    ? {
        ...first,
        index,
        others: sheets
          .slice(index + 1)
          .filter(isVisible)
          .flatMap(partsOf),
      }
    : null
}

/**
 * Returns the part to which a relationship leads; null if there is no such relationship.
 * A target without a leading slash is relative to `folder`.
 */
const targetIn = (
  relationships: string,
  folder: string,
  isWanted: (relationship: string) => boolean,
): string | null => {
  const target = attribute(tags(relationships, 'Relationship').find(isWanted) ?? '', 'Target')
  if (target === '') return null
  return target.startsWith('/') ? target.slice(1) : join(folder, target)
}

/** What an inspected workbook contains. Rows and columns count from 0. */
export interface InspectedWorkbook {
  readonly hasDoctype: boolean
  /** The name of the sheet that is read. */
  readonly sheet: string
  /** The names of the other visible sheets that have content. */
  readonly otherSheets: readonly string[]
  /** The hidden rows of the sheet that have content. */
  readonly hiddenRows: ReadonlySet<number>
  readonly isHiddenColumn: (column: number) => boolean
  readonly isFormula: (row: number, column: number) => boolean
  /** The cells that are merged with cells of rows below, by the row of their first cell. */
  readonly mergesFrom: ReadonlyMap<number, readonly VerticalMerge[]>
  /** The address of merged cells such as A2:A5, if there are too many. */
  readonly tooManyMerges: string | undefined
  /**
   * The address of a cell with a formula, such as C7, if not all cells with formulas are known: there are too many, or
   * one has no address (`?`).
   */
  readonly unknownFormulas: string | undefined
}

/**
 * Cells that are merged over several rows: the column of the first cell, which contains the value, and the last row.
 */
interface VerticalMerge {
  readonly column: number
  readonly lastRow: number
}

/** Maximum number of merged cells that are known. */
const maxMerges = 100_000

/** Maximum number of formulas whose cells are known. */
const maxFormulas = 10_000

/**
 * Returns an inspector that collects what must be known of the parts of a workbook before its cells are read: document
 * types, the formulas, merged cells, hidden rows and hidden columns of the first sheet, and which other sheets have
 * content.
 */
export const workbookInspector = ({ name: sheetName, part: sheetPart, others }: FirstSheet) => {
  /** The end of the previous chunk of each part, because a tag may be split between two chunks. */
  const tails = new Map<string, string>()
  const sheet = sheetInspector()
  const partsWithContent = new Set<string>()
  let hasDoctype = false
  return {
    /** Examines a chunk of a part. */
    visit: (name: string, chunk: Buffer): void => {
      // Only ASCII is searched for, so characters that are split between two chunks do not matter.
      const text = (tails.get(name) ?? '') + chunk.toString('latin1')
      if (text.includes('<!DOCTYPE')) hasDoctype = true
      if (hasContent(text)) partsWithContent.add(name)
      tails.set(name, name === sheetPart ? sheet.visit(text) : text.slice(-maxTailLength))
    },
    /** Returns the result after all parts have been examined. */
    result: (): InspectedWorkbook => ({
      hasDoctype,
      sheet: sheetName,
      otherSheets: others.filter(({ part }) => partsWithContent.has(part)).map(({ name }) => name),
      ...sheet.result(tails.get(sheetPart) ?? ''),
    }),
  }
}

const maxTailLength = 300

/**
 * Maximum number of tags of columns that are read, which is the number of columns in a sheet of Excel.
 * Each cell is looked up, so a file must not be able to make that slow.
 */
const maxColumnTags = 16_384

/** Number of columns of which hidden ones are known: more than the limits of any import. */
const maxKnownColumns = 1_000

/**
 * The most characters of a cell with a formula: longer than Excel permits, and short enough to be searched again with
 * the next chunk.
 */
const maxCellLength = 20_000

/**
 * A tag of a row, of columns or of merged cells, or the start of a cell with a formula.
 * The formula of a cell precedes its value.
 */
const relevantTag =
  /<(?:\w+:)?(?:(row)(\s[^>]*)?>|(col)(\s[^>]*)>|(mergeCell)(\s[^>]*)>|(c)(\s[^<>]*)>\s*<(?:\w+:)?f[\s/>])/g

/** A formula that is a text in quotes, as in `="0012"`, with its value. Its result is always this text. */
const constantFormula = /<(?:\w+:)?f\s*>\s*(?:"|&quot;)[^"<&]*(?:"|&quot;)\s*<\/(?:\w+:)?f>\s*<(?:\w+:)?v[\s>]/y

const sheetInspector = () => {
  const hiddenRows = new Set<number>()
  const hiddenColumns = new Set<number>()
  let columnTagCount = 0
  const formulas = new Map<number, number[]>()
  const mergesFrom = new Map<number, VerticalMerge[]>()
  let formulaCount = 0
  let mergeCount = 0
  let tooManyMerges: string | undefined
  let unknownFormulas: string | undefined
  let row = -1
  let isHiddenRow = false

  const readRow = (attributes: string): void => {
    row = Number(attribute(attributes, 'r') || row + 2) - 1
    isHiddenRow = isTrue(attribute(attributes, 'hidden')) || isZero(attribute(attributes, 'ht'))
  }
  const readColumns = (attributes: string): void => {
    columnTagCount++
    if (
      columnTagCount > maxColumnTags ||
      (!isTrue(attribute(attributes, 'hidden')) && !isZero(attribute(attributes, 'width')))
    )
      return
    const end = Math.min(Number(attribute(attributes, 'max')), maxKnownColumns)
    for (let column = Math.max(0, Number(attribute(attributes, 'min')) - 1); column < end; column++)
      hiddenColumns.add(column)
  }
  const addFormula = (address: string): void => {
    formulaCount++
    if (formulaCount > maxFormulas || address === '') unknownFormulas ??= address || '?'
    else formulas.set(row, [...(formulas.get(row) ?? []), columnIndexOf(address)])
  }
  const readMerge = (address: string): void => {
    const [, column = '', from, to] = /^([A-Z]+)(\d+):[A-Z]+(\d+)$/.exec(address) ?? []
    const [firstRow, lastRow] = [Number(from) - 1, Number(to) - 1]
    if (!(lastRow > firstRow)) return
    mergeCount++
    const merge = { column: columnIndexOf(column), lastRow }
    if (mergeCount > maxMerges) tooManyMerges ??= address
    else if (!mergesFrom.get(firstRow)?.push(merge)) mergesFrom.set(firstRow, [merge])
  }
  /** Adds the current row if it is hidden and has content in this part of its text. */
  const addIfHidden = (text: string): void => {
    if (isHiddenRow && hasContent(text)) hiddenRows.add(row)
  }

  const readTags = (text: string): void => {
    let rowStart = 0
    for (const match of text.matchAll(relevantTag)) {
      const [
        tag,
        isRow,
        rowAttributes = '',
        isColumn,
        columnAttributes = '',
        isMerge,
        mergeAttributes = '',
        ,
        cellAttributes = '',
      ] = match
      if (isColumn) readColumns(columnAttributes)
      else if (isMerge) readMerge(attribute(mergeAttributes, 'ref'))
      else if (isRow) {
        addIfHidden(text.slice(rowStart, match.index))
        readRow(rowAttributes)
        rowStart = match.index
      } else {
        constantFormula.lastIndex = match.index + tag.lastIndexOf('<')
        if (!constantFormula.test(text)) addFormula(attribute(cellAttributes, 'r'))
      }
    }
    addIfHidden(text.slice(rowStart))
  }

  return {
    /**
     * Examines the next text of the sheet up to its last cell or, without cells, up to its last tag.
     * Returns the rest, which must precede the next text.
     */
    visit: (text: string): string => {
      // The last cell or tag may continue in the next text, so it is examined with that text.
      const lastText = text.slice(-maxCellLength)
      const lastCell = [...lastText.matchAll(/<(?:\w+:)?(?:c|row)[\s>]/g)].at(-1)?.index
      const tailStart = text.length - lastText.length + (lastCell ?? Math.max(0, lastText.lastIndexOf('<')))
      readTags(text.slice(0, tailStart))
      return text.slice(tailStart)
    },
    /** Examines the last text of the sheet and returns the result. */
    result: (text: string): Omit<InspectedWorkbook, 'hasDoctype' | 'sheet' | 'otherSheets'> => {
      readTags(text)
      return {
        hiddenRows,
        mergesFrom,
        tooManyMerges,
        isHiddenColumn: (column) => hiddenColumns.has(column),
        isFormula: (rowIndex, column) => formulas.get(rowIndex)?.includes(column) ?? false,
        unknownFormulas,
      }
    },
  }
}

/** Returns whether a part of the text of a sheet has a cell with content. */
const hasContent = (text: string): boolean => /<(?:\w+:)?(?:v|t)[\s>]/.test(text)

const isTrue = (value: string): boolean => value === '1' || value === 'true'

// A row or a column of no height or width is hidden too.
const isZero = (value: string): boolean => value !== '' && Number(value) === 0

/** Returns the index of the column of a cell: 0 for A7, 26 for AA7. */
const columnIndexOf = (address: string): number =>
  [...address.replace(/[^A-Z]/g, '')].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1

const tags = (xml: string, name: string): readonly string[] =>
  xml.match(new RegExp(`<(?:\\w+:)?${name}\\s[^>]*>`, 'g')) ?? []

const attribute = (tag: string, name: string): string => {
  const [, doubleQuoted, singleQuoted] = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag) ?? []
  return doubleQuoted ?? singleQuoted ?? ''
}

/** Returns an attribute without the escapes of XML. */
const plainText = (value: string): string =>
  value.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => characters[name] ?? '')

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
