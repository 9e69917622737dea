import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { captchaLetters } from '../../../src/server/accounts/captcha/captcha'
import { readSettings } from '../../../src/server/node/settings/settings'
import { startPortal } from '../../../src/server/node/start'
import { runBackup } from '../../../src/tools/backup/run'

// The small portal of `../database/former-version.test.ts`, as `npm run backup` of commit 1e5f8dd5 wrote it, with two migrations.
// Compressed again by gzip -9 and without the template databases, which the portal does not use; with them it has 3 MB.
const file = 'tests/server/database/former-version.tar.gz'

test.skipIf(inject('databaseUrl') !== '')(
  'a backup of a previous embedded portal is restored by the command; the portal starts, and its user signs in and works',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'former-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const env = { DATA_DIR: join(folder, 'data'), SITE_DIR: folder, PORT: '0', DEMO: '0' }
    const printed: string[] = []
    expect(await runBackup(['restore', file], { env, print: (line) => printed.push(line) })).toBe(0)
    expect(printed).toEqual([`The data of ${file} are in ${env.DATA_DIR}.`])

    const { url, close } = await startPortal(readSettings(env).settings)
    onTestFinished(close)
    const send = async (method: string, path: string, { headers = {}, body }: { readonly headers?: Record<string, string>; readonly body?: object } = {}) => {
      const response = await fetch(`${url}/api${path}`, {
        method,
        headers: { 'Content-Type': 'application/json', ...headers },
        ...(body && { body: JSON.stringify(body) }),
      })
      return response.json()
    }
    const { VCode: ticket } = (await send('GET', '/Home/GetVICode')).OutData
    const VCode = await captchaLetters({ settings: { secret: readFileSync(join(env.DATA_DIR, 'session-secret')) } }, ticket)
    const form = { UniformNo: '90000017', UserId: 'maker01', Mima: 'Green4Tiger!', VCode }
    const { OutData: session } = await send('POST', '/EnterpriseArea/Login', { headers: { VCode: ticket }, body: form })
    const headers = { Authorization: `Bearer ${session.JWTToken}` }
    const fee = (await send('GET', '/fee/1', { headers })).OutData
    expect(fee).toMatchObject({ FeeCode: 'F1', DefaultAmount: 1200 })
    const changed = await send('PUT', '/fee/1', { headers, body: { ...fee, DefaultAmount: 1300 } })
    expect([changed.ReturnCode, changed.OutData.DefaultAmount]).toEqual(['0000', 1300])
    expect((await send('GET', '/Bills', { headers })).OutData).toMatchObject({ TotalCount: 1 })
  },
)
