import { findNodeAtOffset, getNodePath, parseTree } from 'jsonc-parser'
import { placeOf } from '../../../src/schema/checks/check-messages'
import type { Problem } from '../../../src/schema/checks/problem'
import { textOf } from '../sample-files'

/**
 * Writes findings in the order of files and lines: `S201 club: list.columns[1] refers to …`, then the hint.
 * A place with which the message does not begin is named: `S115 club at the top: …`.
 */
export const reportLines = (problems: readonly Problem[], content: Readonly<Record<string, unknown>>): string[] =>
  problems
    .toSorted((a, b) => a.file.localeCompare(b.file, 'en') || a.line - b.line || a.column - b.column)
    .flatMap((problem) => {
      const name = problem.file.replace(/^schemas\/|\.json$/g, '')
      const place = placeAt(textOf(content[name] ?? ''), problem)
      const named = problem.message.startsWith(`${place} `) ? name : `${name} at ${place}`
      return [`${problem.id} ${named}: ${problem.message}`, problem.hint ?? 'no hint']
    })

/** Returns the place whose key or value begins at a line and column. */
const placeAt = (text: string, { line, column }: Problem): string => {
  const lines = text.split('\n').slice(0, line - 1)
  const offset = lines.join('\n').length + Math.min(lines.length, 1) + column - 1
  const root = parseTree(text)
  const node = root && findNodeAtOffset(root, offset)
  if (node?.offset !== offset) return `line ${line}, column ${column}`
  const path = getNodePath(node)
  return path.length === 0 ? 'the top' : placeOf(path)
}
