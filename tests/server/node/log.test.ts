import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, symlinkSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { modules } from '../../../src/modules'
import { createApp } from '../../../src/server/http/app'
import { lineOutput } from '../../../src/server/node/line-output'
import { openLog } from '../../../src/server/node/log'
import { portal } from '../../support/portal'

test('the log omits secrets and personal data, wherever they come from', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'log-'))
  const log = openLog({ production: false, dataDir, logLevel: 'info' }, ['ContactName'])
  log.info('saved', { ContactName: '王大明', record: { ContactName: '李小華', State: 'Active' }, NewMima: 'Demo2026x' })
  const request = { request: '0A1B2C3D', call: 'Payer.list', method: 'GET', path: '/api/Payer', status: 200, ms: 3 }
  log.answered(request)
  const text = readFileSync(join(dataDir, 'portal.log'), 'utf8')
  expect(text).toContain('Active')
  expect(JSON.parse(text.trim().split('\n').at(-1) ?? '')).toMatchObject({
    level: 'info',
    event: 'answered',
    ...request,
  })
  for (const secret of ['王大明', '李小華', 'Demo2026x']) expect(text).not.toContain(secret)
})

/** A portal whose log is a full disk, or a pipe that nobody reads. */
const withBrokenLog = async (kind: 'full disk' | 'closed pipe') => {
  const dataDir = mkdtempSync(join(tmpdir(), 'log-'))
  const file = join(dataDir, 'portal.log')
  if (kind === 'full disk') symlinkSync('/dev/full', file)
  else execFileSync('mkfifo', [file])
  const reader = kind === 'full disk' ? undefined : openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  const log = openLog({ production: false, dataDir, logLevel: 'info' }, [])
  if (reader !== undefined) closeSync(reader)
  const { ports, schemas } = await portal()
  return createApp({ ...ports, log }, schemas, modules)
}

test.each([
  ['full disk', 'ENOSPC'],
  ['closed pipe', 'EPIPE'],
] as const)('a log on a %s fails no call, and the health says so', async (kind, code) => {
  const { request } = await withBrokenLog(kind)
  expect(await (await request('/healthz')).json(), 'before the first line').toEqual({ status: 'ok' })
  expect((await request('/api/Home/GetNotices')).status).toBe(200)
  expect((await request('/api/Payer')).status, 'a refusal is logged, too').toBe(401)
  const health = await request('/healthz')
  expect([health.status, await health.json()]).toEqual([200, { status: 'ok', log: `cannot be written (${code})` }])
})

test('lines that could not be written are written with the next one, whole', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'log-')), 'pipe')
  execFileSync('mkfifo', [file])
  const reader = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  const { write, problem } = lineOutput(openSync(file, constants.O_WRONLY | constants.O_NONBLOCK))
  const long = 'x'.repeat(100_000)
  write(`${long}\n`)
  expect(problem(), 'the pipe is full').toBe('EAGAIN')
  write('second\n')
  const text = readAll(reader)
  write('third\n')
  expect(problem()).toBeUndefined()
  expect(text + readAll(reader)).toBe(`${long}\nsecond\nthird\n`)
  unlinkSync(file)
})

/** Reads what a pipe holds. */
const readAll = (pipe: number): string => {
  const bytes = Buffer.alloc(200_000)
  try {
    return bytes.toString('utf8', 0, readSync(pipe, bytes))
  } catch {
    return ''
  }
}
