import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { LayoutName } from '../../../src/schema/layouts/layout'
import { seedDemo } from '../../../src/server/demo/seed'
import { bankFileTools } from '../../../src/server/node/bank-file-tools'
import { readSimulateOptions } from '../../../src/tools/simulate/options'
import { simulateFiles } from '../../../src/tools/simulate/simulate-files'
import { writeFile } from '../../../src/tools/simulate/write-file'
import { layouts, readAll, writeAll } from '../../support/bank-files'
import { type Portal, portal } from '../../support/portal'

const today = '2026-11-20'

let here: Portal
beforeAll(async () => {
  here = await portal()
  await seedDemo(here.ports, here.schemas)
})

const filesOf = async (days: number, seed: number) => {
  const { files } = await simulateFiles(here.db, { days, seed, today })
  return files.map(({ name, layout, content }) => ({ name, layout, bytes: writeAll(layout, content) }))
}

test('the same number gives the same files, another one others', async () => {
  expect(await filesOf(5, 1)).toEqual(await filesOf(5, 1))
  expect(await filesOf(5, 1)).not.toEqual(await filesOf(5, 2))
})

test('the files follow their layouts, with header, totals and lines of insurances', async () => {
  const files = await filesOf(5, 1)
  const kinds = new Set<string>()
  for (const { name, layout, bytes } of files) {
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
