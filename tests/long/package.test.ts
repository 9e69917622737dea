import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, onTestFinished, test } from 'vitest'
import { addressOf, freePort, launchProgram, stop } from '../e2e/support/portal-process'
import { companyToken, demoAccount, outData } from '../e2e/support/sign-in'

const run = promisify(execFile)

test('the package starts in its own folder, without the packages of the repository: sign-in, a slip as PDF, a clean shutdown', async () => {
  await run('npm', ['run', 'package'])
  // Above this folder there are no packages that Node could find instead.
  const folder = mkdtempSync(join(inject('runFolder'), 'package-'))
  cpSync('dist/package', folder, { recursive: true })
  const operationsPort = await freePort()
  const env = { PORT: '0', OPERATIONS_PORT: String(operationsPort) }
  const portal = launchProgram(inject('runFolder'), ['npm', 'start'], { env, cwd: folder })
  // npm forwards it.
  onTestFinished(() => void portal.child.kill('SIGTERM'))
  const url = await addressOf(portal)
  expect((await fetch(`http://localhost:${operationsPort}/readyz`)).status).toBe(200)
  expect(await (await fetch(`${url}/company`)).text()).toContain('代收繳費服務網')

  const token = await companyToken({ url, dataDir: join(folder, 'data') }, demoAccount('maker01'))
  const headers = { Authorization: `Bearer ${token}` }
  const { Items } = await outData<{ Items: { SerialId: number }[] }>(
    await fetch(`${url}/api/Bills?BillStatus=Unpaid`, { headers }),
  )
  const slip = await fetch(`${url}/api/Bills/${Items[0]?.SerialId}/DownloadPaymentPDF`, { headers })
  expect([slip.status, (await slip.text()).slice(0, 5)]).toEqual([200, '%PDF-'])
  expect(await stop(portal, 'SIGTERM')).toBe(0)

  const status = await run(process.execPath, ['dist/server/admin.js', 'status'], { cwd: folder })
  expect(status.stdout).toContain('embedded')
})

test('the package contains everything that the server imports and nothing that only the site or the build needs', async () => {
  const { dependencies } = JSON.parse(readFileSync('dist/package/package.json', 'utf8')) as {
    dependencies: Record<string, string>
  }
  expect(Object.keys(dependencies)).toEqual(
    expect.arrayContaining(['hono', 'kysely', 'pg', 'pino', 'prom-client', '@node-rs/argon2']),
  )
  for (const name of ['react', 'react-admin', '@mui', 'vite', 'typescript', 'vitest', 'playwright'])
    expect([name, existsSync(`dist/package/node_modules/${name}`)]).toEqual([name, false])
  expect(readdirSync('dist/package').sort()).toEqual([
    'Dockerfile',
    'LICENSE',
    'NOTICE',
    'dist',
    'node_modules',
    'package.json',
    'sample',
    'sbom.json',
    'schemas',
  ])
  const { bomFormat, components } = JSON.parse(readFileSync('dist/package/sbom.json', 'utf8')) as {
    bomFormat: string
    components: { name: string }[]
  }
  expect(bomFormat).toBe('CycloneDX')
  expect(components.map(({ name }) => name)).toEqual(expect.arrayContaining(['kysely', 'react']))
})
