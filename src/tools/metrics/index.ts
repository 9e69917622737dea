import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { recordsFile } from '../types/record-types'
import { tablesFile } from '../types/table-types'
import { mutualFolders, upwardImports } from './folders'
import { filesBelow, importCycles, sourceFiles } from './imports'

// npm run metrics [-- --check]: prints the sizes of the project with their limits, and its import cycles.
// With --check, prints only what exceeds a limit.
// The exit code is 1 if anything does.
// A commit that needs a higher limit raises it here.
const files = sourceFiles()
const cycles = importCycles(files)
const pairs = mutualFolders(files)
const upward = upwardImports(files)
const generatedFiles = [tablesFile, recordsFile]
const isCheck = process.argv.includes('--check')
const sizes = measuredSizes()

for (const size of sizes) if (!isCheck || isBeyondLimit(size)) console.log(sizeText(size))
for (const cycle of cycles) console.error(`These modules import each other: ${cycle.join(', ')}`)
for (const pair of pairs) if (!isCheck) console.log(`         ${pair} import each other`)
for (const line of upward) console.error(`Against the order of floors: ${line}`)
if (sizes.some(isBeyondLimit)) process.exitCode = 1

interface Size {
  readonly value: number
  readonly name: string
  readonly max?: number
  readonly min?: number
}

function measuredSizes(): readonly Size[] {
  const caseFiles = filesBelow('tests/schema/broken')
  // The limits were set before there were checks of slips (S8…) and of layouts of bank files (S9…), so the cases of
  // those checks do not count.
  const pageCaseFiles = caseFiles.filter((file) => !/s[89]-\w+\.ts$/.test(file))
  const written = files.filter((file) => !generatedFiles.includes(file))
  return [
    {
      value: sumOf(written, codeLineCount),
      name: 'lines of src and resources that are neither blank nor comment',
      max: 101_800,
    },
    { value: sumOf(generatedFiles, codeLineCount), name: 'such lines of generated types of tables and records' },
    { value: files.length, name: 'modules of src and resources (.ts, .tsx)' },
    { value: cycles.length, name: 'import cycles', max: 0 },
    { value: pairs.length, name: 'pairs of folders of the server that import each other', max: 1 },
    { value: upward.length, name: 'imports of the server against the order of floors', max: 0 },
    {
      value: sumOf(pageCaseFiles, caseCount),
      name: 'cases of broken schemas, without those of slips and layouts',
      min: 350,
    },
    { value: sumOf(pageCaseFiles, lineCount), name: 'lines of these cases', max: 3_120 },
    {
      value: sumOf(caseFiles, lineCount),
      name: 'lines of tests/schema/broken, with the cases of slips and layouts',
      max: 3_460,
    },
    { value: lineCount('README.md'), name: 'lines of README.md', max: 180 },
  ]
}

function isBeyondLimit({ value, min = value, max = value }: Size): boolean {
  return value < min || value > max
}

function sizeText({ value, name, min, max }: Size): string {
  const limit =
    max === undefined
      ? min === undefined
        ? ''
        : ` (at least ${min.toLocaleString('en')})`
      : ` (at most ${max.toLocaleString('en')})`
  return `${value.toLocaleString('en').padStart(7)}  ${name}${limit}`
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
  // Replaces comments with blanks, but keeps their line breaks, so that code before and after a comment stays on
  // separate lines.
  const code = comments.reduceRight(
    (rest, { start, end }) => rest.slice(0, start) + text.slice(start, end).replaceAll(/\S/g, ' ') + rest.slice(end),
    text,
  )
  return code.split('\n').filter((line) => !/^\s*(\{\s*\}\s*)?$/.test(line)).length
}
