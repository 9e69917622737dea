import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { repeatedName } from '../checks/check-messages'
import { isChoiceType, isFieldType } from '../field-types'
import { type Finding, isObject, type RawObject } from '../language/shapes/shape'

interface ParsedJson {
  readonly value: unknown
  readonly tree: Node | undefined
  /** The reasons why the text is not one JSON object without repeated keys. */
  readonly syntaxErrors: readonly Finding[]
}

/**
 * Parses a JSON text into its value and syntax tree.
 * A text is parsed only if it is UTF-8 without a byte order mark, not empty, not too long and not nested too deeply.
 */
export const readJson = (text: string): ParsedJson => {
  const unreadable = unreadableFinding(text)
  if (unreadable) return { value: undefined, tree: undefined, syntaxErrors: [unreadable] }
  const errors: ParseError[] = []
  const tree = parseTree(text, errors, { disallowComments: true })
  const value: unknown = tree ? valueIn(tree) : undefined
  const syntaxErrors = firstErrorOfEachLine(lineFinder(text), errors).map(({ error, offset }) =>
    notJsonFinding(text, `the file is not JSON: ${inWords(printParseErrorCode(error))}.`, offset),
  )
  if (syntaxErrors.length > 0) return { value, tree, syntaxErrors }
  return {
    value,
    tree,
    syntaxErrors: isObject(value)
      ? duplicateKeyFindings(tree)
      : [notJsonFinding(text, 'the file must contain one JSON object.', 0)],
  }
}

const valueIn = (node: Node): unknown => {
  if (node.type === 'array') return (node.children ?? []).map(valueIn)
  return node.type === 'object' ? objectOf(node) : node.value
}

const objectOf = (node: Node): RawObject => {
  // An object without a prototype treats `__proto__` like any other key.
  const object: Record<string, unknown> = Object.assign(Object.create(null), Object.fromEntries(entriesIn(node)))
  const options = (node.children ?? []).findLast(({ children }) => children?.[0]?.value === 'options')?.children?.[1]
  // The options of an enum become a map in the order of the file, because an object would order a code such as 10
  // first.
  if (isFieldType(object.type) && isChoiceType(object.type) && options?.type === 'object')
    object.options = new Map(entriesIn(options))
  return object
}

const entriesIn = ({ children = [] }: Node): readonly (readonly [string, unknown])[] =>
  children.flatMap(({ children: [name, value] = [] }) =>
    name && value ? [[String(name.value), valueIn(value)] as const] : [],
  )

const maxCharacters = 262_144
const maxDepth = 40

const unreadableFinding = (text: string): Finding | undefined => {
  if (text.length > maxCharacters)
    return {
      id: 'S119',
      path: [],
      offset: 0,
      message: `the file cannot be longer than ${maxCharacters} characters; it has ${text.length}.`,
    }
  if (text.startsWith('\ufeff'))
    return {
      id: 'S101',
      path: [],
      offset: 0,
      message: 'the file cannot begin with a byte order mark.',
      hint: 'Save the file as UTF-8 without BOM.',
    }
  if (text.trim() === '')
    return {
      id: 'S101',
      path: [],
      offset: 0,
      message: 'the file is empty.',
      hint: 'README.md shows a short example under "Add a page in 20 lines".',
    }
  const invalidOffset = text.search(notUtf8)
  if (invalidOffset >= 0)
    return {
      id: 'S101',
      path: [],
      offset: invalidOffset,
      message: 'the file is not text in UTF-8.',
      hint: encodingHint(text),
    }
  const offset = tooDeepOffset(text)
  return offset === undefined
    ? undefined
    : { id: 'S119', path: [], offset, message: `the file cannot be nested deeper than ${maxDepth} levels.` }
}

// Bytes that are not UTF-8 are decoded as U+FFFD. In UTF-16, every other byte of an ASCII text is a NUL.
const notUtf8 = /[\0\ufffd]/

const encodingHint = (text: string): string =>
  text.includes('\0')
    ? 'The file looks like UTF-16 or like a binary file. Save it as UTF-8 without BOM, or remove it from the folder.'
    : 'The text from here looks like another encoding, such as Big5. Save the file as UTF-8 without BOM.'

// Returns the offset at which the nesting becomes too deep.
// It is checked before parsing, because the parser is recursive.
// The pattern matches whole strings, so that brackets within them do not count.
const tooDeepOffset = (text: string): number | undefined => {
  let depth = 0
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\\n]|\\.)*"?|[[\]{}]/g)) {
    if (token === '{' || token === '[') depth += 1
    if (token === '}' || token === ']') depth -= 1
    if (depth > maxDepth) return index
  }
  return undefined
}

const notJsonFinding = (text: string, message: string, offset: number): Finding => ({
  id: 'S101',
  path: [],
  offset: Math.min(offset, text.length),
  message,
})

// For one mistake, the parser reports several errors on the same line.
// After an invalid symbol it also reports a missing value, which can be on the next line.
// The errors are reversed, so that the map keeps the first one of each line.
const firstErrorOfEachLine = (lineAt: LineFinder, errors: readonly ParseError[]): readonly ParseError[] =>
  [
    ...new Map(
      errors
        .filter((error, index) => !followsInvalidSymbol(error, errors[index - 1]))
        .toReversed()
        .map((error) => [lineAt(error.offset).line, error]),
    ).values(),
  ].toReversed()

const followsInvalidSymbol = ({ error }: ParseError, previous: ParseError | undefined): boolean =>
  previous !== undefined &&
  printParseErrorCode(previous.error) === 'InvalidSymbol' &&
  printParseErrorCode(error) === 'ValueExpected'

/** Returns the line and column of an offset, both from 1. */
export type LineFinder = (offset: number) => { readonly line: number; readonly column: number }

/** Returns a function that finds the line and column of an offset in a text. */
export const lineFinder = (text: string): LineFinder => {
  const lineStarts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)]
  return (offset) => {
    // A binary search for the last line that starts at or before the offset.
    let [line, end] = [0, lineStarts.length]
    while (end - line > 1) {
      const middle = Math.floor((line + end) / 2)
      if ((lineStarts[middle] ?? 0) <= offset) line = middle
      else end = middle
    }
    return { line: line + 1, column: offset - (lineStarts[line] ?? 0) + 1 }
  }
}

// JSON parsers silently use the last of two equal keys, which hides a mistake.
const duplicateKeyFindings = (node: Node | undefined): readonly Finding[] => {
  const seen = new Set<unknown>()
  const names = node?.type === 'object' ? (node.children ?? []).flatMap((property) => property.children?.[0] ?? []) : []
  // Adding a name that the set already contains does not change its size.
  const duplicates = names.filter(({ value }) => seen.size === seen.add(value).size)
  return [
    ...duplicates.map(
      ({ value, offset }): Finding => ({
        id: 'S120',
        path: [],
        offset,
        message: repeatedName('the object', String(value)),
        hint: 'Only the last of the two would be used.',
      }),
    ),
    ...(node?.children ?? []).flatMap(duplicateKeyFindings),
  ]
}

const inWords = (code: string): string => code.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
