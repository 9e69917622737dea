import { dirname, join } from 'node:path/posix'

/** The sheet of a workbook that an upload takes: the index and the part of the first visible one. */
export interface FirstSheet {
  /** The index among all sheets of the workbook. */
  readonly index: number
  readonly part: string
}

/** Returns the first visible sheet of a workbook; null if the file is not a workbook. `textOf` returns the text of a part, which may have any name; empty if there is no such part. */
export const firstVisibleSheet = async (textOf: (part: string) => Promise<string>): Promise<FirstSheet | null> => {
  const workbook = targetIn(await textOf('_rels/.rels'), '', (relationship) => attribute(relationship, 'Type').endsWith('/officeDocument'))
  if (workbook === null) return null
  const sheets = tags(await textOf(workbook), 'sheet')
  const firstVisible = sheets.findIndex((sheet) => !/^(very)?hidden$/i.test(attribute(sheet, 'state')))
  const index = Math.max(0, firstVisible)
  const id = attribute(sheets[index] ?? '', '\\w+:id')
  const relationships = await textOf(join(dirname(workbook), '_rels', `${workbook.split('/').at(-1)}.rels`))
  const part = targetIn(relationships, dirname(workbook), (relationship) => id !== '' && attribute(relationship, 'Id') === id)
  return part === null ? null : { index, part }
}

/** Returns the part to which a relationship leads; null if there is no such relationship. A target without a leading slash is relative to `folder`. */
const targetIn = (relationships: string, folder: string, isWanted: (relationship: string) => boolean): string | null => {
  const target = attribute(tags(relationships, 'Relationship').find(isWanted) ?? '', 'Target')
  if (target === '') return null
  return target.startsWith('/') ? target.slice(1) : join(folder, target)
}

/** Returns an inspector that collects what must be known of the parts of a workbook before its cells are read: formulas of the sheet in `sheetPart`, and document types. */
export const workbookInspector = (sheetPart: string) => {
  let formula: string | undefined
  /** The end of the previous chunk of each part, because a tag may be split between two chunks. */
  const tails = new Map<string, string>()
  let foundDoctype = false

  /** Examines a chunk of a part. */
  const visit = (name: string, chunk: Buffer): void => {
    // Only ASCII is searched for, so characters that are split between two chunks do not matter.
    const text = (tails.get(name) ?? '') + chunk.toString('latin1')
    if (text.includes('<!DOCTYPE')) foundDoctype = true
    if (name === sheetPart) formula ??= formulaIn(text)
    tails.set(name, text.slice(-300))
  }

  return {
    visit,
    hasDoctype: (): boolean => foundDoctype,
    /** Returns the address of the first cell with a formula, such as C7; undefined if there is none. */
    formula: (): string | undefined => formula,
  }
}

/** Returns the address of the cell with the first formula, or `?` if the cell has no address; undefined if there is no formula. */
const formulaIn = (text: string): string | undefined => {
  const index = text.search(/<(?:\w+:)?f[\s>/]/)
  if (index < 0) return undefined
  const before = text.slice(0, index)
  const cell = before.split(/<(?:\w+:)?c\s/).at(-1) ?? ''
  return attribute(` ${cell}`, 'r') || '?'
}

const tags = (xml: string, name: string): readonly string[] => xml.match(new RegExp(`<(?:\\w+:)?${name}\\s[^>]*>`, 'g')) ?? []

const attribute = (tag: string, name: string): string => {
  const [, doubleQuoted, singleQuoted] = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag) ?? []
  return doubleQuoted ?? singleQuoted ?? ''
}
