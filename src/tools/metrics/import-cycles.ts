import { importsOf } from './imports'

const endings = ['', '.ts', '.tsx', '/index.ts', '/index.tsx']

/** Returns the groups of modules that import each other directly or by way of others (strongly connected components, after Tarjan). */
export function importCycles(files: readonly string[], targetsOf: (file: string) => readonly string[] = importsOf): string[][] {
  const known = new Set(files)
  const order = new Map<string, number>()
  const open: string[] = []
  const cycles: string[][] = []

  /** Returns the earliest module, among those still open, that the file leads back to. */
  function visit(file: string): number {
    const own = order.size
    order.set(file, own)
    open.push(file)
    const targets = targetsOf(file).flatMap((target) => endings.map((ending) => target + ending).find((path) => known.has(path)) ?? [])
    const earliest = Math.min(own, ...targets.map((target) => (order.has(target) ? openOrder(target) : visit(target))))
    if (earliest === own) {
      const group = open.splice(open.indexOf(file))
      if (group.length > 1 || targets.includes(file)) cycles.push(group.sort())
    }
    return earliest
  }

  const openOrder = (file: string): number => (open.includes(file) ? (order.get(file) ?? Infinity) : Infinity)

  for (const file of files) if (!order.has(file)) visit(file)
  return cycles
}
