import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { type RunningServer, runToEnd, startServer, temporaryFolder } from './support/server'
import { companyToken, demoAccount, outData } from './support/sign-in'

let running: RunningServer[] = []
afterEach(async () => {
  await Promise.all(running.map((server) => server.stop()))
  running = []
})

const start = async (options: Parameters<typeof startServer>[0] = {}) => {
  const server = await startServer(options)
  running.push(server)
  return server
}

test("the first start prints the portal's address and its accounts; the next one finds the same data", async () => {
  const first = await start({ dataDir: temporaryFolder() })
  expect(first.output()).toContain(first.url)
  expect(first.output()).toContain('90000017')
  const token = await companyToken(first, demoAccount('admin01'))
  const created = await outData<{ SerialId: number }>(
    await fetch(`${first.url}/api/fee`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({
        ApplyCode: '77001',
        FeeCode: 'KEEP',
        FeeName: '重啟後仍在',
        SortNo: 9,
        FeeStatus: 'Active',
      }),
    }),
  )
  expect(await first.stop()).toBe(0)

  const second = await start({ dataDir: first.dataDir })
  const found = await fetch(`${second.url}/api/fee/${created.SerialId}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(await outData(found)).toMatchObject({ FeeCode: 'KEEP', FeeName: '重啟後仍在' })
})

test('a second process on the same data folder is refused with a message', async () => {
  const first = await start()
  const second = await runToEnd({ DATA_DIR: first.dataDir })
  expect(second.code).toBe(1)
  expect(second.output).toMatch(/another process|in use/i)
})

test('production reports all missing settings together', async () => {
  const { code, output } = await runToEnd({ NODE_ENV: 'production' })
  expect(code).toBe(1)
  for (const name of ['DATABASE_URL', 'SESSION_SECRET', 'BANK_CODE', 'SMTP_URL']) expect(output).toContain(`${name} `)
})

test('a mistake in a schema file prevents the start and is reported with file and line', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'coupon.json'), '{\n  "label": "優惠券",\n  "feilds": {}\n}\n')
  const { code, output } = await runToEnd({ SCHEMAS_DIR: folder })
  expect(code).toBe(1)
  expect(output).toMatch(/coupon\.json:3:3 .*feilds/)
})

test('a misspelled icon prevents the start of the built server too, which has no source of the screens', async () => {
  const folder = temporaryFolder()
  cpSync('schemas', folder, { recursive: true })
  writeFileSync(
    join(folder, 'coupon.json'),
    readFileSync('tests/e2e/coupon.json', 'utf8').replace(/"icon": "\w+"/, '"icon": "NoSuchIcon"'),
  )
  const { code, output } = await runToEnd({ SCHEMAS_DIR: folder })
  expect(code).toBe(1)
  expect(output).toMatch(/coupon\.json:\d+:\d+ .*NoSuchIcon.*\(S403\)/)
})

test('outside demo mode there is no outbox', async () => {
  const server = await start({ env: { DEMO: '0' } })
  expect((await fetch(`${server.url}/demo/outbox`)).status).toBe(404)
})

test('in demo mode the outbox can be read', async () => {
  const server = await start()
  expect((await fetch(`${server.url}/demo/outbox`)).status).toBe(200)
})
