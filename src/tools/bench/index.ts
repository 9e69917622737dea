import { cpus, release, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { taipeiToday } from '../../domain/dates/dates'
import { benchDebits } from './debits'
import { benchFirstList } from './first-list'
import { benchImports } from './imports'
import { benchLighthouse } from './lighthouse'
import { benchLines } from './lines'
import { benchLists } from './lists'
import { type BenchSizes, fullSizes, type Measurement, quickSizes, tableHead, tableRow } from './measure'
import { hasPostgres, postgresVersion } from './process'
import { benchReports } from './reports'
import { benchBundle, benchScreens } from './screens'
import { benchSlips } from './slips'
import { benchStalls } from './stalls'
import { benchAppReady, benchStartUp } from './start'
import { benchTraffic } from './traffic'
import { benchWriteOff } from './write-off'

// npm run bench [-- --only stalls,traffic] [--quick]: --quick uses small numbers, to verify in a minute or two that
// everything works.
const parts: Readonly<Record<string, (sizes: BenchSizes, withPostgres: boolean) => Promise<readonly Measurement[]>>> = {
  slips: benchSlips,
  bundle: benchBundle,
  screens: benchScreens,
  'first-list': benchFirstList,
  lighthouse: benchLighthouse,
  app: async (_, withPostgres) => (withPostgres ? [await benchAppReady()] : []),
  lists: async (sizes, withPostgres) => (withPostgres ? benchLists(sizes) : []),
  lines: async (sizes, withPostgres) => (withPostgres ? benchLines(sizes) : []),
  reports: benchReports,
  debits: benchDebits,
  imports: benchImports,
  'write-off': benchWriteOff,
  stalls: benchStalls,
  traffic: benchTraffic,
  start: benchStartUp,
}
const partNames = Object.keys(parts)
const usage = `npm run bench [-- --only PART,PART] [--quick]
  Measures the portal and prints a table of ratios; each figure is compared with a reference from the same run, or with a limit.
  --only   the parts to measure, of ${partNames.join(', ')}; default: all
  --quick  small numbers, to verify in a minute or two that everything works
  PostgreSQL is measured if a server responds at BENCH_DATABASE_URL; default: postgres://postgres@127.0.0.1:5432/postgres.`
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: partNames.join() },
    quick: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const requestedParts = values.only.split(',')
const unknownParts = requestedParts.filter((name) => !partNames.includes(name))
const sizes = values.quick ? quickSizes : fullSizes

if (values.help) console.log(usage)
else if (unknownParts.length > 0) {
  console.error(`Unknown parts: ${unknownParts.join(', ')}. The parts are ${partNames.join(', ')}.`)
  process.exitCode = 2
} else await runParts()

async function runParts(): Promise<void> {
  const withPostgres = await hasPostgres()
  const engines = withPostgres ? ` and ${await postgresVersion()}` : ''
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform} ${release()}`
  console.log(
    `${taipeiToday(new Date())}, Node ${process.version}, PGlite${engines}, on ${machine}${values.quick ? '; small numbers, only to verify that it works' : ''}`,
  )
  if (!withPostgres) console.log('\nPostgreSQL is not measured, because no server responds at BENCH_DATABASE_URL.')
  console.log(`\n${tableHead}`)
  for (const [name, measure] of Object.entries(parts))
    if (requestedParts.includes(name)) await printPart(name, () => measure(sizes, withPostgres))
}

/** Measures a part and prints its lines. A failure is printed and does not stop the other parts. */
async function printPart(name: string, measure: () => Promise<readonly Measurement[]>): Promise<void> {
  const start = performance.now()
  try {
    for (const line of await measure()) console.log(tableRow(line))
  } catch (error) {
    console.log(`| ${name} failed | | | | | | missed |`)
    console.error(error)
    process.exitCode = 1
  }
  console.error(`${name}: ${Math.round((performance.now() - start) / 1000)} s`)
}
