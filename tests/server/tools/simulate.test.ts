import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { enums } from '../../../src/domain/enums'
import { seedDemo } from '../../../src/server/demo/seed'
import { verifyLedger } from '../../../src/server/payments/verification/ledger-verify'
import { readSimulateOptions } from '../../../src/tools/simulate/options'
import { runSimulate } from '../../../src/tools/simulate/run'
import { simulateFiles, writeFiles } from '../../../src/tools/simulate/simulate-files'
import { layouts, readAll, writeAll } from '../../support/payments/bank-files'
import { type Portal, portal } from '../../support/portal'
import { bookSimulatedFiles, simulatedFiles } from '../payments/support/simulated-files'

const today = '2026-11-20'

let here: Portal
beforeAll(async () => {
  here = await portal()
  await seedDemo(here)
})

const filesOf = (days: number, seed: number) => simulatedFiles(here, { days, seed, today })

test('the same number gives the same files, another one others', async () => {
  expect(await filesOf(5, 1)).toEqual(await filesOf(5, 1))
  expect(await filesOf(5, 1)).not.toEqual(await filesOf(5, 2))
})

test('the files follow their layouts, with header, totals and lines of insurances', async () => {
  const kinds = new Set<string>()
  for (const { name, layout, bytes } of await filesOf(5, 1)) {
    const { lines, summary } = await readAll(layout, [bytes])
    expect(summary.count, name).toBeGreaterThan(0)
    for (const { part, kind } of lines) kinds.add(`${layout} ${part} ${kind}`)
  }
  expect([...kinds].sort()).toEqual([
    'bank detail payment',
    'cashFlow detail remittance',
    'post detail payment',
    'store detail insurance',
    'store detail payment',
    'store header header',
    'store trailer trailer',
  ])
})

test('a file appears in its folder when it is complete', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'simulate-'))
  const { files } = await simulateFiles(here.db, { days: 1, seed: 1, today })
  await writeFiles(folder, files, layouts)
  expect(readdirSync(folder).sort()).toEqual(files.map(({ name }) => name).sort())
  for (const { name, layout, content } of files)
    expect(readFileSync(join(folder, name)).equals(writeAll(layout, content)), name).toBe(true)
  rmSync(folder, { recursive: true })
})

test('the portal books the files: every kind of exception occurs, with reversals and repeated lines, most payments are written off, and the ledger verifies', async () => {
  const { rows: before } = await sql<{ last: number }>`select max(serial_id) as last from transaction_line`.execute(
    here.db,
  )
  const results = await bookSimulatedFiles(here, { days: 5, seed: 1, today })
  const { rows } = await sql<{ status: string; type: string | null; n: number }>`
    select write_off_status as status, exception_type as type, count(*)::int as n
    from transaction_line
    where serial_id > ${before[0]?.last}
    group by 1, 2`.execute(here.db)
  expect(new Set(rows.flatMap(({ type }) => type ?? []))).toEqual(new Set(Object.keys(enums.ExceptionType)))
  const countOf = (status: string) => rows.filter((row) => row.status === status).reduce((sum, { n }) => sum + n, 0)
  expect(countOf('WrittenOff')).toBeGreaterThan(countOf('Exception') * 2)
  expect(countOf('Reversed')).toBeGreaterThanOrEqual(2)
  expect(results.reduce((sum, { repeated }) => sum + repeated, 0)).toBeGreaterThan(0)
  expect(await verifyLedger(here.db)).toEqual([])
})

test('an invalid command is refused with a message, and the help names every option', async () => {
  const printed: string[] = []
  const terminal = { env: {}, print: (line: string) => void printed.push(line) }
  expect(readSimulateOptions(['--days', '3', '--channel', 'post'])).toEqual({
    days: 3,
    layouts: ['post'],
    seed: 1,
    folder: null,
  })
  expect(await runSimulate(['--days', '0'], terminal)).toBe(1)
  expect(await runSimulate(['--channel', 'fax'], terminal)).toBe(1)
  expect(await runSimulate(['--day', '5'], terminal)).toBe(1)
  expect(await runSimulate(['--help'], terminal)).toBe(0)
  expect(printed.map((line) => line.split('\n')[0])).toEqual([
    '--days is "0", but must be a whole number from 1 to 31.',
    '--channel is "fax", but must be all, store, bank, post, cashFlow.',
    expect.stringContaining('--day'),
    expect.stringContaining('npm run simulate'),
  ])
  for (const option of ['--days', '--channel', '--seed', '--folder']) expect(printed.at(-1)).toContain(option)
})
