import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { sampled } from '../support/sample'
import type { CutResult } from './power-cut/run'

/** The number of power cuts at random moments, and of those that lose everything written after a moment. */
const [random, ordered] = sampled([23, 6], [3, 2])

/** Fills a database, cuts the power that often, and opens a possible state of the disk. */
const cut = async (...args: readonly string[]): Promise<readonly CutResult[]> => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--import',
    'tsx',
    'tests/long/power-cut/run.ts',
    ...args,
  ])
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as CutResult)
}

test('the embedded database opens after every power cut, and nothing that it acknowledged is lost', async () => {
  const results = await cut(String(random), String(ordered))
  const survived = results.filter(({ opened, lost, complaints }) => opened && lost === 0 && complaints.length === 0)
  const acknowledged = results.reduce((sum, result) => sum + result.acknowledged, 0)
  console.log(
    `${survived.length} of ${results.length} power cuts without a lost row (${acknowledged} acknowledged transactions looked for).`,
  )
  expect(results.filter((result) => !survived.includes(result))).toEqual([])
  expect(results).toHaveLength(random + ordered)
})

test('the simulator detects a disk that is never synced', async () => {
  const results = await cut('3', '3', 'forgetful')
  expect(results.filter(({ opened, lost }) => !opened || lost > 0).length).toBeGreaterThan(3)
})
