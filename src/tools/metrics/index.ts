import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { filesBelow, importCycles, sourceFiles } from './imports'

// npm run metrics [-- --check]: prints the size of the project and its import cycles; with --check only the cycles, with exit code 1 if there are any.
const files = sourceFiles()
const cycles = importCycles(files)
const isCheck = process.argv.includes('--check')

if (!isCheck) printSizes()
for (const cycle of cycles) console.error(`These modules import each other: ${cycle.join(', ')}`)
if (isCheck && cycles.length > 0) process.exitCode = 1

function printSizes(): void {
  const sizes = {
    'lines of src and resources that are neither blank nor comment': sum(files, codeLines),
    'modules of src and resources (.ts, .tsx)': files.length,
    'import cycles': cycles.length,
    'lines of tests/schema/broken': sum(filesBelow('tests/schema/broken'), lines),
    'lines of README.md': lines('README.md'),
  }
  for (const [name, size] of Object.entries(sizes)) console.log(`${size.toLocaleString('en').padStart(7)}  ${name}`)
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
