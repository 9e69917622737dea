import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { type ESTree, parseSync, Visitor } from 'vite'
import type { ScreenNames } from '../schema/checks'

/** Returns the modules with hand-written screens, by the name of the page. */
export const screenFiles = (): Readonly<Record<string, string>> => {
  const folders = existsSync('resources') ? readdirSync('resources') : []
  const files = folders.map((page) => [page, `resources/${page}/index.tsx`] as const)
  return Object.fromEntries(files.filter(([, file]) => existsSync(file)))
}

/** Returns the names under which hand-written screens replace parts of their pages, by page. */
export const allScreenNames = (): Readonly<Record<string, ScreenNames>> =>
  Object.fromEntries(
    Object.entries(screenFiles()).map(([page, file]) => [page, screenNamesIn(readFileSync(file, 'utf8'))]),
  )

/**
 * Returns the keys of `Cells` and the other parts in `defineScreens({ … })`.
 * They are read from the source text, because tools cannot load modules of the browser.
 * A key that is not written out, such as a spread, is returned as its source text, which the checks report.
 */
export const screenNamesIn = (text: string): ScreenNames => {
  const names: Record<string, readonly string[]> = {}
  new Visitor({
    CallExpression: ({ callee, arguments: [screens] }) => {
      if (callee.type !== 'Identifier' || callee.name !== 'defineScreens' || screens?.type !== 'ObjectExpression')
        return
      for (const property of screens.properties) {
        const part = property.type === 'Property' ? keyOf(property, text) : ''
        if (property.type === 'Property' && parts.includes(part)) names[part] = keysOf(property.value, text)
      }
    },
  }).visit(parseSync('index.tsx', text).program)
  return names
}

const parts: readonly string[] = [
  'Cells',
  'Inputs',
  'ActionDialogs',
  'BelowCreateSections',
] satisfies (keyof ScreenNames)[]

const keysOf = (value: ESTree.Expression, text: string): readonly string[] =>
  value.type === 'ObjectExpression'
    ? value.properties.map((property) => keyOf(property, text))
    : [sourceOf(value, text)]

const keyOf = (property: ESTree.ObjectPropertyKind, text: string): string => {
  if (property.type !== 'Property' || property.computed) return sourceOf(property, text)
  return property.key.type === 'Literal' ? String(property.key.value) : sourceOf(property.key, text)
}

const sourceOf = ({ start, end }: ESTree.Span, text: string): string => text.slice(start, end)
