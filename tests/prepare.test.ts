import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/** A lock file with a package for every system and one for another system. */
const lockFile = (version = '1.0.0') =>
  JSON.stringify({
    packages: {
      '': {},
      'node_modules/here': { version, integrity: version },
      'node_modules/elsewhere': { version, optional: true },
    },
  })

interface Started {
  readonly child: ChildProcess
  output(): string
  /** Resolves once the process has ended and everything that it printed has arrived. */
  readonly closed: Promise<unknown>
}

/**
 * A fresh clone, with a fake npm that records its commands and exits when permitted.
 * Its processes see the given version of Node.js.
 */
const clone = ({ node = process.versions.node } = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-clone-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['prepare.mjs', 'check-all.mjs']) cpSync(`src/tools/${name}`, join(folder, 'src/tools', name))
  writeFileSync(join(folder, 'package.json'), '{}')
  writeFileSync(join(folder, 'package-lock.json'), lockFile())
  mkdirSync(join(folder, 'bin'))
  const asked = join(folder, 'asked')
  const permission = join(folder, 'npm-may-end')
  const install = 'mkdir -p node_modules; cp package-lock.json node_modules/.package-lock.json'
  const untilPermitted = `until [ -e '${permission}' ] || [ ! -d '${folder}' ]; do sleep 0.1; done`
  writeFileSync(
    join(folder, 'bin/npm'),
    `#!/bin/sh\necho "$1" >> '${asked}'\n${untilPermitted}\nif [ "$1" = ci ]; then ${install}; fi\n`,
  )
  chmodSync(join(folder, 'bin/npm'), 0o755)
  const letNpmEnd = () => writeFileSync(permission, '')
  const prepare = (...wants: string[]): Started => {
    const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}` }
    const version = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${node}' } })`
    const args = [
      '--import',
      `data:text/javascript,${encodeURIComponent(version)}`,
      join(folder, 'src/tools/prepare.mjs'),
      ...wants,
    ]
    const child = spawn(process.execPath, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout?.on('data', (text) => (output += text))
    child.stderr?.on('data', (text) => (output += text))
    return { child, output: () => output, closed: once(child, 'close') }
  }
  return {
    folder,
    letNpmEnd,
    prepare,
    asked: () => (existsSync(asked) ? readFileSync(asked, 'utf8').trim().split('\n') : []),
  }
}

const codeOf = async ({ child, output, closed }: Started) => {
  await closed
  return { code: child.exitCode, output: output() }
}

test('two first starts in one clone install its packages once: the second waits for the first', async () => {
  const { letNpmEnd, prepare, asked } = clone()
  const first = prepare()
  await expect.poll(asked).toEqual(['ci'])
  const second = prepare()
  await expect.poll(second.output).toContain(`Process ${first.child.pid} is preparing`)
  letNpmEnd()
  expect(await codeOf(first)).toMatchObject({ code: 0 })
  expect(await codeOf(second)).toMatchObject({ code: 0, output: expect.not.stringContaining('Installing') })
  expect(asked()).toEqual(['ci'])
})

test('a start that was killed while it installed packages does not block the next one', async () => {
  const { letNpmEnd, prepare, asked } = clone()
  const first = prepare()
  await expect.poll(asked).toEqual(['ci'])
  process.kill(-Number(first.child.pid), 'SIGKILL')
  await codeOf(first)
  letNpmEnd()
  expect(await codeOf(prepare())).toMatchObject({ code: 0 })
  expect(asked()).toEqual(['ci', 'ci'])
})

test.each(['20.19.0', '20.20.2', '22.13.0', '23.11.1', '24.0.0', '24.11.1', '26.0.0'])(
  'Node.js %s is accepted',
  async (node) => {
    const { letNpmEnd, prepare } = clone({ node })
    letNpmEnd()
    expect(await codeOf(prepare())).toMatchObject({ code: 0 })
  },
)

test.each(['18.20.8', '20.18.3', '21.7.3', '22.12.0'])(
  'Node.js %s is rejected with the version to install',
  async (node) => {
    const { asked, letNpmEnd, prepare } = clone({ node })
    letNpmEnd()
    const output = `Node.js 22.13 or newer, or 20 from 20.19, is needed; this is ${node}. Install Node.js 24 from https://nodejs.org.\n`
    expect(await codeOf(prepare())).toEqual({ code: 1, output })
    expect(asked()).toEqual([])
  },
)

test('package.json and its lock file name the same versions of Node.js', () => {
  const node = '^20.19.0 || >=22.13.0'
  expect(JSON.parse(readFileSync('package.json', 'utf8')).engines).toEqual({ node })
  expect(JSON.parse(readFileSync('package-lock.json', 'utf8')).packages[''].engines).toEqual({ node })
})

test('changed code is built again, a changed schema is not: the server compiles it when it starts', async () => {
  const { folder, letNpmEnd, prepare, asked } = clone()
  letNpmEnd()
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

test('packages that were installed manually are not installed again; others of the lock file are', async () => {
  const { folder, letNpmEnd, prepare, asked } = clone()
  letNpmEnd()
  mkdirSync(join(folder, 'node_modules'))
  const installed = { 'node_modules/here': { version: '1.0.0', integrity: '1.0.0' } }
  writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }))
  expect(await codeOf(prepare())).toEqual({ code: 0, output: '' })
  expect(asked()).toEqual([])
  writeFileSync(join(folder, 'package-lock.json'), lockFile('2.0.0'))
  expect(await codeOf(prepare())).toMatchObject({ code: 0, output: expect.stringContaining('Installing packages') })
  expect(asked()).toEqual(['ci'])
})

test('the check runs from any directory, continues with the schemas after a failure, and writes no colour codes into files', async () => {
  const { folder } = clone()
  const bin = join(folder, 'node_modules/.bin')
  mkdirSync(bin, { recursive: true })
  for (const [name, code] of Object.entries({ biome: 1, tsc: 0, tsx: 0 })) {
    writeFileSync(
      join(bin, name),
      `#!/bin/sh\necho "${name} $* in $(pwd), colours $NO_COLOR$FORCE_COLOR"\nexit ${code}\n`,
    )
    chmodSync(join(bin, name), 0o755)
  }
  const env = { ...process.env, FORCE_COLOR: '1' }
  const child = spawn(process.execPath, [join(folder, 'src/tools/check-all.mjs'), '--json'], {
    cwd: tmpdir(),
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: { stdout: string; stderr: string } = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) child[stream].on('data', (text) => (lines[stream] += text))
  await once(child, 'close')
  const at = realpathSync(folder)
  expect(lines.stdout).toBe(`tsx src/tools/check/index.ts --json in ${at}, colours 1\n`)
  expect(lines.stderr.split('\n')).toEqual([
    `biome ci --error-on-warnings --colors=off . in ${at}, colours 1`,
    `tsc -b in ${at}, colours 1`,
    `tsx src/tools/types/index.ts --check in ${at}, colours 1`,
    `tsx src/tools/metrics/index.ts --check in ${at}, colours 1`,
    '',
  ])
  expect(child.exitCode).toBe(1)
})
