import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/** A fresh clone, with an npm that only notes what it was asked for and takes so many seconds. */
const clone = () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-clone-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['prepare.mjs', 'only-one.mjs']) cpSync(`src/tools/${name}`, join(folder, 'src/tools', name))
  for (const name of ['package.json', 'package-lock.json']) writeFileSync(join(folder, name), '{}')
  mkdirSync(join(folder, 'bin'))
  const asked = join(folder, 'asked')
  const npm = (seconds: number) => {
    const script = `#!/bin/sh\necho "$1" >> '${asked}'\nexec sleep ${seconds}\n`
    writeFileSync(join(folder, 'bin/npm'), script)
    chmodSync(join(folder, 'bin/npm'), 0o755)
  }
  const prepare = (...wants: string[]): { child: ChildProcess; output: () => string } => {
    const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}` }
    const child = spawn(process.execPath, [join(folder, 'src/tools/prepare.mjs'), ...wants], { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout?.on('data', (text) => (output += text))
    child.stderr?.on('data', (text) => (output += text))
    return { child, output: () => output }
  }
  return { folder, npm, prepare, asked: () => (existsSync(asked) ? readFileSync(asked, 'utf8').trim().split('\n') : []) }
}

const codeOf = async ({ child, output }: { child: ChildProcess; output: () => string }) => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return { code: child.exitCode, output: output() }
}

test('two first starts in one clone install its packages once: the second waits for the first', async () => {
  const { npm, prepare, asked } = clone()
  npm(2)
  const first = prepare()
  await expect.poll(asked).toEqual(['ci'])
  const second = prepare()
  await expect.poll(second.output).toContain(`Process ${first.child.pid} is preparing`)
  expect(await codeOf(first)).toMatchObject({ code: 0 })
  expect(await codeOf(second)).toMatchObject({ code: 0, output: expect.not.stringContaining('Installing') })
  expect(asked()).toEqual(['ci'])
})

test('a start that was killed while it installed keeps nobody waiting', async () => {
  const { npm, prepare, asked } = clone()
  npm(600)
  const first = prepare()
  await expect.poll(asked).toEqual(['ci'])
  process.kill(-Number(first.child.pid), 'SIGKILL')
  await codeOf(first)
  npm(0)
  expect(await codeOf(prepare())).toMatchObject({ code: 0 })
  expect(asked()).toEqual(['ci', 'ci'])
})

test('changed code is built again, a changed schema is not: the server compiles it when it starts', async () => {
  const { folder, npm, prepare, asked } = clone()
  npm(0)
  for (const name of ['vite.config.ts', 'index.html']) writeFileSync(join(folder, name), '')
  for (const name of ['schemas', 'resources']) mkdirSync(join(folder, name))
  expect(await codeOf(prepare('--build'))).toMatchObject({ code: 0 })
  expect(asked()).toEqual(['ci', 'run'])
  writeFileSync(join(folder, 'schemas/coupon.json'), '{}')
  expect(await codeOf(prepare('--build'))).toMatchObject({ code: 0 })
  expect(asked()).toEqual(['ci', 'run'])
  writeFileSync(join(folder, 'src/main.tsx'), '')
  expect(await codeOf(prepare('--build'))).toMatchObject({ code: 0 })
  expect(asked()).toEqual(['ci', 'run', 'run'])
})
