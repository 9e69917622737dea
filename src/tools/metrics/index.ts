import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { filesBelow, importCycles, sourceFiles } from './imports'

// npm run metrics [-- --check]: prints the size of the project with its limits, and its import cycles. With --check, prints only the cycles; the exit code is 1 if there are any.
const files = sourceFiles()
const cycles = importCycles(files)
const isCheck = process.argv.includes('--check')

if (!isCheck) printSizes()
for (const cycle of cycles) console.error(`These modules import each other: ${cycle.join(', ')}`)
if (isCheck && cycles.length > 0) process.exitCode = 1

function printSizes(): void {
  const caseFiles = filesBelow('tests/schema/broken')
  // The limits were set before there were checks of slips (S8…) and of layouts of bank files (S9…), so the cases of those checks do not count.
  const pageCaseFiles = caseFiles.filter((file) => !/s[89]-\w+\.ts$/.test(file))
  const sizes: readonly (readonly [size: number, name: string, limit?: string])[] = [
    [
      sumOf(files, codeLineCount),
      'lines of src and resources that are neither blank nor comment',
      'at most 37,000 without payments, notices and documents; 36,933 before these were added',
    ],
    [files.length, 'modules of src and resources (.ts, .tsx)'],
    [cycles.length, 'import cycles', 'none'],
    [sumOf(pageCaseFiles, caseCount), 'cases of broken schemas, without those of slips and layouts', 'at least 350'],
    [sumOf(pageCaseFiles, lineCount), 'lines of these cases', 'at most 2,500'],
    [sumOf(caseFiles, lineCount), 'lines of tests/schema/broken, with the cases of slips and layouts', 'at most 2,800'],
    [lineCount('README.md'), 'lines of README.md', 'at most 180'],
  ]
  for (const [size, name, limit] of sizes) console.log(`${size.toLocaleString('en').padStart(7)}  ${name}${limit ? ` (${limit})` : ''}`)
}

/** Returns the number of cases in a file. A file report.txt is the result of one case, which has its own folder. */
function caseCount(file: string): number {
  return file.endsWith('/report.txt') ? 1 : readFileSync(file, 'utf8').split('.gives(`').length - 1
}

function sumOf(paths: readonly string[], count: (file: string) => number): number {
  return paths.reduce((total, file) => total + count(file), 0)
}

function lineCount(file: string): number {
  return readFileSync(file, 'utf8').split('\n').length - 1
}

/** Returns the number of lines of a module that contain code. */
function codeLineCount(file: string): number {
  const text = readFileSync(file, 'utf8')
  const { comments } = parseSync(file, text)
  // Replaces comments with blanks, but keeps their line breaks, so that code before and after a comment stays on separate lines.
  const code = comments.reduceRight((rest, { start, end }) => rest.slice(0, start) + text.slice(start, end).replaceAll(/\S/g, ' ') + rest.slice(end), text)
  return code.split('\n').filter((line) => !/^\s*(\{\s*\}\s*)?$/.test(line)).length
}
