import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'

/** Counts the lines of a module that hold more than blanks and comments. */
export function codeLines(file: string): number {
  const text = readFileSync(file, 'utf8')
  const { comments } = parseSync(file, text)
  // Comments keep their line breaks, so that code before and behind them stays on its lines.
  const code = comments.reduceRight((rest, { start, end }) => rest.slice(0, start) + text.slice(start, end).replaceAll(/\S/g, ' ') + rest.slice(end), text)
  return code.split('\n').filter((line) => line.trim() !== '' && line.trim() !== '{ }').length
}
