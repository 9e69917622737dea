import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { catalogue } from '../src/schema/checks/catalogue'
import { loadSchemas } from '../src/schema/load'
import { readSchemaFiles } from '../src/server/node/schema-files'
import { knownNames } from '../src/tools/known'
import { readmeExample } from './support/fixtures'

const readme = readFileSync('README.md', 'utf8')

test('README lists exactly the checks that exist, in their words', () => {
  const listed = [...readme.matchAll(/^\| ([EW]\d{3}) \| (.*) \|$/gm)].map(([, id, text]) => [id, text])
  expect(listed).toEqual(Object.entries(catalogue))
})

test('every npm script that README names exists', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const named = [...readme.matchAll(/`npm (?:run )?([a-z:-]+)/g)].map(([, name]) => name ?? '').filter((name) => !['ci', 'i'].includes(name))
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

test('the resource that README shows passes every check', () => {
  // Beside its neighbours without a page: a file that somebody adds may stand in the example's place of the menu.
  const pageless = readSchemaFiles('schemas').filter(({ text }) => /"page":\s*false/.test(text))
  const { problems } = loadSchemas([...pageless, { file: 'schemas/coupon.json', text: readmeExample() }], knownNames())
  expect(problems.filter(({ file }) => file === 'schemas/coupon.json')).toEqual([])
})
