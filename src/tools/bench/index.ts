import { cpus, release, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { taipeiToday } from '../../domain/dates/dates'
import { benchImports } from './imports'
import { fullSizes, type Measurement, quickSizes } from './measure'
import { benchPayers } from './payers'
import { hasPostgres, postgresVersion } from './process'
import { benchBundle, benchScreens } from './screens'
import { benchSlips } from './slips'
import { benchStalls } from './stalls'
import { benchAppReady, benchSchemas, benchStartUp } from './start'
import { benchTraffic } from './traffic'

// npm run bench [-- --only stalls,traffic] [--quick]: --quick takes small numbers, to see in a minute or two that everything works.
const names = ['slips', 'schemas', 'bundle', 'screens', 'app', 'payers', 'imports', 'stalls', 'traffic', 'start'] as const
type Part = (typeof names)[number]
const usage = `npm run bench [-- --only PART,PART] [--quick]
  Measures, and prints a table of ratios: each figure beside one of the same run.
  --only   the parts to measure, of ${names.join(', ')}; all when absent
  --quick  small numbers, to see in a minute or two that everything works
  PostgreSQL is measured where a server answers at BENCH_DATABASE_URL, postgres://postgres@127.0.0.1:5432/postgres when absent.`
const { values } = parseArgs({
  options: { only: { type: 'string', default: names.join() }, quick: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
})
const wanted = values.only.split(',')
const unknown = wanted.filter((name) => !names.some((known) => known === name))
const sizes = values.quick ? quickSizes : fullSizes

if (values.help) console.log(usage)
else if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; there are ${names.join(', ')}.`)
  process.exitCode = 2
} else await bench()

async function bench(): Promise<void> {
  const postgres = await hasPostgres()
  const engines = postgres ? ` and ${await postgresVersion()}` : ''
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform} ${release()}`
  console.log(
    `${taipeiToday(new Date())}, Node ${process.version}, PGlite${engines}, on ${machine}${values.quick ? '; small numbers, only to see that it works' : ''}`,
  )
  if (!postgres) console.log('\nNo PostgreSQL at BENCH_DATABASE_URL: its lines are left out.')
  console.log('\n| what | ours | reference | theirs | ratio | bar |\n| --- | ---: | --- | ---: | ---: | ---: |')
  const parts: Readonly<Record<Part, () => Promise<readonly Measurement[]>>> = {
    slips: benchSlips,
    schemas: benchSchemas,
    bundle: benchBundle,
    screens: benchScreens,
    app: () => benchAppReady(postgres),
    payers: postgres ? () => benchPayers(sizes) : nothing,
    imports: () => benchImports(sizes, postgres),
    stalls: () => benchStalls(sizes),
    traffic: () => benchTraffic(sizes, postgres),
    start: () => benchStartUp(sizes, postgres),
  }
  for (const name of names.filter((one) => wanted.includes(one))) await print(name, parts[name])
}

/** Prints a part; one that fails is reported, and the others go on. */
async function print(name: Part, measure: () => Promise<readonly Measurement[]>): Promise<void> {
  const start = performance.now()
  try {
    for (const line of await measure()) console.log(row(line))
  } catch (error) {
    console.log(`| ${name} failed | | | | | |`)
    console.error(error)
    process.exitCode = 1
  }
  console.error(`${name}: ${Math.round((performance.now() - start) / 1000)} s`)
}

async function nothing(): Promise<readonly Measurement[]> {
  return []
}

function row({ what, ours, unit, reference, theirs, bar = '', more }: Measurement): string {
  const figures = more ? ` (${more})` : ''
  return `| ${what} | ${round(ours)} ${unit}${figures} | ${reference} | ${round(theirs)} ${unit} | ${(ours / theirs).toFixed(2)} | ${bar} |`
}

function round(value: number): string {
  return value < 10 ? value.toFixed(2) : Math.round(value).toLocaleString('en-US')
}
