import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { filesBelow, importCycles, sourceFiles } from './imports'

// npm run metrics [-- --check]: prints the size of the project with its limits, and its import cycles; with --check only the cycles, with exit code 1 if there are any.
const files = sourceFiles()
const cycles = importCycles(files)
const isCheck = process.argv.includes('--check')

if (!isCheck) printSizes()
for (const cycle of cycles) console.error(`These modules import each other: ${cycle.join(', ')}`)
if (isCheck && cycles.length > 0) process.exitCode = 1

function printSizes(): void {
  const broken = filesBelow('tests/schema/broken')
  // Slips and layouts of bank files are later subjects.
  const brokenPages = broken.filter((file) => !/s[89]-\w+\.ts$/.test(file))
  const sizes: readonly (readonly [size: number, name: string, limit?: string])[] = [
    [
      sum(files, codeLines),
      'lines of src and resources that are neither blank nor comment',
      'at most 37,000 before payments, notices and documents were added: 36,933',
    ],
    [files.length, 'modules of src and resources (.ts, .tsx)'],
    [cycles.length, 'import cycles', 'none'],
    [sum(brokenPages, brokenCases), 'cases of broken schemas, slips and layouts excluded', 'at least 350'],
    [sum(brokenPages, lines), 'lines of these cases', 'at most 2,500'],
    [sum(broken, lines), 'lines of tests/schema/broken, slips and layouts included', 'at most 2,800'],
    [lines('README.md'), 'lines of README.md', 'at most 180'],
  ]
  for (const [size, name, limit] of sizes) console.log(`${size.toLocaleString('en').padStart(7)}  ${name}${limit ? ` (${limit})` : ''}`)
}

/** Counts the cases of a file: those of a table, or the one that a folder with a report stands for. */
function brokenCases(file: string): number {
  return file.endsWith('/report.txt') ? 1 : readFileSync(file, 'utf8').split('.gives(`').length - 1
}

function sum(paths: readonly string[], count: (file: string) => number): number {
  return paths.reduce((total, file) => total + count(file), 0)
}

function lines(file: string): number {
  return readFileSync(file, 'utf8').split('\n').length - 1
}

/** Counts the lines of a module that contain code, not only blanks and comments. */
function codeLines(file: string): number {
  const text = readFileSync(file, 'utf8')
  const { comments } = parseSync(file, text)
  // Comments keep their line breaks, so that the code before and after them stays on its lines.
  const code = comments.reduceRight((rest, { start, end }) => rest.slice(0, start) + text.slice(start, end).replaceAll(/\S/g, ' ') + rest.slice(end), text)
  return code.split('\n').filter((line) => line.trim() !== '' && line.trim() !== '{ }').length
}
