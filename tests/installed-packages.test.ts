import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { installedPackages } from '../src/tools/package/installed-packages'
import { isNamedInBundle } from '../src/tools/package/make-package'

test('packages are found with all their dependencies, wherever npm has installed them', () => {
  const lock = {
    packages: {
      'node_modules/a': {
        dependencies: { b: '1', c: '1' },
        optionalDependencies: { other: '1' },
        peerDependencies: { p: '1', q: '1' },
        peerDependenciesMeta: { q: { optional: true } },
      },
      'node_modules/a/node_modules/b': { dependencies: { c: '2', d: '1' } },
      'node_modules/a/node_modules/b/node_modules/c': {},
      'node_modules/b': {},
      'node_modules/c': { dependencies: { a: '1' } },
      'node_modules/d': {},
      'node_modules/p': {},
      'node_modules/q': {},
      'node_modules/other': {},
    },
  }
  const a = 'node_modules/a'
  const installed = installedPackages(lock, ['a'], (path) => path !== 'node_modules/other')
  expect(installed).toEqual([
    a,
    `${a}/node_modules/b`,
    `${a}/node_modules/b/node_modules/c`,
    'node_modules/c',
    'node_modules/d',
    'node_modules/p',
  ])
  expect(() => installedPackages(lock, ['gone'], () => true)).toThrow('gone, which the server needs, is not installed')
})

test('the server names the packages of its fonts, so that the package contains them', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> }
  const fonts = Object.keys(dependencies).filter((name) => name.startsWith('@expo-google-fonts/'))
  expect(fonts.length).toBe(2)
  expect(fonts.filter((name) => !isNamedInBundle(readFileSync('src/server/node/pdf/fonts.ts', 'utf8'), name))).toEqual(
    [],
  )
})
