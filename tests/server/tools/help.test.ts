import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

test.each([
  ['bench', '--quick'],
  ['seed', '--bills'],
  ['new-resource', '--action'],
])('npm run %s -- --help prints its flags, and does nothing', (tool, flag) => {
  const told = execFileSync(process.execPath, ['--import', 'tsx', `src/tools/${tool}/index.ts`, '--help'], {
    encoding: 'utf8',
  })
  expect(told).toContain(`npm run ${tool}`)
  expect(told).toContain(flag)
})
