import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { anyTables } from '../../src/server/database/transaction'
import { openDatabase } from '../../src/server/node/database'
import { runAdmin, terminal } from '../../src/tools/admin/run'
import { temporaryFolder } from '../e2e/support/server'
import { putCluster } from '../support/database/embedded-folders'

test('a load that is killed is repeated and has the same result', async () => {
  const folder = temporaryFolder()
  const days = Array.from({ length: 2000 }, (_, index) =>
    new Date(Date.UTC(2030, 0, 1 + index)).toISOString().slice(0, 10),
  )
  const path = join(folder, 'holidays.csv')
  writeFileSync(path, ['HolidayDate,HolidayName', ...days.map((day) => `${day},假日`)].join('\n'))
  const env = { DATA_DIR: join(folder, 'data'), DATABASE_URL: '' }
  putCluster(join(env.DATA_DIR, 'database'))
  const child = spawn(process.execPath, ['dist/server/admin.js', 'load', path], {
    env: { ...process.env, ...env },
    stdio: 'pipe',
  })
  let output = ''
  child.stdout.on('data', (text) => {
    output += text
    if (output.includes('200 of 2000')) child.kill('SIGKILL')
  })
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])

  const lines: string[] = []
  expect(await runAdmin(['load', path], { ...terminal, env, print: (line) => void lines.push(line) })).toBe(0)
  const [, created, unchanged] = /holidays\.csv: (\d+) created, (\d+) unchanged\.$/.exec(lines.at(-1) ?? '') ?? []
  // The first run had begun and not ended.
  expect(Number(unchanged)).toBeGreaterThanOrEqual(200)
  expect([Number(created) > 0, Number(created) + Number(unchanged)]).toEqual([true, 2000])
  const after = await openDatabase({ dataDir: env.DATA_DIR })
  onTestFinished(after.close)
  expect(await anyTables(after.db).selectFrom('holiday').select('holiday_date').execute()).toHaveLength(2000)
  expect(
    await after.db.selectFrom('audit_log').select('record_key').distinct().where('resource', '=', 'Holiday').execute(),
  ).toHaveLength(2000)
  expect(await after.db.selectFrom('audit_log').select('id').where('resource', '=', 'Holiday').execute()).toHaveLength(
    2000,
  )
})
