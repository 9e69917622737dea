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
 * Keys that are not written out, such as those of a spread, are not among them, so no check knows them.
 */
export const screenNamesIn = (text: string): ScreenNames => {
  const names: Record<string, readonly string[]> = {}
  new Visitor({
    CallExpression: ({ callee, arguments: [screens] }) => {
      if (callee.type !== 'Identifier' || callee.name !== 'defineScreens' || screens?.type !== 'ObjectExpression')
        return
      for (const property of screens.properties) {
        const part = keyOf(property)
        if (property.type === 'Property' && part !== undefined && parts.includes(part))
          names[part] = keysOf(property.value)
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

const keysOf = (value: ESTree.Expression): readonly string[] =>
  value.type === 'ObjectExpression' ? value.properties.flatMap((property) => keyOf(property) ?? []) : []

const keyOf = (property: ESTree.ObjectPropertyKind): string | undefined => {
  if (property.type !== 'Property' || property.computed) return undefined
  if (property.key.type === 'Literal') return String(property.key.value)
  return property.key.type === 'Identifier' ? property.key.name : undefined
}
