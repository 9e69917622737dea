import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLog } from '../../../src/server/node/log'

test('the log omits secrets and personal data, wherever they come from', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'log-'))
  const log = openLog({ production: false, dataDir, logLevel: 'info' }, ['ContactName'])
  log.info('saved', { ContactName: '王大明', record: { ContactName: '李小華', State: 'Active' }, NewMima: 'Demo2026x' })
  const text = readFileSync(join(dataDir, 'portal.log'), 'utf8')
  expect(text).toContain('Active')
  for (const secret of ['王大明', '李小華', 'Demo2026x']) expect(text).not.toContain(secret)
})
