/** Returns an inspector that collects what must be known of a workbook before its cells are read: sheets, formulas and document types. */
export const workbookInspector = () => {
  const texts = new Map<string, string>()
  const formulas = new Map<string, string>()
  /** The end of the previous chunk of each part, because a tag may be split between two chunks. */
  const tails = new Map<string, string>()
  let foundDoctype = false

  /** Examines a chunk of a part. */
  const visit = (name: string, chunk: Buffer): void => {
    // Only ASCII is searched for, so characters that are split between two chunks do not matter.
    const text = (tails.get(name) ?? '') + chunk.toString('latin1')
    if (text.includes('<!DOCTYPE')) foundDoctype = true
    const formula = formulas.has(name) ? undefined : formulaIn(text)
    if (formula) formulas.set(name, formula)
    // The length is bounded, because a part of an upload may be of any size.
    if (requiredParts.includes(name)) texts.set(name, ((texts.get(name) ?? '') + chunk.toString('latin1')).slice(0, 1_000_000))
    tails.set(name, text.slice(-300))
  }

  return {
    visit,
    isWorkbook: (): boolean => requiredParts.every((name) => texts.has(name)),
    hasDoctype: (): boolean => foundDoctype,
    /** Returns the index of the first visible sheet, and the address of its first cell with a formula, such as C7, if it has one. */
    firstSheet: () => {
      const sheets = tags(texts.get(workbookPart) ?? '', 'sheet')
      const firstVisible = sheets.findIndex((sheet) => !/^(very)?hidden$/i.test(attribute(sheet, 'state')))
      const index = Math.max(0, firstVisible)
      const part = partOf(texts.get(relationsPart) ?? '', attribute(sheets[index] ?? '', '\\w+:id'))
      return { index, formula: formulas.get(part) }
    },
  }
}

const workbookPart = 'xl/workbook.xml'
const relationsPart = 'xl/_rels/workbook.xml.rels'
const requiredParts = ['[Content_Types].xml', workbookPart, relationsPart]

/** Returns the address of the cell with the first formula, or `?` if the cell has no address; undefined if there is no formula. */
const formulaIn = (text: string): string | undefined => {
  const index = text.search(/<(?:\w+:)?f[\s>/]/)
  if (index < 0) return undefined
  const before = text.slice(0, index)
  const cell = before.split(/<(?:\w+:)?c\s/).at(-1) ?? ''
  return attribute(` ${cell}`, 'r') || '?'
}

const partOf = (relationships: string, id: string): string => {
  const target = tags(relationships, 'Relationship').find((tag) => attribute(tag, 'Id') === id) ?? ''
  const path = attribute(target, 'Target')
  return path.startsWith('/') ? path.slice(1) : `xl/${path}`
}

const tags = (xml: string, name: string): readonly string[] => xml.match(new RegExp(`<(?:\\w+:)?${name}\\s[^>]*>`, 'g')) ?? []

const attribute = (tag: string, name: string): string => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
