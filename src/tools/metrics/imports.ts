import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize, sep } from 'node:path'
import { parseSync, Visitor } from 'vite'

const importsByFile = new Map<string, readonly string[]>()

/** Returns the files below a folder as paths from the root. For a file, returns only its own path. */
export function filesBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => toPosix(join(path, name)))
    .filter((name) => statSync(name).isFile())
}

const toPosix = (path: string): string => path.split(sep).join('/')

/** Returns the modules of the product, as paths from the root. */
export const sourceFiles = (): string[] =>
  ['src', 'resources'].flatMap(filesBelow).filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))

/**
 * Returns the modules that a file imports: modules of the project as paths from the root without extension, packages as
 * written.
 * Cached, because parsing is slow.
 */
export function importsOf(file: string): readonly string[] {
  const cached = importsByFile.get(file)
  if (cached) return cached
  const modules = specifiersOf(file, readFileSync(file, 'utf8')).map((specifier) =>
    specifier.startsWith('.') ? toPosix(normalize(join(dirname(file), specifier))) : specifier,
  )
  importsByFile.set(file, modules)
  return modules
}

/** Returns the specifiers of the imports of a module, including type imports and dynamic imports. */
export function specifiersOf(file: string, text: string): string[] {
  const specifiers: string[] = []
  const add = (source: { value?: unknown } | null | undefined) => {
    if (typeof source?.value === 'string') specifiers.push(source.value)
  }
  new Visitor({
    ImportDeclaration: (node) => add(node.source),
    ExportNamedDeclaration: (node) => add(node.source),
    ExportAllDeclaration: (node) => add(node.source),
    ImportExpression: (node) => add(node.source as { value?: unknown }),
    TSImportType: (node) => add(node.source as { value?: unknown }),
  }).visit(parseSync(file, text).program)
  return specifiers
}

const extensions = ['', '.ts', '.tsx', '/index.ts', '/index.tsx']

/**
 * Returns the groups of modules that import each other directly or indirectly: the strongly connected components, by
 * Tarjan's algorithm.
 */
export function importCycles(
  files: readonly string[],
  targetsOf: (file: string) => readonly string[] = importsOf,
): string[][] {
  const allFiles = new Set(files)
  const order = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []

  /**
   * Visits a module, and returns the order of the earliest module on the stack that it imports directly or indirectly.
   */
  function visit(file: string): number {
    const position = order.size
    order.set(file, position)
    stack.push(file)
    const targets = targetsOf(file).flatMap(
      (target) => extensions.map((extension) => target + extension).find((path) => allFiles.has(path)) ?? [],
    )
    const earliest = Math.min(
      position,
      ...targets.map((target) => (order.has(target) ? stackedOrder(target) : visit(target))),
    )
    if (earliest === position) {
      const group = stack.splice(stack.indexOf(file))
      if (group.length > 1 || targets.includes(file)) cycles.push(group.sort())
    }
    return earliest
  }

  const stackedOrder = (file: string): number => (stack.includes(file) ? (order.get(file) ?? Infinity) : Infinity)

  for (const file of files) if (!order.has(file)) visit(file)
  return cycles
}
