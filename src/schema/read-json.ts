import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { twice } from './phrases'
import { type Finding, isObject } from './shape/shape'

interface ReadJson {
  readonly value: unknown
  readonly tree: Node | undefined
  /** Why the file cannot be read as one object; empty when it can. */
  readonly syntax: readonly Finding[]
}

/** Reads a JSON text with the place of everything in it. A text that is too large or too deep is not even tried. */
export const readJson = (text: string): ReadJson => {
  const outside = outOfBounds(text)
  if (outside) return { value: undefined, tree: undefined, syntax: [outside] }
  const errors: ParseError[] = []
  const tree = parseTree(text, errors, { disallowComments: true })
  const value: unknown = tree ? getNodeValue(tree) : undefined
  const wrong = firstOfEachLine(text, errors).map(({ error, offset }) => notJson(text, `the file is not JSON: ${wordsOf(printParseErrorCode(error))}.`, offset))
  if (wrong.length > 0) return { value, tree, syntax: wrong }
  return { value, tree, syntax: isObject(value) ? doubles(tree) : [notJson(text, 'the file must hold one JSON object.', 0)] }
}

const mostCharacters = 262_144
const deepest = 40

const outOfBounds = (text: string): Finding | undefined => {
  if (text.length > mostCharacters)
    return { id: 'E119', path: [], offset: 0, message: `the file cannot be longer than ${mostCharacters} characters; it has ${text.length}.` }
  if (text.startsWith('\ufeff'))
    return { id: 'E101', path: [], offset: 0, message: 'the file cannot begin with a byte order mark.', hint: 'Save it as UTF-8 without BOM.' }
  if (text.trim() === '')
    return { id: 'E101', path: [], offset: 0, message: 'the file is empty.', hint: 'The shortest useful file stands in README, "Add a resource".' }
  const offset = tooDeepAt(text)
  return offset === undefined ? undefined : { id: 'E119', path: [], offset, message: `the file cannot nest deeper than ${deepest} levels.` }
}

// Counted before parsing, for parsers go down with what they read. Texts are passed over.
const tooDeepAt = (text: string): number | undefined => {
  let depth = 0
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\\n]|\\.)*"?|[[\]{}]/g)) {
    if (token === '{' || token === '[') depth += 1
    if (token === '}' || token === ']') depth -= 1
    if (depth > deepest) return index
  }
  return undefined
}

const notJson = (text: string, message: string, offset: number): Finding => ({ id: 'E101', path: [], offset: Math.min(offset, text.length), message })

// One slip makes the parser stumble several times; the next line is another story.
const firstOfEachLine = (text: string, errors: readonly ParseError[]): readonly ParseError[] => {
  const lineOf = ({ offset }: ParseError) => text.slice(0, offset).split('\n').length
  return errors.filter((error, index) => errors.findIndex((other) => lineOf(other) === lineOf(error)) === index)
}

// JSON keeps the last of two equal keys in silence; whoever wrote both meant something else.
const doubles = (node: Node | undefined): readonly Finding[] => {
  const names = node?.type === 'object' ? (node.children ?? []).map((property) => property.children?.[0]) : []
  const found = names.filter((name, index) => name && names.findIndex((other) => other?.value === name.value) < index)
  return [
    ...found.map(
      (name): Finding => ({
        id: 'E120',
        path: [],
        offset: name?.offset ?? 0,
        message: twice('the object', String(name?.value)),
        hint: 'Only the last one would count.',
      }),
    ),
    ...(node?.children ?? []).flatMap(doubles),
  ]
}

const wordsOf = (code: string): string => code.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
